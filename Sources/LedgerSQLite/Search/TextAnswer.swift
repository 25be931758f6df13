import Foundation
import GRDB
import LedgerRows
import SubscriptionCore

/// The rows that terms of texts leave: those of a set, or all but those of a set.
struct TextAnswer {
  private var keys: KeySet
  private var isAllBut: Bool

  /// The most rows that are worth looking up by number and sorting instead of walking an order.
  private static let sortedRowsMax = 4_000

  /// Finds what a predicate decides that `FilterPredicate.isOfTexts`.
  init(_ predicate: FilterPredicate, _ index: TextIndex, _ store: SearchCache) throws {
    if let term = predicate.textTerm {
      self.init(try index.keys(of: term, store), isAllBut: false)
      return
    }
    switch predicate {
    case .not(let inner):
      let answer = try TextAnswer(inner, index, store)
      self.init(answer.keys, isAllBut: !answer.isAllBut)
    case .and(let parts):
      self.init(KeySet(), isAllBut: true)
      for part in parts { formIntersection(try TextAnswer(part, index, store)) }
    case .or(let parts):
      // One of several holds where not all of them fail.
      self.init(KeySet(), isAllBut: true)
      for part in parts { formIntersection(try TextAnswer(.not(part), index, store)) }
      isAllBut.toggle()
    case .always, .present, .equals, .contains, .matches, .atLeast, .below, .part:
      self.init(KeySet(), isAllBut: true)
    }
  }

  private init(_ keys: KeySet, isAllBut: Bool) {
    (self.keys, self.isAllBut) = (keys, isAllBut)
  }

  private mutating func formIntersection(_ other: TextAnswer) {
    switch (isAllBut, other.isAllBut) {
    case (true, true): keys = keys.union(other.keys)
    case (true, false): (keys, isAllBut) = (other.keys.subtracting(keys), false)
    case (false, true): keys = keys.subtracting(other.keys)
    case (false, false): keys = keys.intersection(other.keys)
    }
  }

  /// The number of rows that are left.
  func count(of all: Int) -> Int { isAllBut ? all - keys.count : keys.count }

  /// A Boolean value that indicates whether so few rows are left that they are looked up by their
  /// numbers.
  var isNarrow: Bool { !isAllBut && keys.count <= TextAnswer.sortedRowsMax }

  /// The condition that a row is left.
  var condition: SQLCondition {
    if isNarrow {
      let list = "[" + keys.keys.map(String.init).joined(separator: ",") + "]"
      return SQLCondition("key IN (SELECT value FROM json_each(?))", [list])
    }
    let isFound = SQLCondition("key_found(?, key)", [Data(keys.bytes)])
    return isAllBut ? isFound.negated : isFound
  }
}
