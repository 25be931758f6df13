import SeededNumbers
import SubscriptionCore
import Testing

struct FilterPatternOracleTests {
  @Test(arguments: Array(UInt64(1)...150))
  func `patterns find what the language's own regular expressions find`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let source = random.expression(depth: 3)
    let pattern = try FilterPattern(source)
    let oracle = try Regex(source).wordBoundaryKind(.simple)
    for _ in 0..<30 {
      let text = String((0..<Int.random(in: 0...9, using: &random)).map { _ in random.letter() })
      #expect(
        pattern.matches(text) == (try oracle.firstMatch(in: text) != nil), "/\(source)/ \(text)")
    }
  }
}

extension SeededNumbers {
  fileprivate mutating func letter() -> Character { pick(["a", "b", "c", " ", "1"]) }

  /// An expression that both engines read alike.
  fileprivate mutating func expression(depth: Int) -> String {
    guard depth > 0 else { return atom() }
    switch Int.random(in: 0..<6, using: &self) {
    case 0: return "(?:\(expression(depth: depth - 1))|\(expression(depth: depth - 1)))"
    case 1:
      return "(\(expression(depth: depth - 1)))" + pick(["*", "+", "?", "{2}", "{1,2}", "*?"])
    case 2, 3: return expression(depth: depth - 1) + expression(depth: depth - 1)
    case 4: return pick(["^", "\\b", ""]) + expression(depth: depth - 1) + pick(["$", "\\b", ""])
    default: return atom()
    }
  }

  private mutating func atom() -> String {
    pick([
      "a", "b", "c", "ab", ".", "[ab]", "[^a]", "[a-c]", "\\d", "\\w", "\\s", "\\W", "a+", "b*",
    ])
  }
}
