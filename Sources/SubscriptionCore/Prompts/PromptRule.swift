/// An exception in a prompt policy: a plan for the subscriptions that a filter matches.
public struct PromptRule: Hashable, Sendable, Codable {
  /// The name shown with decisions.
  public var name: String
  /// The filter for its subscriptions, for example `store:app-store state:hold`.
  public let when: Filter
  /// The plan for these subscriptions.
  public var plan: PromptPlan
  /// The lowered filter, if it does not depend on the time.
  private let timeless: FilterPredicate?

  /// Creates a rule.
  ///
  /// - Throws: An error if the filter tests a field that is not known before a decision, such as
  ///   `due`; see ``PromptCase/filterFields``.
  public init(name: String, when: Filter, plan: PromptPlan) throws(FilterError) {
    if let field = when.fields.first(where: { !PromptCase.filterFields.contains($0) }) {
      let known = PromptCase.filterFields.map(\.name).joined(separator: ", ")
      throw FilterError(offset: 0, text: "a rule cannot test \(field.name), only \(known)")
    }
    (self.name, self.when, self.plan) = (name, when, plan)
    timeless = when.dependsOnTime ? nil : when.lowered(at: .epoch)
  }

  /// Returns whether the rule applies to a case at an instant.
  func applies(to subject: PromptCase, at now: Timestamp) -> Bool {
    (timeless ?? when.lowered(at: now)).matches(subject)
  }

  /// Decodes a rule: its name, its filter and the parts of its plan side by side.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: PromptPolicyKey.self)
    let name = try fields.decode(String.self, forKey: .name)
    let when = try fields.decodeIfPresent(Filter.self, forKey: .when) ?? .all
    let plan = try PromptPlan(from: decoder)
    do throws(FilterError) {
      try self.init(name: name, when: when, plan: plan)
    } catch {
      throw fields.problem(.when, error.sentence)
    }
  }

  /// Encodes a rule in the form that `init(from:)` decodes.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: PromptPolicyKey.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(when, forKey: .when)
    try plan.encode(to: encoder)
  }
}
