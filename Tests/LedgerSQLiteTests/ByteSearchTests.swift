import LedgerContract
import SeededNumbers
import Testing

@testable import LedgerSQLite

@Suite struct `A search among bytes` {
  /// Every place, by comparing at each.
  private static func places(of wanted: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard bytes.count >= wanted.count else { return [] }
    return (0...bytes.count - wanted.count).filter { place in
      bytes[place..<place + wanted.count].elementsEqual(wanted)
    }
  }

  @Test func `finds every place, whatever stands around it`() throws {
    var numbers = SeededNumbers(seed: 1)
    var found = 0
    for _ in 0..<400 {
      let letters = UInt8.random(in: 1...4, using: &numbers)
      let bytes = (0..<Int.random(in: 0...150, using: &numbers)).map { _ in
        numbers.happens(10) ? 0xFF : UInt8.random(in: 0...letters, using: &numbers)
      }
      let wanted = (0..<Int.random(in: 1...5, using: &numbers)).map { _ in
        UInt8.random(in: 0...letters, using: &numbers)
      }
      let search = try #require(ByteSearch(wanted))
      var places: [Int] = []
      bytes.withUnsafeBytes { bytes in
        while let place = search.place(in: bytes, from: places.last.map { $0 + 1 } ?? 0) {
          places.append(place)
        }
      }
      #expect(places == Self.places(of: wanted, in: bytes))
      found += places.count
      for byte in [letters, 0xFF] {
        let range = bytes.count / 5..<bytes.count
        let count = bytes.withUnsafeBytes { ByteSearch.count(byte, in: $0, range) }
        #expect(count == bytes[range].count { $0 == byte })
      }
    }
    #expect(found > 1_000)
  }

  @Test func `is for something`() { #expect(ByteSearch([UInt8]()) == nil) }
}
