import Dispatch
import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// An index in the order of a list, made when a list first asks for it.
///
/// A ledger whose lists were never read, such as one that an import is filling, need not keep nine
/// orders up to date. Where an index is missing and may not be made, lists are sorted instead.
enum ListIndex: String, CaseIterable {
  case byID = "subscribersByID"
  case byLoss = "subscribersByLoss"
  case byState = "subscribersByState"
  case byStateAndLoss = "subscribersByStateAndLoss"
  case bySince = "subscribersBySince"
  case byRenewal = "subscribersByRenewal"
  case byWorth = "subscribersByWorth"
  case byProduct = "subscribersByProduct"
  case byLastEvent = "subscribersByLastEvent"

  /// The columns of the index; the rows without a value stand together, by id.
  private var columns: String {
    switch self {
    case .byID: "id"
    case .byLoss: "losesAt, id"
    case .byState: "state, id"
    case .byStateAndLoss: "state, losesAt, id"
    case .bySince: "stateSince, id"
    case .byRenewal: "renewsAt, id"
    case .byWorth: "mrr, id"
    case .byProduct: "product, id"
    case .byLastEvent: "lastEventAt, id"
    }
  }

  /// The fewest rows for which an index is worth its keep; fewer are sorted in a few milliseconds.
  static let rowsMin = 2_000

  /// The fewest rows for which the other orders are made ready when one is looked at.
  static let aheadRowsMin = 50_000
  /// The pause between the first list and the first of the other indexes.
  static let aheadDelay = DispatchTimeInterval.seconds(2)
  /// The pause between two of them, in which others may write.
  static let aheadPause = DispatchTimeInterval.milliseconds(500)

  /// The amount that is sorted in memory at a time; the rest waits in a file.
  static let sorterKibibytes = 2_048

  /// Makes the index.
  func make(_ database: Database) throws {
    try database.execute(
      sql: "CREATE INDEX IF NOT EXISTS \(rawValue) ON subscribers(\(columns))")
  }

  /// A Boolean value that indicates whether the file has the index.
  func exists(_ database: Database) throws -> Bool { try database.hasIndex(rawValue) }
}

extension SubscriberSort {
  /// The index in the order of the list, or `nil` where rows are sorted; for an order with a
  /// ``sparseIndex``, that of the rows without a value.
  var listIndex: ListIndex? {
    switch field {
    case .losesAt: .byLoss
    case .stateSince: .bySince
    case .renewsAt: .byRenewal
    case .mrr: .byWorth
    case .state: .byState
    case .product: .byProduct
    case .lastEventAt: .byLastEvent
    case .id, .dueAt, .retryEnds, .name: .byID
    case _: nil
    }
  }

  /// The index that holds the rows with a value and no others, which every ledger has that is not
  /// being loaded.
  var sparseIndex: String? {
    switch field {
    case .dueAt: "subscribersByDue"
    case .retryEnds: "subscribersByRetry"
    case .name: "subscribersByName"
    case _: nil
    }
  }
}
