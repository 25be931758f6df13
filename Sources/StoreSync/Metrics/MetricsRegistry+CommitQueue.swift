import Intake
import SubscriptionCore

extension MetricsRegistry {
  /// Notes what the door in front of the ledger tells; give it to the door that is measured.
  public func note(_ report: CommitQueueReport) {
    switch report {
    case .committed(let waited, let error):
      count(.commits, error == nil ? "stored" : "failed")
      for duration in waited { observe(.commitSeconds, duration) }
    case .omitted(let source, let count):
      self.count(.quarantineOmitted, source, by: Int64(count))
    }
  }

  /// Notes a call of a store's API; give it to the clients that are measured.
  public func note(_ report: StoreCallReport) {
    count(.apiCalls, report.store.rawValue, report.call.rawValue, report.outcome.rawValue)
  }
}
