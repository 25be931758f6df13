import SeededNumbers
import SubscriptionCore

/// Random expressions of the filter language over what a ``SampleWorld`` holds.
public struct SampleFilters {
  private var numbers: SeededNumbers

  /// What the expressions are about.
  private let scope: FilterScope

  /// Creates a source of expressions.
  public init(seed: UInt64, about scope: FilterScope = .subscribers) {
    (numbers, self.scope) = (SeededNumbers(seed: seed), scope)
  }

  /// The next expression.
  public mutating func next() -> String { expression(depth: 0) }

  private mutating func expression(depth: Int) -> String {
    guard depth < 3, numbers.happens(40) else { return term() }
    let parts = (0..<Int.random(in: 2...3, using: &numbers)).map { _ in
      expression(depth: depth + 1)
    }
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: return "(" + parts.joined(separator: " ") + ")"
    case 1: return "(" + parts.joined(separator: " | ") + ")"
    default: return "-(" + parts.joined(separator: " ") + ")"
    }
  }

  private mutating func term() -> String {
    if numbers.happens(10) {
      return numbers.pick(["okafor", "山田", "\"user-1\"", "/us.r-[0-9]/", "PRO", "ş", "gp_", "@"])
    }
    let field = numbers.pick(SubscriberField.all(in: scope))
    if numbers.happens(8) { return field.name + numbers.pick([":none", ":any"]) }
    switch field.kind {
    case .choice: return field.name + ":" + choices(of: field)
    case .text:
      if field == .eventName {
        return numbers.happens(70)
          ? "type:" + choices(of: field) : numbers.pick(["type:~ION", "type:DID_RENEW"])
      }
      return field.name + text()
    case .number: return field.name + comparison() + numbers.pick(["0", "1", "4.95", "20"])
    case .deadline:
      if field == .dueAt, numbers.happens(50) { return "due:" + choices(of: field) }
      return field.name + comparison() + numbers.pick(["3d", "-2d", "36h", "2025-10-10"])
    case .age:
      if numbers.happens(10) { return field.name + ":yesterday" }
      return field.name + comparison() + numbers.pick(["1d", "30d", "2025-09-01"])
    case .length: return field.name + comparison() + numbers.pick(["1d", "16d", "36h"])
    }
  }

  private mutating func choices(of field: SubscriberField) -> String {
    let names = field.choices.map(\.name)
    return (0..<Int.random(in: 1...2, using: &numbers)).map { _ in numbers.pick(names) }
      .joined(separator: ",")
  }

  private mutating func text() -> String {
    numbers.pick([
      ":vip", ":~pro", ":/m.*y/", ":pro.yearly", ":~ER", ":monthly", ":P1M", ":EUR", ":mei",
      ":~ä", ":/^$/", ":jpn", ":com.example.app", ":user-3", ":~example", ":~\"ş\"", ":beta,team",
    ])
  }

  private mutating func comparison() -> String { numbers.pick(["<", "<=", ">", ">="]) }
}
