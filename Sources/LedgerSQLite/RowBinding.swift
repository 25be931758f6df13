import EventLedger
import SubscriptionCore

/// Binds what filters, orders and figures look at in a row to the parameters of a statement, each
/// at the place of its ``RowColumn``.
///
/// Writing a row and checking a stored one share it, so that the two cannot disagree.
struct RowBinding {
  private let statement: RawStatement

  /// Creates a binding to a statement whose first parameter is the key.
  init(_ statement: RawStatement) { self.statement = statement }

  /// Binds the key and every column but the row itself; what is absent is NULL.
  func bind(_ summary: SubscriberSummary, key: Int64) {
    statement.clear()
    statement.bind(key, at: 1)
    bindTexts(summary)
    bindChoices(summary)
    bindNumbers(summary)
  }

  private func bindTexts(_ summary: SubscriberSummary) {
    plain(summary.id.rawValue, at: .id, folded: .idFolded)
    plain(summary.product.rawValue, at: .product, folded: .productFolded)
    if let account = summary.account?.rawValue, !account.isEmpty {
      plain(account, at: .account, folded: .accountFolded)
    }
    statement.bind(summary.mrr?.currency, at: RowColumn.mrrCurrency.rawValue)
    folded(summary.profile?.name, at: .name)
    folded(summary.profile?.email, at: .email)
    folded(summary.app?.rawValue, at: .app)
    folded(summary.standing.pendingProduct?.rawValue, at: .nextProduct)
    folded(summary.country, at: .country)
    folded(summary.price?.currency, at: .currency)
    folded(summary.standing.prompt.rule, at: .rule)
    folded(summary.claimedBy, at: .claimed)
    list(summary.value(of: .tags), at: .tags)
    list(summary.value(of: .plan), at: .plan)
  }

  private func plain(_ text: String, at column: RowColumn, folded: RowColumn) {
    statement.bind(text, at: column.rawValue)
    let other = Filter.foldCase(text)
    if !other.utf8.elementsEqual(text.utf8) { statement.bind(other, at: folded.rawValue) }
  }

  private func folded(_ text: String?, at column: RowColumn) {
    guard let text, !text.isEmpty else { return }
    statement.bind(Filter.foldCase(text), at: column.rawValue)
  }

  private func list(_ value: FilterColumn.Value, at column: RowColumn) {
    guard case .texts(let texts) = value else { return }
    let kept = texts.filter { !$0.isEmpty }.map(Filter.foldCase)
    if !kept.isEmpty { statement.bind(PackedTexts.pack(kept), at: column.rawValue) }
  }

  private func bindChoices(_ summary: SubscriberSummary) {
    let standing = summary.standing
    choice(standing.state.code, at: .state)
    choice(summary.store == .appStore ? 0 : 1, at: .store)
    choice(summary.environment.code, at: .environment)
    choice(standing.access.granted ? 1 : 0, at: .access)
    choice(standing.autoRenew.map { $0 ? 1 : 0 }, at: .autoRenew)
    choice(standing.end?.cause.map { $0 == .voluntary ? 0 : 1 }, at: .cause)
    choice(standing.end.flatMap { Choices.reasonCodes[$0.reason] }, at: .reason)
    choice(standing.prompt.step.map { Int64($0.rawValue) - 1 }, at: .step)
    switch standing.prompt.verdict {
    case .withheld(let reason):
      choice(0, at: .verdict)
      choice(Choices.withheldCodes[reason], at: .withheld)
    case .due: choice(1, at: .verdict)
    case .scheduled: choice(2, at: .verdict)
    }
    let bits = standing.flags.reduce(Int64(0)) { $0 | 1 << Choices.flagCodes[$1, default: 0] }
    choice(bits, at: .flags)
  }

  private func choice(_ code: Int64?, at column: RowColumn) {
    statement.bind(code, at: column.rawValue)
  }

  private func bindNumbers(_ summary: SubscriberSummary) {
    let standing = summary.standing
    choice(summary.price?.micros, at: .price)
    choice(summary.mrr?.micros, at: .mrr)
    choice(Int64(summary.anomalyCount), at: .anomalies)
    choice(Int64(standing.prompt.shownInEpisode), at: .shown)
    instant(standing.losesAccessAt, at: .losesAt)
    instant(standing.stateSince, at: .stateSince)
    instant(standing.retryEnds, at: .retryEnds)
    instant(standing.graceEnds, at: .graceEnds)
    instant(standing.renewsAt, at: .renewsAt)
    instant(standing.paidThrough, at: .paidThrough)
    instant(standing.resumesAt, at: .resumesAt)
    instant(standing.end?.at, at: .endedAt)
    instant(summary.snoozedUntil, at: .snoozedUntil)
    instant(summary.lastEventAt, at: .lastEventAt)
    instant(standing.nextChangeAt, at: .nextChangeAt)
    if case .integer(let due) = summary.value(of: .dueAt) { choice(due, at: .dueAt) }
  }

  private func instant(_ instant: Timestamp?, at column: RowColumn) {
    statement.bind(instant?.milliseconds, at: column.rawValue)
  }
}
