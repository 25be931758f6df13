// MARK: What does not fit

extension Subscriber {
  /// What does not fit at an instant, in the order in which it was met: contradictions among what
  /// the store said, and what it has not said by then.
  public func anomalies(at now: Timestamp, policy: ChurnPolicy) -> [Anomaly] {
    guard let anomaly = silence(at: now, policy) else { return machine.anomalies }
    return machine.anomalies + [anomaly]
  }

  /// The number of anomalies at an instant.
  func anomalyCount(at now: Timestamp, policy: ChurnPolicy) -> Int {
    machine.anomalies.count + (silence(at: now, policy) == nil ? 0 : 1)
  }

  /// What the store has not said although its time has come.
  private func silence(at now: Timestamp, _ policy: ChurnPolicy) -> Anomaly? {
    guard let moment = moment(at: now, policy), let kind = moment.phase.anomaly else { return nil }
    let text: String
    switch kind {
    case .missingDate: text = "the store granted grace and did not state its end; ask it again"
    case .silentStore:
      text = "the period is over and the store has not said what became of it; ask it again"
    case .endNotStated:
      text = "the store's tries are over and it has not said so; ask it again"
    case .duplicate, .outOfOrder, .contradiction, .doubleBilling, .unknownValue, .dataQuality:
      text = kind.rawValue
    }
    return Anomaly(kind: kind, at: moment.phase.from, text: text)
  }
}
