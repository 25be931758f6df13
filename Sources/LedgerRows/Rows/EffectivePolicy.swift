import Foundation
import SubscriptionCore

/// The policy in force, and the products of the ledger that are part of it.
public struct EffectivePolicy: Sendable {
  /// The policy as it was set.
  public let configured: ChurnPolicy
  /// The policy with the ledger's products beneath the configured ones.
  public private(set) var policy: ChurnPolicy
  /// The number that grows whenever somebody sets another policy, in a ledger that keeps it.
  public let policyVersion: Int64
  /// The number that grows whenever the ledger's products change.
  public private(set) var productsVersion: Int64 = 0

  /// Begins with a policy and no products.
  public init(_ configured: ChurnPolicy, version: Int64 = 0) {
    (self.configured, policy, policyVersion) = (configured, configured, version)
  }

  /// Takes the products of the ledger over.
  public mutating func take(_ products: ProductCatalogue, version: Int64) {
    policy.products = products.overlaid(by: configured.products)
    productsVersion = version
  }

  /// Returns a policy, or a part of one, as text: equal texts mean equal policies.
  public static func text(of value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
