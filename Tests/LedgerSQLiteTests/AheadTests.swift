import Dispatch
import Testing

@testable import LedgerSQLite

/// Values that are computed ahead: each once, whoever computes it.
@Suite struct AheadTests {
  @Test func `a value that is there is given back`() {
    #expect(Ahead(7).value() == 7)
  }

  @Test func `many values are computed, each once`() {
    let values = (0..<200).map { number in Ahead(computing: { number * number }) }
    let squares = (0..<200).map { $0 * $0 }
    #expect(values.map { $0.value() } == squares)
  }

  @Test func `whoever asks computes the value where no thread is free`() {
    let queue = DispatchQueue(label: "busy")
    queue.suspend()
    let ahead = Ahead(on: queue, computing: { 7 })
    #expect(ahead.value() == 7)
    // A queue may not go away while it is suspended; what it does now finds the work done.
    queue.resume()
    queue.sync {}
  }
}
