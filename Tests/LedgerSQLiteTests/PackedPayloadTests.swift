import EventLedger
import Foundation
import GRDB
import SeededNumbers
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct PackedPayloadTests {
  /// Headers in memory, numbered as they come.
  private final class Headers {
    var texts: [[UInt8]] = []

    func number(of text: UnsafeBufferPointer<UInt8>) -> Int64 {
      let text = Array(text)
      if let place = texts.firstIndex(of: text) { return Int64(place) }
      texts.append(text)
      return Int64(texts.count - 1)
    }

    func header(_ number: Int64) -> [UInt8]? {
      texts.indices.contains(Int(number)) ? texts[Int(number)] : nil
    }
  }

  private let headers = Headers()

  private func pack(_ raw: [UInt8]) -> [UInt8]? {
    PackedPayload.pack(raw, number: headers.number)
  }

  private func unpack(_ packed: [UInt8]) -> [UInt8]? {
    PackedPayload.unpack(packed, header: headers.header)
  }

  private func text(_ base64: String) -> String {
    base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private func jws(_ payload: String, leaf: String = "a") -> String {
    let header = text(
      Data("{\"alg\":\"ES256\",\"x5c\":\"\(String(repeating: leaf, count: 900))\"}".utf8)
        .base64EncodedString())
    let signature = text(Data((0..<64).map { UInt8($0 * 3) }).base64EncodedString())
    return "\(header).\(text(Data(payload.utf8).base64EncodedString())).\(signature)"
  }

  @Test func `a notification is kept without its headers, which are kept once`() throws {
    let outer = jws(
      "{\"type\":\"DID_RENEW\",\"signedTransactionInfo\":\"\(jws("{\"price\":1}"))\","
        + "\"signedRenewalInfo\":\"\(jws("{\"status\":2}", leaf: "b"))\"}")
    let raw = Array("{\"signedPayload\":\"\(outer)\"}\n".utf8)
    let packed = try #require(pack(raw))
    #expect(raw.count > 4_500)
    #expect(packed.count < 400)
    #expect(headers.texts.count == 2)
    #expect(unpack(packed) == raw)
    for text in ["DID_RENEW", "price", "status"] {
      #expect(String(decoding: packed, as: UTF8.self).contains(text))
    }
  }

  @Test func `what is not quite a JWS stays as it came`() throws {
    let whole = jws("{\"a\":1}")
    let parts = whole.split(separator: ".").map(String.init)
    for raw in [
      "", "{}", parts[0], "\(parts[0]).", "\(parts[0]).\(parts[1])", "eyJhbGciOiJub25lIn0.e30.",
      // Letters behind which bits are left that decoding would lose.
      "\(parts[0]).e31.\(parts[2])", "\(parts[0]).e30.AB", "\(parts[0]).abcde.\(parts[2])",
      "\(parts[0]).\(parts[1])=.\(parts[2])", "\(parts[0]) .\(parts[1]).\(parts[2])",
    ] {
      #expect(pack(Array(raw.utf8)) == nil, "\(raw.prefix(20))")
    }
    for raw in ["\(whole).more", "..\(whole)..\(whole)", "\(parts[0])..", "\(whole)="] {
      let bytes = Array(raw.utf8)
      #expect(unpack(try #require(pack(bytes))) == bytes)
    }
  }

  @Test func `a payload that looks packed is kept so that it comes back`() {
    let raw: [UInt8] = PackedPayload.mark + [5, 1, 2]
    let stored = PackedPayload.whole(raw)
    #expect(stored != raw)
    #expect(unpack(stored) == raw)
    #expect(PackedPayload.whole([7]) == [7])
  }

  @Test(arguments: 0..<200)
  func `any bytes come back, and damaged ones end nothing`(_ seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var raw: [UInt8] = []
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      switch Int.random(in: 0...3, using: &numbers) {
      case 0: raw += Array(jws("{\"n\":\(seed)}").utf8)
      case 1: raw += Array(jws("{\"in\":\"\(jws("\(seed)"))\"}").utf8)
      case 2: raw += (0..<9).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      default: raw += Array(jws("x").utf8.prefix(Int.random(in: 0...1_300, using: &numbers)))
      }
    }
    guard var packed = pack(raw) else { return }
    #expect(unpack(packed) == raw)
    for _ in 0..<20 {
      packed[Int.random(in: 2..<packed.count, using: &numbers)] = UInt8.random(
        in: 0...255, using: &numbers)
      _ = unpack(packed)
      _ = unpack(Array(packed.prefix(Int.random(in: 2...packed.count, using: &numbers))))
    }
  }

  @Test func `the ledger keeps verified payloads packed and tells them whole`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let ledger = try SQLiteLedger(path: path, policy: .standard)
    func entry(_ identity: String, _ raw: [UInt8], _ verification: Verification) -> LedgerEntry {
      LedgerEntry(
        identity: identity, format: "sample", raw: raw, receivedAt: Timestamp(seconds: 1),
        verification: verification, events: [])
    }
    let signed = Array("{\"signedPayload\":\"\(jws("{\"n\":1}"))\"}".utf8)
    let entries = [
      entry("a", signed, .verified), entry("b", signed, .verified), entry("c", signed, .unchecked),
      entry("d", PackedPayload.mark, .unsigned), entry("e", [], .verified),
    ]
    _ = try ledger.append(Array(entries.prefix(1)), now: Timestamp(seconds: 1))
    _ = try ledger.append(entries, now: Timestamp(seconds: 2))
    var told: [[UInt8]] = []
    try ledger.forEachEntry(after: 0) { told.append($1.raw) }
    #expect(told == entries.map(\.raw))
    let lengths = try ledger.read { database in
      try Int.fetchAll(database, sql: "SELECT length(raw) FROM entries ORDER BY position")
    }
    #expect(lengths[0] < signed.count / 6 && lengths[1] == lengths[0] && lengths[2] > lengths[0])
    let headers = try ledger.read { database in
      try Int.fetchOne(database, sql: "SELECT count(*) FROM headers")
    }
    #expect(headers == 1)
  }
}
