import SubscriptionCore
import Testing

@testable import StoreSimulator

@Suite struct SeededRNGTests {
  @Test func `the numbers are those of SplitMix64`() {
    // Reference output for the seed 1234567 (https://prng.di.unimi.it/splitmix64.c).
    var rng = SeededRNG(seed: 1_234_567)
    #expect(rng.next() == 6_457_827_717_110_365_317)
    #expect(rng.next() == 3_203_168_211_198_807_973)
    #expect(rng.next() == 9_817_491_932_198_370_423)
  }

  @Test func `streams of one seed differ, and each is the same every time`() {
    var streams = (0..<50).map { SeededRNG(seed: 9, stream: $0) }
    let first = streams.indices.map { streams[$0].next() }
    #expect(Set(first).count == 50)
    var again = SeededRNG(seed: 9, stream: 17)
    #expect(again.next() == first[17])
  }

  @Test func `a probability is kept within a few thousandths`() {
    var rng = SeededRNG(seed: 3)
    let hits = (0..<100_000).count { _ in rng.happens(135) }
    #expect((13_000...14_000).contains(hits))
  }

  @Test func `durations and numbers stay in their range`() {
    var rng = SeededRNG(seed: 4)
    for _ in 0..<1_000 {
      #expect((3...9).contains(rng.number(in: 3...9)))
      let duration = rng.duration(from: .hours(2), to: .hours(3))
      #expect(duration >= .hours(2) && duration < .hours(3))
    }
  }

  @Test func `identifiers are UUIDs of version 4`() {
    var rng = SeededRNG(seed: 5)
    for _ in 0..<100 {
      let parts = rng.uuid().split(separator: "-")
      #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
      #expect(parts[2].first == "4")
      #expect("89ab".contains(parts[3].first ?? " "))
    }
  }
}
