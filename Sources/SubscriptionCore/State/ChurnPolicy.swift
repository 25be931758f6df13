/// Everything configurable that an answer depends on beside the events and the time.
public struct ChurnPolicy: Hashable, Sendable, Codable {
  /// How long the stores keep trying, where they do not say.
  public var recovery: RecoveryPolicy
  /// When users are asked to fix their payment.
  public var prompts: PromptPolicy
  /// What the products are: those of the ledger, with those of the configuration laid over them.
  public var products: ProductCatalogue

  /// Creates a policy; what is left out is the stores' default, Step 2 and no known product.
  public init(
    recovery: RecoveryPolicy = .standard, prompts: PromptPolicy = .standard,
    products: ProductCatalogue = .empty
  ) {
    (self.recovery, self.prompts, self.products) = (recovery, prompts, products)
  }

  /// The stores' own defaults, the official in-app message on both, and no known product.
  public static let standard = ChurnPolicy()

  private enum CodingKeys: String, CodingKey { case recovery, prompts, products }

  /// Reads a policy; one without products knows none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      recovery: try container.decode(RecoveryPolicy.self, forKey: .recovery),
      prompts: try container.decode(PromptPolicy.self, forKey: .prompts),
      products: try container.decodeIfPresent(ProductCatalogue.self, forKey: .products) ?? .empty)
  }

  /// Writes a policy, the products only where any is known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(recovery, forKey: .recovery)
    try container.encode(prompts, forKey: .prompts)
    if !products.isEmpty { try container.encode(products, forKey: .products) }
  }
}
