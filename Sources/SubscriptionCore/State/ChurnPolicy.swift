/// The configuration that derived states depend on, in addition to the events and the time.
public struct ChurnPolicy: Hashable, Sendable, Codable {
  /// The lengths of grace and retries, for dates that the stores do not state.
  public var recovery: RecoveryPolicy
  /// The rules for prompting users to fix their payment.
  public var prompts: PromptPolicy
  /// The known products: those in the ledger, overridden by those in the configuration.
  public var products: ProductCatalogue

  /// Creates a policy; omitted parts default to the stores' own settings, Step 2, and no known
  /// product.
  public init(
    recovery: RecoveryPolicy = .standard, prompts: PromptPolicy = .standard,
    products: ProductCatalogue = .empty
  ) {
    (self.recovery, self.prompts, self.products) = (recovery, prompts, products)
  }

  /// The stores' default settings, the official in-app message on both, and no known product.
  public static let standard = ChurnPolicy()

  private enum CodingKeys: String, CodingKey { case recovery, prompts, products }

  /// Decodes a policy; without a `products` key it has no products.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      recovery: try container.decode(RecoveryPolicy.self, forKey: .recovery),
      prompts: try container.decode(PromptPolicy.self, forKey: .prompts),
      products: try container.decodeIfPresent(ProductCatalogue.self, forKey: .products) ?? .empty)
  }

  /// Encodes a policy; the products are left out if there are none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recovery, forKey: .recovery)
    try container.encode(prompts, forKey: .prompts)
    if !products.isEmpty { try container.encode(products, forKey: .products) }
  }
}
