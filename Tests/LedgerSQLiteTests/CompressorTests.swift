import EventLedger
import Foundation
import LedgerContract
import LedgerRows
import SeededNumbers
import SubscriptionCore
import Testing

@testable import LedgerSQLite

@Suite struct CompressorTests {
  /// A snapshot as Google Play states it.
  static func payload(_ number: Int) -> [UInt8] {
    Array(
      """
      {"store":"google-play","receivedAt":"2026-11-01T00:00:05Z","packageName":"com.example.app",\
      "purchaseToken":"token-\(number)","subscription":{\
      "kind":"androidpublisher#subscriptionPurchaseV2","startTime":"2026-09-01T00:00:00Z",\
      "regionCode":"JP","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE",\
      "acknowledgementState":"ACKNOWLEDGEMENT_STATE_ACKNOWLEDGED","lineItems":[{\
      "productId":"pro.monthly","expiryTime":"2026-12-01T00:00:00Z",\
      "autoRenewingPlan":{"autoRenewEnabled":true}}]}}
      """.utf8)
  }

  private let compressor = Compressor()

  /// A file of the present form can be read as long as every dictionary is as it was.
  @Test func `dictionaries never change`() {
    #expect(Hash64.of(PackageResources.payloads_1_dictionary) == 7_402_349_714_656_999_905)
    #expect(Hash64.of(PackageResources.events_2_dictionary) == -7_170_685_866_937_751_013)
  }

  @Test func `what a store says takes a third of its room`() throws {
    let raw = Self.payload(1)
    let frame = try #require(compressor.compressed(raw))
    #expect(Compressor.isCompressed(frame))
    #expect(frame.count * 3 < raw.count)
    #expect(compressor.expanded(frame) == raw)
  }

  @Test func `what is short, too long or without any pattern stays`() {
    var numbers = SeededNumbers(seed: 3)
    let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    #expect(compressor.compressed(noise) == nil)
    #expect(compressor.compressed([]) == nil)
    #expect(compressor.compressed(Array("{}".utf8)) == nil)
    let zeros = [UInt8](repeating: 0, count: Compressor.bytesMax)
    let isWhole = compressor.compressed(zeros).flatMap(compressor.expanded) == zeros
    #expect(isWhole)
    #expect(compressor.compressed(zeros + [0]) == nil)
  }

  @Test func `no changed byte and no cut is taken for a payload`() throws {
    let raw = Self.payload(2)
    let frame = try #require(compressor.compressed(raw))
    for place in frame.indices {
      for bit in 0..<8 {
        var damaged = frame
        damaged[place] ^= 1 << UInt8(bit)
        // A bit of the header is unused.
        if let other = compressor.expanded(damaged) { #expect(other == raw) }
      }
      #expect(compressor.expanded(Array(frame.prefix(place))) == nil)
    }
    #expect(compressor.expanded(frame + frame) == nil)
    #expect(compressor.expanded(frame) == raw)
  }

  /// A frame of one block of 16 zeros that says how long it is in eight bytes.
  private func frame(dictionary: UInt8, length: UInt64) -> [UInt8] {
    let lengths = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
    return Compressor.mark + [0xE1, dictionary] + lengths + [0x83, 0, 0, 0]
  }

  @Test func `a frame is not believed to be longer than a payload can be`() {
    let zeros = [UInt8](repeating: 0, count: 16)
    #expect(compressor.expanded(frame(dictionary: 1, length: 16)) == zeros)
    #expect(compressor.expanded(frame(dictionary: 3, length: 16)) == nil)
    for length: UInt64 in [15, 17, UInt64(Compressor.bytesMax) + 1, 1 << 62, .max, .max - 1] {
      #expect(compressor.expanded(frame(dictionary: 1, length: length)) == nil)
    }
  }

  @Test func `a payload that looks compressed comes back`() throws {
    let folder = try TemporaryFolder()
    let ledger = try SQLiteLedger(path: folder.file(), policy: .standard)
    let frame = try #require(compressor.compressed(Self.payload(3)))
    let raws = [frame, Compressor.mark, Compressor.mark + frame, PackedPayload.mark + frame]
    let entries = raws.enumerated().map { place, raw in
      LedgerEntry(
        identity: "\(place)", format: "sample", raw: raw, receivedAt: Timestamp(seconds: 1),
        verification: .unsigned, events: [])
    }
    _ = try ledger.append(entries, now: Timestamp(seconds: 1))
    var told: [[UInt8]] = []
    try ledger.forEachEntry(after: 0) { told.append($1.raw) }
    #expect(told == raws)
    #expect(try ledger.verify() == [])
  }
}
