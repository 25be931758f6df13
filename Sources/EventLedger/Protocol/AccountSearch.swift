import PlainText
import SubscriptionCore

/// A search for payloads that name one account or its purchases, in whatever form they arrived.
///
/// A payload names an account where a whole text of its JSON is the account's identifier: escapes
/// are resolved, and signed payloads, base64 and JSON inside texts are opened. The identifier
/// within a longer text does not count. An identifier of digits alone counts only under a key about
/// an account, a user or a customer, since prices, times and versions are digits as well. Most
/// payloads of Google Play name a purchase alone: its token, transactions and orders count under a
/// key about one. A payload that is not JSON, or only the beginning of it, names an account where
/// it has the identifier as a word.
public struct AccountSearch: Sendable {
  private let spellings: Set<[UInt8]>
  private let isNumber: Bool
  private let purchases: Set<[UInt8]>

  /// The subject of a value, by its key.
  private enum Subject {
    case account, purchase

    init?(_ key: String) {
      let key = key.lowercased()
      func names(_ words: [String]) -> Bool { words.contains { key.contains($0) } }
      if names(["account", "user", "customer"]) {
        self = .account
      } else if names(["token", "transaction", "order"]) {
        self = .purchase
      } else {
        return nil
      }
    }
  }

  /// Creates a search for an account, of a UUID in either case, and for what events say of its
  /// purchases.
  public init(_ account: AccountID, purchases events: some Sequence<SubscriptionEvent> = []) {
    spellings = Set(account.spellings.map { Array($0.rawValue.utf8) }.filter { !$0.isEmpty })
    isNumber = account.rawValue.utf8.allSatisfy { (0x30...0x39).contains($0) }
    purchases = Set(
      events.lazy.flatMap { event in
        let facts = event.facts
        return [
          facts.purchaseToken, facts.originalTransactionID, facts.transactionID, facts.orderID,
          facts.paidOrderID,
        ]
      }.compactMap { $0.map { Array($0.utf8) } }.filter { !$0.isEmpty })
  }

  /// The names of the account's purchases: tokens, transactions and orders.
  public var purchaseNames: [String] { purchases.map { String(decoding: $0, as: UTF8.self) } }

  /// Returns whether a payload names the account.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public func finds(in payload: [UInt8]) -> Bool { finds(in: payload, depth: 0) }

  /// The maximum number of payloads inside one another that are opened.
  private static let depthMax = 8

  private func finds(in payload: [UInt8], depth: Int) -> Bool {
    guard depth < Self.depthMax else { return false }
    return payload.withUnsafeBufferPointer { bytes in
      if let document = try? JSONDocument(bytes) {
        return document.withRoot(of: bytes) { finds($0, about: nil, depth) }
      }
      if let inner = Self.decoded(payload) { return finds(in: inner, depth: depth + 1) }
      return finds(inBroken: bytes, depth) || findsWord(in: bytes)
    }
  }

  private func finds(_ value: JSONValue, about subject: Subject?, _ depth: Int) -> Bool {
    switch value.kind {
    case .object: value.members.contains { finds($0.value, about: Subject($0.key), depth) }
    case .array: value.elements.contains { finds($0, about: subject, depth) }
    case .string: finds(text: value.content, about: subject, depth)
    case .number: subject.map { names(Array(value.raw), $0) } ?? false
    case .null, .no, .yes: false
    }
  }

  private func names(_ text: [UInt8], _ subject: Subject) -> Bool {
    switch subject {
    case .account: spellings.contains(text)
    case .purchase: purchases.contains(text)
    }
  }

  private func finds(text: [UInt8], about subject: Subject?, _ depth: Int) -> Bool {
    if let subject, names(text, subject) { return true }
    if !isNumber, spellings.contains(text) { return true }
    let inner = Self.opensJSON(text) ? text : Self.decoded(text)
    return inner.map { finds(in: $0, depth: depth + 1) } ?? false
  }

  // MARK: Payloads inside texts

  private static func opensJSON(_ text: [UInt8]) -> Bool {
    text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
  }

  /// Returns the JSON inside a compact JWS or base64; `nil` if there is none.
  private static func decoded(_ text: [UInt8]) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let payload: [UInt8]?
    switch parts.count {
    case 1: payload = decoded(parts[0], .standard)
    // A JWS of which the end is missing.
    case 2: payload = decoded(parts[1].prefix(parts[1].count / 4 * 4), .url)
    case 3: payload = decoded(parts[1], .url)
    default: payload = nil
    }
    return payload.flatMap { opensJSON($0) ? $0 : nil }
  }

  private static func decoded(_ text: ArraySlice<UInt8>, _ alphabet: Base64.Alphabet) -> [UInt8]? {
    text.withUnsafeBufferPointer { Base64.decode($0, alphabet: alphabet) }
  }

  // MARK: Payloads that are not JSON

  /// Returns whether a string of JSON that is damaged or cut off names the account or a purchase.
  private func finds(inBroken bytes: UnsafeBufferPointer<UInt8>, _ depth: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    var subject: Subject?
    var place = 0
    while let start = bytes[place...].firstIndex(of: quote) {
      var end = start + 1
      while end < bytes.count, bytes[end] != quote {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      end = min(end, bytes.count)
      let text = Self.unescaped(Array(bytes[(start + 1)..<end]))
      place = min(end + 1, bytes.count)
      if bytes[place...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
        subject = Subject(String(decoding: text, as: UTF8.self))
      } else if finds(text: text, about: subject, depth) {
        return true
      }
    }
    return false
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "\\")) else { return text }
    let quoted = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
    return quoted.withUnsafeBufferPointer { bytes in
      (try? JSONDocument(bytes))?.withRoot(of: bytes) { $0.content } ?? text
    }
  }

  /// The shortest name of a purchase that counts under any key.
  private static let wordLengthMin = 12

  private func findsWord(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    func isInWord(_ place: Int) -> Bool {
      guard bytes.indices.contains(place) else { return false }
      switch bytes[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: return true
      default: return #"-_.@+\"#.utf8.contains(bytes[place])
      }
    }
    let long = purchases.filter { $0.count >= Self.wordLengthMin }
    return (isNumber ? long : long.union(spellings)).contains { word in
      word.count <= bytes.count
        && (0...bytes.count - word.count).contains { start in
          bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
            && !isInWord(start - 1) && !isInWord(start + word.count)
        }
    }
  }
}

extension AccountID {
  /// The spellings of the identifier, as it is given first: of a UUID also those in lower and in
  /// upper case, since the case of its letters says nothing
  /// (<https://www.rfc-editor.org/rfc/rfc9562#section-4>).
  public var spellings: [AccountID] {
    let parts = rawValue.split(separator: "-", omittingEmptySubsequences: false)
    guard rawValue.utf8.count == 36, parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
      parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isHexDigit } })
    else { return [self] }
    let other = [AccountID(rawValue.lowercased()), AccountID(rawValue.uppercased())]
    return [self] + other.filter { $0 != self }
  }
}

extension Ledger {
  /// The subscriptions of an account as ``Ledger/subscriptions(of:limit:)`` gives them, of a UUID
  /// in whichever case the payloads have it.
  ///
  /// - Throws: `LedgerError` if the ledger cannot be read.
  public func subscriptions(
    ofAnySpelling account: AccountID, limit: Int
  ) throws(LedgerError) -> [SubscriptionID] {
    var found: [SubscriptionID] = []
    for spelling in account.spellings {
      found += try subscriptions(of: spelling, limit: limit)
    }
    return found
  }
}
