import Testing

@testable import Webhook

@Suite struct RecentTableTests {
  @Test func `it keeps its bound, and what is used`() {
    var table = RecentTable<Int, Int>(countMax: 100)
    table[-1] = 7
    for key in 0..<10_000 {
      table[key] = key
      #expect(table[-1] == 7)
      #expect(table.count <= 100)
      for recent in max(0, key - 48)...key { #expect(table.contains(recent)) }
    }
    #expect(table[0] == nil)
  }

  @Test func `a value is replaced and removed wherever it lies`() {
    var table = RecentTable<Int, String>(countMax: 4)
    for key in 1...3 { table[key] = "first" }
    for key in 1...3 { table[key] = "second" }
    #expect(table.values.filter { $0 == "first" }.isEmpty)
    table[3] = nil
    table[2] = nil
    #expect(table[3] == nil && table[2] == nil)
    #expect(table.count <= 1)
  }
}

extension RecentTable {
  /// Whether a key is there, without its counting as used.
  fileprivate func contains(_ key: Key) -> Bool {
    var copy = self
    return copy[key] != nil
  }
}
