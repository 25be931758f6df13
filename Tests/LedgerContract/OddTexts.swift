import EventLedger
import SeededNumbers
import SubscriptionCore

/// Subscriptions whose ids, accounts, products and people have odd names, and pieces of those.
public struct OddTexts {
  private var numbers: SeededNumbers
  private var texts: [String] = []
  private var serial = 0

  /// Creates a source of names.
  public init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  /// What stands in names: signs of SQL and of patterns, NUL, letters that change their length
  /// when they are folded, the same letter composed and not, other scripts and no letters at all.
  private static let parts = [
    "a", "B", "ab", "Ab", "0", "1", ".", "..4", " ", "%", "_", "*", "\\", "'", "\"", "\0", "\n",
    "-",
    "İ", "i", "ß", "ẞ", "Σ", "ς", "ﬁ", "é", "e\u{301}", "É", "Ø", "山", "田", "Ж", "ж", "👩‍👧", "ا",
    "gp_", "@", "example", "\u{FFFF}", "\u{10FFFF}",
  ]

  /// A name of up to so many parts, possibly empty.
  private mutating func name(upTo count: Int) -> String {
    let text = (0..<Int.random(in: 0...count, using: &numbers))
      .map { _ in numbers.pick(OddTexts.parts) }.joined()
    texts.append(text)
    return text
  }

  /// An entry that begins a subscription, or tells more of one.
  public mutating func entry(of known: SubscriptionID? = nil, at: Timestamp) -> LedgerEntry {
    serial += 1
    var facts = StoreFacts()
    facts.environment = .production
    facts.account = numbers.happens(80) ? AccountID(name(upTo: 4)) : nil
    facts.product = numbers.happens(90) ? ProductID(name(upTo: 2)) : nil
    facts.startedAt = at
    facts.expiresAt = at + .days(30)
    let id = known ?? SubscriptionID(name(upTo: 4) + "#\(serial)")
    return LedgerEntry(
      identity: "odd-\(serial)", format: "sample", raw: [], receivedAt: at,
      verification: .unsigned,
      events: [
        SubscriptionEvent(
          id: EventID("odd-\(serial)"), kind: known == nil ? .purchased : .renewed,
          subscription: id, effectiveAt: at, statedAt: at, recordedAt: at,
          source: .googlePlayNotification, verification: .unsigned, facts: facts)
      ])
  }

  /// What the app tells about an account.
  public mutating func profile(of account: AccountID) -> AccountProfile {
    AccountProfile(account: account, name: name(upTo: 5), email: name(upTo: 4))
  }

  /// A filter for texts that stand in names, or nearly.
  public mutating func filter() -> Filter {
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0: .not(.text(piece()))
    case 1: .and([.text(piece()), .text(piece())])
    case 2: .or([.text(piece()), .not(.text(piece()))])
    case 3:
      .and([
        .text(piece()), .not(.text(piece())),
        .field(.state, .any([.choice(numbers.pick(["active", "expired"]))])),
      ])
    case 4: .field(numbers.pick([.id, .account, .product, .name]), .contains([piece(), piece()]))
    case 5: .field(numbers.pick([.id, .account, .product, .name]), .any([.text(piece())]))
    default: .text(piece())
    }
  }

  private mutating func piece() -> String {
    let scalars = Array(numbers.pick(texts).unicodeScalars)
    guard !scalars.isEmpty, numbers.happens(90) else { return numbers.pick(OddTexts.parts) }
    let start = Int.random(in: 0..<scalars.count, using: &numbers)
    let end = Int.random(in: start..<scalars.count, using: &numbers)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start...end])
    return String(text)
  }
}
