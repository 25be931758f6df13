import EventLedger
import SubscriptionCore

/// The subscribers that the next action is about, kept by identity: they stay marked wherever the
/// list moves them, and under a filter that hides them.
public struct Marks: Hashable, Sendable {
  /// A selection too large to be held by identity: the filters it was made with, and its size then.
  ///
  /// It can be seen and counted; actions ask for a smaller one.
  public struct Selection: Hashable, Sendable {
    /// The filters, one of which each marked row satisfies.
    public var filters: [Filter?]
    /// The number of rows at that time.
    public var count: CappedCount
  }

  /// The marked ones, in the order in which they were marked.
  public private(set) var ids: [SubscriptionID] = []
  /// All that match, where there are more than ``idsMax`` of them.
  public private(set) var selection: Selection?
  private var members: Set<SubscriptionID> = []

  /// The most subscribers that one action is about.
  public static let idsMax = 10_000

  /// The number of marked rows.
  public var count: CappedCount { selection?.count ?? .exact(ids.count) }

  /// A Boolean value that indicates whether none is marked.
  public var isEmpty: Bool { selection == nil && ids.isEmpty }

  /// Returns a Boolean value that indicates whether a row is marked.
  ///
  /// - Complexity: O(1), or the evaluation of the selection's filters.
  func contains(_ row: SubscriberSummary, at now: Timestamp) -> Bool {
    if members.contains(row.id) { return true }
    return selection?.filters.contains { $0?.matches(row, at: now) ?? true } ?? false
  }

  /// Marks subscribers that are not marked yet.
  mutating func add(_ more: [SubscriptionID]) {
    for id in more where members.insert(id).inserted { ids.append(id) }
  }

  /// Removes or sets a mark.
  mutating func toggle(_ id: SubscriptionID) {
    guard members.remove(id) != nil else { return add([id]) }
    ids.removeAll { $0 == id }
  }

  /// Marks all that some filters select; beyond ``idsMax`` the filters stand for them.
  mutating func select(_ found: [SubscriptionID], matching filters: [Filter?], count: CappedCount) {
    guard found.count > Self.idsMax else { return add(found) }
    self = Marks()
    selection = Selection(
      filters: filters, count: count.number > Self.idsMax ? count : .over(Self.idsMax))
  }
}
