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
  /// The certificates that a chain may end in.
  public var roots: [TrustedRoot]
  /// The only bundle identifier or package name to accept; any when `nil`.
  public var bundle: AppID?
  /// The only environment to accept; any when `nil`.
  public var environment: StoreEnvironment?
  /// The apps to accept, each with the environments accepted of it; any app when `nil`.
  ///
  /// For a server that hears several apps; it is asked beside ``bundle`` and ``environment``.
  public var apps: [AppID: Set<StoreEnvironment>]?

  /// Creates a policy, which pins Apple's root unless told otherwise.
  public init(
    mode: Mode = .signed, roots: [TrustedRoot] = [.appleRootCAG3], bundle: AppID? = nil,
    environment: StoreEnvironment? = nil, apps: [AppID: Set<StoreEnvironment>]? = nil
  ) {
    (self.mode, self.roots, self.bundle, self.environment) = (mode, roots, bundle, environment)
    self.apps = apps
  }
}
