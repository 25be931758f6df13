import Foundation
import GRDB
import LedgerRows

/// The headers of verified JWS, each kept once: what ``PackedPayload`` leaves out of payloads.
///
/// A header that verified is a chain of a store's own certificates and says nothing of anybody, so
/// it stays when an account is erased.
struct HeaderTable {
  private let find: RawStatement
  private let insert: RawStatement
  private let read: RawStatement
  /// The headers met so far and their numbers, the latest first.
  private var recent: [(text: [UInt8], number: Int64)] = []

  /// The number of headers that are remembered: a store signs with few leaves at a time.
  private static let recentMax = 8

  /// Prepares the statements, valid within one access to the database.
  init(_ database: Database) throws {
    find = try RawStatement(database, "SELECT number, text FROM headers WHERE mark = ?")
    insert = try RawStatement(
      database, "INSERT INTO headers (mark, text) VALUES (?, ?) RETURNING number")
    read = try RawStatement(database, "SELECT text FROM headers WHERE number = ?")
  }

  /// The number of a header, which is stored where it is new.
  mutating func number(of header: UnsafeBufferPointer<UInt8>) throws -> Int64 {
    for known in recent where known.text.count == header.count {
      let isSame = known.text.withUnsafeBufferPointer { text in
        guard let mine = text.baseAddress, let other = header.baseAddress else { return true }
        return memcmp(mine, other, text.count) == 0
      }
      if isSame { return known.number }
    }
    let text = Array(header)
    return remember(text, try stored(text))
  }

  /// The header that has a number; `nil` where none has it.
  mutating func header(_ number: Int64) throws -> [UInt8]? {
    if let known = recent.first(where: { $0.number == number }) { return known.text }
    read.bind(number, at: 1)
    defer { read.reset() }
    guard try read.step() else { return nil }
    let text = read.bytes(0)
    _ = remember(text, number)
    return text
  }

  private mutating func remember(_ text: [UInt8], _ number: Int64) -> Int64 {
    recent.insert((text, number), at: 0)
    if recent.count > Self.recentMax { recent.removeLast() }
    return number
  }

  private func stored(_ text: [UInt8]) throws -> Int64 {
    let mark = Hash64.of(text)
    find.bind(mark, at: 1)
    defer { find.reset() }
    while try find.step() {
      if find.buffer(1).elementsEqual(text) { return find.integer(0) }
    }
    insert.bind(mark, at: 1)
    insert.bind(text, at: 2)
    defer { insert.reset() }
    return try insert.step() ? insert.integer(0) : 0
  }
}
