#if Postgres
  import EventLedger
  import Foundation
  import LedgerRows
  import SubscriptionCore

  /// The policy in force, which the ledger keeps, with the products that it keeps.
  struct EffectivePolicy: Sendable {
    /// The policy as it was set.
    private(set) var configured: ChurnPolicy
    /// The policy with the ledger's products beneath the configured ones.
    private(set) var policy: ChurnPolicy
    /// The number that grows whenever somebody sets another policy.
    private(set) var policyVersion: Int64
    /// The number that grows whenever the ledger's products change.
    private(set) var productsVersion: Int64 = 0

    /// Begins with a policy and no products.
    init(_ configured: ChurnPolicy, version: Int64 = 0) {
      (self.configured, policy, policyVersion) = (configured, configured, version)
    }

    /// Takes the products of the ledger over.
    mutating func take(_ products: ProductCatalogue, version: Int64) {
      policy.products = products.overlaid(by: configured.products)
      productsVersion = version
    }

    /// Returns a Boolean value that indicates whether another was read later from the ledger.
    func isNewer(than other: EffectivePolicy) -> Bool {
      (policyVersion, productsVersion) > (other.policyVersion, other.productsVersion)
    }

    // MARK: As text

    /// Returns a policy as text: equal texts mean equal policies.
    static func text(of policy: ChurnPolicy) -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return (try? encoder.encode(policy)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Reads a policy; `nil` for a text that this build cannot read.
    static func policy(text: String) -> ChurnPolicy? {
      try? JSONDecoder().decode(ChurnPolicy.self, from: Data(text.utf8))
    }
  }

  extension PostgresLedger {
    /// The adoption of the policy that the ledger goes by.
    public func policyAdoption() throws(LedgerError) -> PolicyAdoption? {
      try read { connection in
        try connection.fetch(
          """
          SELECT version, (extract(epoch FROM adoptedAt) * 1000)::bigint, adoptedBy FROM policies
          WHERE version = (SELECT policyVersion FROM ledger)
          """
        ) { row in
          PolicyAdoption(version: row.integer(0), at: row.time(1), role: row.text(2))
        }.first
      }
    }
  }
#endif
