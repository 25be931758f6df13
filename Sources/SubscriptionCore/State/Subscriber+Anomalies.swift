// MARK: Anomalies

extension Subscriber {
  /// Returns the anomalies at an instant, in the order in which they were found: contradictions
  /// among the store's statements, and statements that are overdue by then.
  public func anomalies(at now: Timestamp, policy: ChurnPolicy) -> [Anomaly] {
    guard let anomaly = silence(at: now, policy) else { return machine.anomalies }
    return machine.anomalies + [anomaly]
  }

  /// Returns the number of anomalies at an instant.
  func anomalyCount(at now: Timestamp, policy: ChurnPolicy) -> Int {
    machine.anomalies.count + (silence(at: now, policy) == nil ? 0 : 1)
  }

  /// Returns an anomaly for a statement of the store that is overdue.
  private func silence(at now: Timestamp, _ policy: ChurnPolicy) -> Anomaly? {
    guard let moment = moment(at: now, policy), let kind = moment.phase.anomaly else { return nil }
    let text: DatedText
    switch kind {
    case .missingDate: text = "the store granted grace and did not state its end; ask it again"
    case .silentStore:
      text = "the period is over and the store has not reported the renewal; ask it again"
    case .endNotStated:
      text = "the store's retries are over and it has not reported the end; ask it again"
    case .duplicate, .outOfOrder, .contradiction, .doubleBilling, .unknownValue, .dataQuality:
      text = "\(kind.rawValue)"
    }
    return Anomaly(kind: kind, at: moment.phase.from, text: text)
  }
}
