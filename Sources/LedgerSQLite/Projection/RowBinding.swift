import EventLedger
import SubscriptionCore

/// The values of a row's columns, for a sink that takes them one by one.
///
/// Writing a row, changing one and checking a stored one share it, so that they cannot disagree.
struct RowBinding<Sink: ColumnSink> {
  /// The sink of the values.
  private(set) var sink: Sink

  /// Creates a binding to a sink.
  init(_ sink: Sink) { self.sink = sink }

  /// Passes on every column but the row itself; absent ones are left out.
  mutating func bind(_ summary: SubscriberSummary) {
    bindTexts(summary)
    bindRest(summary)
  }

  /// Passes on the columns that hold no text.
  mutating func bindRest(_ summary: SubscriberSummary) {
    bindChoices(summary)
    bindNumbers(summary)
  }

  private mutating func bindTexts(_ summary: SubscriberSummary) {
    if summary.id.rawValue.isEmpty { sink.take("", at: .id) }
    plain(summary.id.rawValue, at: .id, folded: .idFolded)
    plain(summary.product.rawValue, at: .product, folded: .productFolded)
    plain(summary.account?.rawValue ?? "", at: .account, folded: .accountFolded)
    if let account = summary.account?.rawValue, !account.isEmpty {
      sink.take(NameMark.of(account), at: .accountMark)
    }
    if let currency = summary.mrr?.currency { sink.take(currency, at: .mrrCurrency) }
    folded(summary.profile?.name, at: .name)
    folded(summary.profile?.email, at: .email)
    folded(summary.app?.rawValue, at: .app)
    folded(summary.status.pendingProduct?.rawValue, at: .nextProduct)
    folded(summary.country, at: .country)
    folded(summary.price?.currency, at: .currency)
    folded(summary.status.prompt.rule, at: .rule)
    folded(summary.claimedBy, at: .claimed)
    list(summary.value(of: .tags), at: .tags)
    list(summary.value(of: .plan), at: .plan)
  }

  private mutating func plain(_ text: String, at column: RowColumn, folded: RowColumn) {
    guard !text.isEmpty else { return }
    sink.take(text, at: column)
    if !Filter.isFolded(text) { sink.take(Filter.foldCase(text), at: folded) }
  }

  private mutating func folded(_ text: String?, at column: RowColumn) {
    guard let text, !text.isEmpty else { return }
    sink.take(Filter.foldCase(text), at: column)
  }

  private mutating func list(_ value: FilterColumn.Value, at column: RowColumn) {
    guard case .texts(let texts) = value else { return }
    let packed = PackedTexts.pack(texts.lazy.filter { !$0.isEmpty }.map(Filter.foldCase))
    if !packed.isEmpty { sink.take(packed, at: column) }
  }

  private mutating func bindChoices(_ summary: SubscriberSummary) {
    let status = summary.status
    choice(status.state.code, at: .state)
    choice(summary.store.code, at: .store)
    choice(summary.environment.code, at: .environment)
    choice(status.access.granted ? 1 : 0, at: .access)
    choice(status.autoRenew.map { $0 ? 1 : 0 }, at: .autoRenew)
    choice(status.end?.cause.map { $0 == .voluntary ? 0 : 1 }, at: .cause)
    choice(status.end.flatMap { Choices.reasonCodes[$0.reason] }, at: .reason)
    choice(status.prompt.step.map { Int64($0.rawValue) - 1 }, at: .step)
    switch status.prompt.verdict {
    case .withheld(let reason):
      choice(0, at: .verdict)
      choice(Choices.withheldCodes[reason], at: .withheld)
    case .due: choice(1, at: .verdict)
    case .scheduled: choice(2, at: .verdict)
    }
    let bits = status.flags.reduce(Int64(0)) { $0 | 1 << Choices.flagCodes[$1, default: 0] }
    choice(bits, at: .flags)
  }

  private mutating func choice(_ code: Int64?, at column: RowColumn) {
    if let code { sink.take(code, at: column) }
  }

  private mutating func bindNumbers(_ summary: SubscriberSummary) {
    let status = summary.status
    choice(summary.price?.micros, at: .price)
    choice(summary.mrr?.micros, at: .mrr)
    choice(Int64(summary.anomalyCount), at: .anomalies)
    choice(Int64(status.prompt.shownInEpisode), at: .shown)
    instant(status.losesAccessAt, at: .losesAt)
    instant(status.stateSince, at: .stateSince)
    instant(status.retryEnds, at: .retryEnds)
    instant(status.graceEnds, at: .graceEnds)
    instant(status.renewsAt, at: .renewsAt)
    instant(status.paidThrough, at: .paidThrough)
    instant(status.resumesAt, at: .resumesAt)
    instant(status.end?.at, at: .endedAt)
    instant(summary.snoozedUntil, at: .snoozedUntil)
    instant(summary.lastEventAt, at: .lastEventAt)
    instant(summary.refreshRequestedAt, at: .refreshRequestedAt)
    instant(status.nextChangeAt, at: .nextChangeAt)
    if case .integer(let due) = summary.value(of: .dueAt) { choice(due, at: .dueAt) }
  }

  private mutating func instant(_ instant: Timestamp?, at column: RowColumn) {
    if let instant { sink.take(instant.milliseconds, at: column) }
  }
}

extension SubscriberSummary {
  /// A Boolean value that indicates whether the columns that hold texts are the same, byte for
  /// byte, as those of another row.
  func hasTexts(of other: SubscriberSummary) -> Bool {
    func same(_ left: String?, _ right: String?) -> Bool {
      switch (left, right) {
      case (nil, nil): true
      case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
      case (_?, nil), (nil, _?): false
      }
    }
    return same(id.rawValue, other.id.rawValue) && same(product.rawValue, other.product.rawValue)
      && same(account?.rawValue, other.account?.rawValue)
      && profile == nil && other.profile == nil && same(app?.rawValue, other.app?.rawValue)
      && same(status.pendingProduct?.rawValue, other.status.pendingProduct?.rawValue)
      && same(country, other.country) && plan == other.plan && price == other.price
      && same(price?.currency, other.price?.currency)
      // An end takes the monthly price, and with it its currency.
      && same(mrr?.currency, other.mrr?.currency)
      && same(status.prompt.rule, other.status.prompt.rule)
      && same(claimedBy, other.claimedBy)
  }
}

/// Takes the values of columns that are not NULL.
protocol ColumnSink {
  mutating func take(_ value: Int64, at column: RowColumn)
  mutating func take(_ value: String, at column: RowColumn)
  mutating func take(_ value: [UInt8], at column: RowColumn)
}

extension RawStatement: ColumnSink {
  func take(_ value: Int64, at column: RowColumn) { bind(value, at: column.rawValue) }
  func take(_ value: String, at column: RowColumn) { bind(value, at: column.rawValue) }
  func take(_ value: [UInt8], at column: RowColumn) { bind(value, at: column.rawValue) }
}
