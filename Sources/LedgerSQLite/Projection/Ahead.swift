import Dispatch
import Foundation
import Synchronization

/// A value that another thread computes until it is asked for.
///
/// Where no thread has begun by then, the thread that needs it computes it, rather than wait for
/// one that is not there.
final class Ahead<Value: Sendable>: Sendable {
  private enum State {
    case waiting(@Sendable () -> Value)
    case begun
    case done(Value)
  }

  private let state: Mutex<State>
  private let isDone = DispatchSemaphore(value: 0)

  /// Takes a value that is there.
  init(_ value: Value) {
    state = Mutex(.done(value))
    isDone.signal()
  }

  /// Begins to compute a value.
  init(on queue: DispatchQueue? = nil, computing work: @escaping @Sendable () -> Value) {
    state = Mutex(.waiting(work))
    (queue ?? AheadQueues.next).async { self.compute() }
  }

  /// Computes the value, unless another thread does.
  private func compute() {
    let work = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
    guard let work else { return }
    let value = work()
    state.withLock { $0 = .done(value) }
    isDone.signal()
  }

  /// Waits for the value; to be called once.
  func value() -> Value {
    compute()
    isDone.wait()
    return state.withLock { state in
      guard case .done(let value) = state else { preconditionFailure("it was computed") }
      state = .begun
      return value
    }
  }
}

extension Ahead {
  /// The number of elements that one thread works on at a time.
  static var partLength: Int { 128 }
  /// The fewest elements that are worth another thread.
  private static var partLengthMin: Int { 16 }

  /// Begins to compute a value from a number of elements; from few it is computed at once.
  convenience init(from count: Int, computing work: @escaping @Sendable () -> Value) {
    if count < Self.partLengthMin { self.init(work()) } else { self.init(computing: work) }
  }

  /// Begins to map elements, part by part in their order.
  static func parts<Element: Sendable, Mapped>(
    of elements: [Element], _ map: @escaping @Sendable (ArraySlice<Element>) -> [Mapped]
  ) -> [Ahead<[Mapped]>] where Value == [Mapped] {
    stride(from: 0, to: elements.count, by: partLength).map { start in
      let end = min(start + partLength, elements.count)
      return Ahead(from: end - start) { map(elements[start..<end]) }
    }
  }
}

/// The parts of some keys, the next of which are computed while one is used.
struct PartsAhead<Value: Sendable> {
  private var keys: ArraySlice<Int64>
  private var begun: [Ahead<Value>] = []
  private static var begunMax: Int { 3 }

  /// Begins nothing yet.
  init(of keys: [Int64]) { self.keys = keys[...] }

  /// Begins the parts that come next, and waits for the first of them; `nil` after the last.
  mutating func next(
    _ begin: (ArraySlice<Int64>) throws -> Ahead<Value>
  ) rethrows -> Value? {
    while !keys.isEmpty, begun.count < Self.begunMax {
      begun.append(try begin(keys.prefix(Ahead<Value>.partLength)))
      keys = keys.dropFirst(Ahead<Value>.partLength)
    }
    return begun.isEmpty ? nil : begun.removeFirst().value()
  }
}

/// The queues of what is computed ahead, as many as there are cores.
///
/// Each has a thread of its own. The threads that all share may be taken: by tasks that parse what
/// is stored, and wait until it is.
enum AheadQueues {
  private static let all = (0..<max(1, ProcessInfo.processInfo.activeProcessorCount)).map {
    DispatchQueue(label: "churntop.ahead.\($0)")
  }
  private static let count = Atomic(0)

  /// The queue of the next value.
  static var next: DispatchQueue {
    all[count.wrappingAdd(1, ordering: .relaxed).oldValue % all.count]
  }
}
