import SubscriptionCore

/// What a payload must prove before it counts as fact.
public struct TrustPolicy: Hashable, Sendable {
  /// How much proof is asked for.
  public enum Mode: String, Hashable, Sendable, CaseIterable, Codable {
    /// Everything must carry a signature that verifies; what has no signature is refused.
    case required
    /// What carries a signature must verify; receipts and API resources, which have none, count.
    case signed
    /// Signatures are not looked at; what carries one is marked ``Verification/unchecked``.
    case off
  }

  /// How much proof is asked for.
  public var mode: Mode
  /// The certificates that a chain may end in, where ``apps`` says nothing else.
  public var roots: [TrustedRoot]
  /// The only bundle identifier or package name to accept; any when `nil`.
  public var bundle: AppID?
  /// The only environment to accept; any when `nil`.
  public var environment: StoreEnvironment?
  /// The apps to accept, each with what is accepted of it; any app when `nil`.
  ///
  /// For a server that hears several apps; it is asked beside ``bundle`` and ``environment``. What
  /// is signed about one of them ends in that app's roots, and in no other's.
  public var apps: [AppID: AppTrust]?
  /// How many chains that were never verified are looked at in a second; any number when `nil`.
  ///
  /// For a server that anybody can reach: a chain costs more than all the rest of a notification.
  public var chainsPerSecond: Int?

  /// Creates a policy, which pins Apple's root unless told otherwise.
  public init(
    mode: Mode = .signed, roots: [TrustedRoot] = [.appleRootCAG3], bundle: AppID? = nil,
    environment: StoreEnvironment? = nil, apps: [AppID: AppTrust]? = nil,
    chainsPerSecond: Int? = nil
  ) {
    (self.mode, self.roots, self.bundle, self.environment) = (mode, roots, bundle, environment)
    (self.apps, self.chainsPerSecond) = (apps, chainsPerSecond)
  }

  /// The certificates that a signature about an app may end in; about no app that it names, those
  /// that every app accepts.
  func roots(for app: String?) -> [TrustedRoot] {
    guard let apps else { return roots }
    if let app { return apps[AppID(app)]?.roots ?? [] }
    return allRoots.filter { root in apps.values.allSatisfy { $0.roots.contains(root) } }
  }

  /// The certificates that a signature about any app may end in.
  var allRoots: [TrustedRoot] {
    guard let apps, !apps.isEmpty else { return roots }
    var all: [TrustedRoot] = []
    for root in apps.values.flatMap(\.roots) where !all.contains(root) { all.append(root) }
    return all
  }
}

/// What is accepted of one app.
public struct AppTrust: Hashable, Sendable {
  /// The environments that count.
  public var environments: Set<StoreEnvironment>
  /// The certificates that its signatures may end in.
  public var roots: [TrustedRoot]
  /// Apple's number of the app (`appAppleId`), which production notifications name; any when `nil`.
  public var appleID: Int64?

  /// Creates the trust in an app, with Apple's root unless told otherwise.
  public init(
    environments: Set<StoreEnvironment> = Set(StoreEnvironment.allCases),
    roots: [TrustedRoot] = [.appleRootCAG3], appleID: Int64? = nil
  ) {
    (self.environments, self.roots, self.appleID) = (environments, roots, appleID)
  }
}
