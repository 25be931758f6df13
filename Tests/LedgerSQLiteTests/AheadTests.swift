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

  @Test(arguments: [0, 1, 15, 16, 128, 129, 1_000])
  func `parts of a list come in its order`(_ count: Int) {
    let parts = Ahead.parts(of: Array(0..<count)) { part in part.map { "\($0)" } }
    #expect(parts.flatMap { $0.value() } == (0..<count).map { "\($0)" })
  }

  @Test func `values are computed while others hold the shared threads`() {
    let (isOver, computed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // More than the shared pool has at once.
    for _ in 0..<64 { DispatchQueue.global().async { isOver.wait() } }
    defer { for _ in 0..<64 { isOver.signal() } }
    let ahead = Ahead(computing: { computed.signal() })
    #expect(computed.wait(timeout: .now() + 5) == .success)
    _ = ahead.value()
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
