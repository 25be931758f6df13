import SubscriptionCore

/// A priority queue by time; entries of one instant are in the order of their keys.
struct TimeQueue<Element: Sendable>: Sendable {
  private struct Slot: Sendable {
    var at: Timestamp
    var key: UInt64
    var element: Element
  }

  private var heap: [Slot] = []

  /// The instant of the earliest entry; `nil` for an empty queue.
  var nextAt: Timestamp? { heap.first?.at }

  /// The number of entries.
  var count: Int { heap.count }

  /// Adds an entry.
  ///
  /// - Complexity: O(log *n*).
  mutating func add(_ element: Element, at instant: Timestamp, key: UInt64) {
    heap.append(Slot(at: instant, key: key, element: element))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Adds the entries of another queue, with an offset to their keys.
  mutating func add(_ other: TimeQueue, keyOffset: UInt64, _ transform: (Element) -> Element) {
    for slot in other.heap { add(transform(slot.element), at: slot.at, key: slot.key + keyOffset) }
  }

  /// Removes and returns the earliest entry if it is not after an instant.
  ///
  /// - Complexity: O(log *n*).
  mutating func take(through instant: Timestamp) -> Element? {
    guard let first = heap.first, first.at <= instant else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if isBefore(child, least) { least = child }
      }
      guard least != parent else { return first.element }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (heap[left].at, heap[left].key) < (heap[right].at, heap[right].key)
  }
}
