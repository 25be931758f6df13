import EventLedger
import SubscriptionCore

/// The lists of purchases to ask about, in memory.
struct MemoryBackfill {
  /// The items by number.
  var items: [Int64: (item: BackfillItem, run: Int64)] = [:]
  /// The numbers by ``BackfillPurchase/identity``.
  var numbers: [String: Int64] = [:]
  /// The latest run.
  var lastRun: Int64 = 0
  /// The latest number that was given.
  var lastNumber: Int64 = 0

  /// Notes that the answer to an item is stored.
  mutating func answer(_ number: Int64) {
    guard var found = items[number] else { return }
    (found.item.outcome, found.item.purchase.account) = (.answered, nil)
    found.item.purchase.name = ""
    items[number] = found
  }

  /// Forgets what lists say of an account and of purchases.
  mutating func erase(_ account: AccountID, purchases: Set<String>) {
    let doomed = Set(
      items.filter { _, kept in
        let purchase = kept.item.purchase
        return purchase.account == account || purchases.contains(purchase.name)
      }.keys)
    items = items.filter { !doomed.contains($0.key) }
    numbers = numbers.filter { !doomed.contains($0.value) }
  }

  func items(of run: Int64, where test: (BackfillItem) -> Bool) -> [BackfillItem] {
    items.values.lazy.filter { $0.run == run }.map(\.item).filter(test)
  }
}
