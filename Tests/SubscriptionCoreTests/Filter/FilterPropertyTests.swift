import SeededNumbers
import SubscriptionCore
import Testing

struct FilterPropertyTests {
  @Test(arguments: Array(UInt64(1)...300))
  func `reading what is written gives the same filter`(_ seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<10 {
      let filter = random.filter(depth: 4)
      let text = filter.description
      if text.unicodeScalars.count > Filter.longestText { continue }
      let again = try Filter.parse(text)
      #expect(again == filter, "\(text)")
      #expect(again.description == text)
    }
  }

  @Test(arguments: Array(UInt64(1)...100))
  func `any text is read or refused with a place inside it`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<50 {
      let text = random.scrap()
      do throws(FilterError) {
        let filter = try Filter.parse(text)
        #expect((try? Filter.parse(filter.description)) == filter, "\(text)")
        for sample in SubscriberSummary.samples { _ = filter.matches(sample.row, at: noon) }
      } catch {
        #expect((0...text.unicodeScalars.count).contains(error.offset), "\(text)")
        #expect(!error.text.isEmpty)
      }
      let place = Int.random(in: -2...text.unicodeScalars.count + 2, using: &random)
      _ = Filter.completions(in: text, at: place)
      #expect((0...text.unicodeScalars.count).contains(Filter.completionStart(in: text, at: place)))
    }
  }

  @Test(arguments: Array(UInt64(1)...100))
  func `the answer stays the same between its turns`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let filter = random.filter(depth: 3)
    for (_, row) in SubscriberSummary.samples {
      let timeBoundaries = filter.timeBoundaries(for: row).sorted()
      for _ in 0..<20 {
        let now = noon + .milliseconds(Int64.random(in: -90...90, using: &random) * 43_200_000)
        let next = timeBoundaries.first { $0 > now } ?? now + .days(400)
        let answer = filter.matches(row, at: now)
        #expect(filter.matches(row, at: next - .milliseconds(1)) == answer, "\(filter)")
        for turn in timeBoundaries where turn > now && turn < next { Issue.record("\(turn)") }
      }
    }
  }

  @Test(arguments: Array(UInt64(1)...100))
  func `a negation is true exactly where the filter is not`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let (left, right) = (random.filter(depth: 3), random.filter(depth: 3))
    for (_, row) in SubscriberSummary.samples {
      let (first, second) = (left.matches(row, at: noon), right.matches(row, at: noon))
      #expect(Filter.not(left).matches(row, at: noon) == !first)
      // Side by side, terms about a part of the past are about the same one.
      if !left.hasParts || !right.hasParts {
        #expect(Filter.and([left, right]).matches(row, at: noon) == (first && second))
      }
      #expect(Filter.or([left, right]).matches(row, at: noon) == (first || second))
    }
  }
}

extension SeededNumbers {
  /// A filter as the parser could return it.
  mutating func filter(depth: Int) -> Filter {
    guard depth > 0, happens(70) else { return term() }
    switch Int.random(in: 0..<4, using: &self) {
    case 0: return .not(filter(depth: depth - 1))
    case 1: return .or(parts(depth: depth - 1))
    case 2: return .and(parts(depth: depth - 1))
    default: return term()
    }
  }

  private mutating func parts(depth: Int) -> [Filter] {
    (0..<Int.random(in: 2...4, using: &self)).map { _ in filter(depth: depth) }
  }

  private mutating func term() -> Filter {
    if happens(15) { return .text(words()) }
    if happens(8),
      let pattern = try? FilterPattern(pick(["a.b", "^x/y$", "[a-z]+\\d", "\\/", "|"]))
    {
      return .pattern(pattern)
    }
    let field = pick(SubscriberField.all(in: .subscribers))
    switch field.kind {
    case .text:
      if happens(40) { return .field(field, .contains([words(), words()])) }
      // A country is read as its code, however it is spelt.
      let text = field == .country ? CountryCode.alpha2(words()) : words()
      return .field(field, .any([.text(text), pick([.absent, .present, .text("none")])]))
    case .choice: return .field(field, .any([choice(of: field)]))
    case .number where field == .price || field == .mrr:
      // Nothing is nothing in every currency; any other amount names one.
      let amount = number()
      let value: FilterValue =
        amount == 0
        ? .number(millionths: 0) : .money(millionths: amount, currency: pick(["EUR", "JPY"]))
      return .field(field, .compare(comparison(), value))
    case .number: return .field(field, .compare(comparison(), .number(millionths: number())))
    case .length: return .field(field, .compare(comparison(), .duration(milliseconds: length())))
    case .deadline, .age:
      if field == .dueAt, happens(40) { return .field(field, .any([choice(of: field), .absent])) }
      let value = time()
      // What is past is never a negative time ago.
      if field.kind == .age, case .duration(let milliseconds) = value {
        return .field(
          field, .compare(comparison(), .duration(milliseconds: abs(milliseconds))))
      }
      return .field(field, .compare(comparison(), value))
    }
  }

  private mutating func choice(of field: SubscriberField) -> FilterValue {
    .choice(pick(field.choices).name)
  }

  private mutating func comparison() -> FilterComparison { pick(FilterComparison.allCases) }

  private mutating func number() -> Int64 {
    pick([
      0, 1, -1, 20_000_000, 1_500_000, Int64.random(in: -99_999_999...99_999_999, using: &self),
    ])
  }

  private mutating func time() -> FilterValue {
    let instant =
      noon + .milliseconds(Int64.random(in: -9_000_000_000...9_000_000_000, using: &self))
    return pick([
      .duration(milliseconds: (instant - noon).wholeMilliseconds), .dayFromNow(pick([-1, 0, 1])),
      .duration(milliseconds: 259_200_000),
      .day(CivilDate(instant)), .instant(instant),
    ])
  }

  private mutating func length() -> Int64 { pick([0, 86_400_000, 345_600_000, 172_800_001]) }

  private mutating func words() -> String {
    (0..<Int.random(in: 0...6, using: &self)).reduce(into: "") { text, _ in
      text += pick([
        "a", "Z", "é", "田", " ", "\"", "\\", "-", "/", ":", ",", "|", "(", ")", "~", "none",
      ])
    }
  }

  /// A text out of pieces of the language and of anything else.
  mutating func scrap() -> String {
    (0..<Int.random(in: 0...24, using: &self)).reduce(into: "") { text, _ in
      text += pick([
        "state", ":", "grace", ",", "-", "(", ")", "|", " ", "\"", "/", "\\", "<", ">=", "3d",
        "mrr",
        "loses", "2025-11-01", "~", "!", "=", "{", "[", "*", "+", "^", "due", "now", "é", "👩‍💻",
        "\u{0}",
        "\u{202E}", "\n", "9999999999999999999", "tag", "none", "name", "?", "]", "b", "}", "{2,}",
      ])
    }
  }
}
