import EventLedger
import SubscriptionCore

extension OverviewScreen {
  func sentences(isPaged: Bool) -> [String] {
    guard let figures = overview.figures else { return ["The ledger was not read."] }
    guard figures.total + figures.nonProduction > 0 || figures.lastHeardAt != nil else {
      return emptyLedgerWords
    }
    func number(_ index: Int) -> String { isPaged ? "\(index + 1). " : "" }
    var lines = ["\(Formatting.plural(figures.total, "subscription")) in production."]
    lines += Freshness.sentences(model)
    for (index, state) in overview.states.enumerated() {
      let counter = figures.states[state]
      let change = figures.change24h[state] ?? 0
      var line = "\(number(index))\(state.title): \(Formatting.count(counter?.count ?? 0))"
      line += ", \(Formatting.change(change)) in 24 hours"
      let amounts = counter.map { self.amounts($0, figures) } ?? []
      if state.isFailing, let risk = Formatting.worth(amounts, width: .max) {
        line += ", monthly revenue at risk \(risk)"
      }
      lines.append(line)
    }
    let states = overview.states.count
    let atRisk = figures.atRisk
    var sum = "\(number(states))At risk, grace and hold together: \(Formatting.count(atRisk.count))"
    if let risk = Formatting.worth(amountsAtRisk(figures), width: .max) {
      sum += ", monthly revenue \(risk)"
    }
    if atRisk.moneyUnknown > 0 {
      sum += ", money of \(Formatting.count(atRisk.moneyUnknown)) unknown"
    }
    lines.append(sum + (ratesWords.map { " (\($0))" } ?? ""))
    lines.append(
      "\(number(states + 1))Renewals failed \(failureDay): "
        + "\(Formatting.count(figures.failedToday)), \(Self.flowWords(figures))")
    let due = figures.promptsDue.values.reduce(0, +)
    lines += [
      "",
      "Prompts due: \(Formatting.count(due)), of these "
        + "\(Formatting.count(figures.promptsOverdue24h)) for more than 24 hours. "
        + "In the next 24 hours: \(Formatting.count(figures.promptsNext24h)). "
        + "Snoozed: \(figures.snoozed). Suppressed: \(figures.suppressed).",
    ]
    for (index, line) in overview.lossLines.enumerated() {
      let number = number(overview.stateLines.count + index)
      let count = Formatting.count(line.counter(in: figures).count)
      lines.append("\(number)\(line.sentence): \(count)")
    }
    lines += RecoveryLine.all(figures).map(\.sentence)
    if let comparison = figures.recoveryComparison, comparison.hasBoth {
      lines.append(comparison.sentence)
    }
    return lines + alarms(figures)
  }

  /// The figures that want a look.
  private func alarms(_ figures: OverviewFigures) -> [String] {
    var lines: [String] = []
    if figures.quarantined > 0 { lines.append("Refused payloads: \(figures.quarantined)") }
    if figures.undelivered > 0 {
      lines.append(
        "Changes not delivered: \(Formatting.count(figures.undelivered)); :undelivered lists them.")
    }
    if figures.moneyUnknown > 0 {
      lines.append(
        "Money unknown: \(Formatting.count(figures.moneyUnknown)); "
          + "\(model.key(.unknownPlans)) lists those subscribers.")
    }
    if figures.unknownKinds > 0 {
      lines.append("Unrecognized store values: \(figures.unknownKinds)")
    }
    return lines
  }
}
