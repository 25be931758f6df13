import SubscriptionCore

/// The proof that a payload needs before it counts as fact.
public struct TrustPolicy: Hashable, Sendable {
  /// The level of proof.
  public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Every payload must have a valid signature; unsigned payloads are refused.
    case required
    /// A signature must be valid if there is one; receipts and API resources, which have none, are
    /// accepted.
    case signed
    /// Signatures are not verified; payloads with one are marked `Verification.unchecked`.
    case off
  }

  /// The level of proof.
  public var mode: Mode
  /// The certificates that a chain may end in, unless ``apps`` is set.
  public var roots: [TrustedRoot]
  /// The certificates that one app's chains may end in as well, unless ``apps`` is set.
  public var rootsOfApps: [AppID: [TrustedRoot]]
  /// The only bundle identifier or package name to accept; any if `nil`.
  public var bundle: AppID?
  /// The only environment to accept; any if `nil`.
  public var environment: StoreEnvironment?
  /// The accepted apps, each with its own terms; any app if `nil`.
  ///
  /// It is meant for a server that serves several apps, and applies in addition to ``bundle`` and
  /// ``environment``. A signature for one of them must end in that app's roots.
  public var apps: [AppID: AppTrust]?
  /// The rate at which unknown chains are verified, per second; unlimited if `nil`.
  ///
  /// It is meant for a server open to anyone: a chain costs more than the rest of a notification.
  public var chainsPerSecond: Int?

  /// Creates a policy; by default it pins Apple's root.
  public init(
    mode: Mode = .signed, roots: [TrustedRoot] = [.appleRootCAG3],
    rootsOfApps: [AppID: [TrustedRoot]] = [:], bundle: AppID? = nil,
    environment: StoreEnvironment? = nil, apps: [AppID: AppTrust]? = nil,
    chainsPerSecond: Int? = nil
  ) {
    (self.mode, self.roots, self.rootsOfApps) = (mode, roots, rootsOfApps)
    (self.bundle, self.environment) = (bundle, environment)
    (self.apps, self.chainsPerSecond) = (apps, chainsPerSecond)
  }

  /// Returns the certificates that a signature for an app may end in; for a payload without an app,
  /// those that every app accepts.
  func roots(for app: String?) -> [TrustedRoot] {
    guard let apps else { return roots + (app.flatMap { rootsOfApps[AppID($0)] } ?? []) }
    if let app { return apps[AppID(app)]?.roots ?? [] }
    return allRoots.filter { root in apps.values.allSatisfy { $0.roots.contains(root) } }
  }

  /// The certificates that a signature for any app may end in.
  var allRoots: [TrustedRoot] {
    guard let apps, !apps.isEmpty else { return roots + rootsOfApps.values.flatMap(\.self) }
    var all: [TrustedRoot] = []
    for root in apps.values.flatMap(\.roots) where !all.contains(root) { all.append(root) }
    return all
  }
}

/// The terms on which one app's payloads are accepted.
public struct AppTrust: Hashable, Sendable {
  /// The accepted environments.
  public var environments: Set<StoreEnvironment>
  /// The certificates that its signatures may end in.
  public var roots: [TrustedRoot]
  /// The app's Apple ID (`appAppleId`), which production notifications contain; any if `nil`.
  public var appleID: Int64?

  /// Creates the terms for an app; by default with Apple's root.
  public init(
    environments: Set<StoreEnvironment> = Set(StoreEnvironment.allCases),
    roots: [TrustedRoot] = [.appleRootCAG3], appleID: Int64? = nil
  ) {
    (self.environments, self.roots, self.appleID) = (environments, roots, appleID)
  }
}
