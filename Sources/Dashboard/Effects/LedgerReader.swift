import EventLedger
import SubscriptionCore
import Synchronization

/// Answers the dashboard's questions from a ledger, on the thread that asks.
public final class LedgerReader: Sendable {
  let ledger: any Ledger
  private let configured: ChurnPolicy
  private let advancedTo = Mutex<Timestamp?>(nil)

  /// The most subscriptions of one name that are returned.
  private static let foundMax = 50
  /// The number of rows beyond which the matches of a filter are not counted.
  private let countMax: Int

  /// Creates a reader of a ledger with its policy, which counts no more than so many matches of a
  /// filter, unless counters tell them.
  public init(ledger: any Ledger, policy: ChurnPolicy, countMax: Int = 100_000) {
    (self.ledger, configured, self.countMax) = (ledger, policy, countMax)
  }

  /// The policy that answers are computed with, with the products that the ledger knows by now.
  var policy: ChurnPolicy {
    var policy = configured
    policy.products = ledger.policy.products
    return policy
  }

  /// Answers a question; an answer that takes long asks from time to time whether it is still
  /// wanted, by default until the task is canceled, and ends early.
  public func answer(
    _ query: Query, isWanted: () -> Bool = { !ReadCancellation.isRequested }
  ) throws(LedgerError) -> Answer {
    switch query {
    case .overview(let count, let now):
      try advance(to: now)
      let lines = try lines(of: try ledger.recentEvents(EventQuery(limit: count)))
      return .overview(try ledger.figures(at: now), lines)
    case .glance(let count, let now):
      let lines = try lines(of: try ledger.recentEvents(EventQuery(limit: count)))
      return .overview(try ledger.figures(at: now), lines)
    case .window(let question, let now):
      try advance(to: now)
      return .window(try window(question, now: now), question.anchor)
    case .extras(let ids, let now): return .extras(try extras(ids, now: now))
    case .count(let filters): return .count(try count(filters))
    case .events(let question, let now): return .events(try events(question, now: now))
    case .dueFigures(let now):
      try advance(to: now)
      return .dueFigures(try ledger.dueFigures(at: now))
    case .metrics(let question, let part, let now):
      let (report, part) = try metrics(question, part, now: now, isWanted: isWanted)
      return .metrics(report, to: question, part: part)
    case .digest(let query):
      try advance(to: query.span.now)
      return .digest(try ledger.digest(query, isWanted: isWanted))
    case .whatIf(let question, let now):
      return .whatIf(try whatIf(question, now: now, isWanted: isWanted))
    case .whatIfSubscriber(let id, let question, let now):
      return .whatIfSubscriber(try whatIf(of: id, question, now: now), of: id, to: question)
    case .arrivals(let question): return .arrivals(try arrivals(question))
    case .detail(let id, let now, let zone):
      return .detail(try detail(id, now: now, zone: zone))
    case .payload(let position): return try payload(at: position)
    case .undelivered: return try undelivered()
    case .find(let text):
      let found = try ledger.resolve(text, limit: Self.foundMax)
      guard found.isEmpty else { return .found(found, text: text, isNear: false) }
      return .found(
        try ledger.similar(to: text, limit: Self.foundMax), text: text, isNear: true)
    case .near(let text):
      return .near(try ledger.similar(to: text, limit: Self.foundMax), text: text)
    case .identities(let filters, let limit):
      return .identities(try identities(filters, limit: limit), of: filters)
    case .values(let field): return .values(try values(of: field), of: field)
    case .preview(let action, let now): return .preview(try preview(action, now: now), of: action)
    }
  }

  /// Brings the rows up to the present, unless the ledger may only be read.
  func advance(to now: Timestamp) throws(LedgerError) {
    guard advancedTo.withLock({ $0 != now }) else { return }
    do throws(LedgerError) {
      try ledger.advance(to: now)
      advancedTo.withLock { $0 = now }
    } catch .readOnly {
      return
    }
  }

  private func payload(at position: LedgerPosition) throws(LedgerError) -> Answer {
    do throws(LedgerError) {
      let entry = try ledger.entry(at: position)
      return .payload(entry.map { PayloadDocument($0, at: position) })
    } catch .refused {
      return .payloadRefused(at: position)
    }
  }

  private func count(_ filters: [Filter?]) throws(LedgerError) -> CappedCount {
    var total: CappedCount = 0
    for filter in filters where total.exact != nil {
      total = total + (try ledger.count(filter, atMost: max(0, countMax - total.number)))
    }
    return total
  }

  // MARK: Subscribers

  /// Timelines and fresh values of subscribers, in the order asked for.
  private func extras(_ ids: [SubscriptionID], now: Timestamp) throws(LedgerError) -> [RowDetail] {
    let present = try present(now)
    let rows = try rows(of: ids)
    return try ledger.subscribers(ids).map { subscriber in
      var row = extra(subscriber, rows[subscriber.id], present)
      row.asOf = now
      return row
    }
  }

  /// The present of an answer, and whether rows that are read from now on stand at it or later.
  private typealias Present = (at: Timestamp, isOfRows: Bool)

  /// Returns the instant at which the ledger was last written, where that is within the minute that
  /// the present on screen lasts: what a colleague recorded meanwhile counts as it does in rows.
  private func present(_ now: Timestamp) throws(LedgerError) -> Present {
    guard let instant = try ledger.advancedTo() else { return (now, false) }
    guard instant > now, instant - now < .minutes(1) else { return (now, instant == now) }
    return (instant, true)
  }

  /// The rows of subscribers, by their ids.
  func rows(of ids: [SubscriptionID]) throws(LedgerError) -> [SubscriptionID: SubscriberSummary] {
    Dictionary(
      try ledger.summaries(ids).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The timeline and values of a subscriber; those of the row where it is of the present.
  private func extra(
    _ subscriber: Subscriber, _ row: SubscriberSummary?, _ present: Present
  ) -> RowDetail {
    let (policy, now) = (policy, present.at)
    let standing = present.isOfRows ? row : nil
    let promptCase = subscriber.promptCase(at: now, policy: policy)
    return RowDetail(
      summary: standing ?? subscriber.summary(at: now, policy: policy, profile: row?.profile),
      asOf: now,
      spans: subscriber.timeline(at: now, policy: policy),
      shown: subscriber.promptsShown.map(\.at),
      ticks: PromptSchedule.upcoming(promptCase, policy: policy.prompts, from: now, count: 4),
      trace: PromptSchedule.trace(promptCase, policy: policy.prompts, at: now),
      note: subscriber.notes.last ?? "")
  }

  private func detail(
    _ id: SubscriptionID, now: Timestamp, zone: DisplayZone
  ) throws(LedgerError) -> DetailData? {
    guard let subscriber = try ledger.subscriber(id) else { return nil }
    let present = try present(now)
    let now = present.at
    let row = try ledger.summary(id)
    let changes = Self.changes(of: subscriber)
    let dates = DateFormatting(zone, now: now)
    let anomalies = subscriber.anomalies(at: now, policy: policy)
    let person = Person(account: subscriber.account, profile: row?.profile)
    let stored = try ledger.events(of: id)
    let history = stored.map(\.event)
    let events = stored.reversed().map { stored in
      EventLine(
        position: stored.position, event: stored.event, from: changes[stored.event.id]?.from,
        to: changes[stored.event.id]?.to, person: person,
        misfit: EventLine.misfit(of: stored.event, among: anomalies),
        reversal: Reversal(of: stored.event, in: history))
    }
    let explanation = Explanation(of: subscriber, at: now, policy: policy, instant: dates.moment)
    var whole = explanation
    whole.instant = dates.longMoment
    return DetailData(
      extra: extra(subscriber, row, present),
      episodes: subscriber.episodes(at: now, policy: policy),
      notices: StoreMessages.schedule(for: subscriber.promptCase(at: now, policy: policy)),
      anomalies: anomalies,
      offer: subscriber.offerEligibility(at: now, policy: policy),
      explanation: explanation.sentences, isLongSilent: explanation.isLongSilent,
      renewsAfterRefund: explanation.renewsAfterRefund,
      sentences: whole.sentences.map(\.text),
      links: subscriber.linkedPurchases(at: now, policy: policy),
      refresh: RefreshRequest(of: subscriber, in: events),
      events: events,
      payments: try ledger.payments(of: subscriber, events.map(\.event), at: now).reversed(),
      terms: subscriber.productTerms(policy), identifiers: Self.identifiers(of: subscriber))
  }

  private static func identifiers(of subscriber: Subscriber) -> [DetailData.Identifier] {
    let facts = subscriber.facts
    let names: [(String, String?)] = [
      ("account", subscriber.account?.rawValue),
      ("orig. tx", facts.originalTransactionID),
      ("latest tx", facts.transactionID), ("order", facts.orderID),
      ("line item", facts.webOrderLineItemID), ("token", facts.purchaseToken),
    ]
    return names.compactMap { kind, value in value.map { DetailData.Identifier(kind, $0) } }
  }

  // MARK: Events

  /// Events with what each changed, newest first.
  func lines(of stored: [LedgerEvent]) throws(LedgerError) -> [EventLine] {
    var seen: Set<SubscriptionID> = []
    let ids = stored.map(\.event.subscription).filter { seen.insert($0).inserted }
    var changes: [EventID: Transition] = [:]
    var people: [SubscriptionID: Person] = [:]
    var misfits: [SubscriptionID: [Anomaly]] = [:]
    var environments: [SubscriptionID: StoreEnvironment] = [:]
    let rows = try rows(of: ids)
    for subscriber in try ledger.subscribers(ids) {
      changes.merge(Self.changes(of: subscriber)) { first, _ in first }
      misfits[subscriber.id] = subscriber.anomalies(at: .distantPast, policy: policy)
      let summary = rows[subscriber.id]
      environments[subscriber.id] = summary?.environment
      people[subscriber.id] = Person(account: subscriber.account, profile: summary?.profile)
    }
    let reversals = try ledger.reversals(of: stored.map(\.event))
    return stored.map { stored in
      EventLine(
        position: stored.position, event: stored.event, from: changes[stored.event.id]?.from,
        to: changes[stored.event.id]?.to,
        person: people[stored.event.subscription] ?? Person(account: nil, profile: nil),
        misfit: EventLine.misfit(
          of: stored.event, among: misfits[stored.event.subscription] ?? []),
        environment: environments[stored.event.subscription] ?? .production,
        reversal: reversals[stored.event.id])
    }
  }

  private static func changes(of subscriber: Subscriber) -> [EventID: Transition] {
    Dictionary(
      subscriber.transitions.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension LedgerReader {
  // MARK: Lists

  /// A page of a list of several sections.
  private func window(
    _ question: WindowQuestion, now: Timestamp
  ) throws(LedgerError) -> WindowAnswer {
    let last = question.sections.count - 1
    var answer: WindowAnswer
    switch question.anchor {
    case .start:
      let (rows, more) = try forward(question, from: 0, after: nil, question.limit)
      answer = WindowAnswer(rows: rows, hasBefore: false, hasAfter: more, firstIndex: 0)
    case .end:
      let (rows, more) = try backward(question, from: last, before: nil, question.limit)
      answer = WindowAnswer(rows: rows, hasBefore: more, hasAfter: false, cursor: rows.last?.key)
    case .after(let key):
      let (rows, more) = try forward(question, from: key.section, after: key.id, question.limit)
      answer = WindowAnswer(rows: rows, hasBefore: true, hasAfter: more)
    case .before(let key):
      let (rows, more) = try backward(question, from: key.section, before: key.id, question.limit)
      answer = WindowAnswer(rows: rows, hasBefore: more, hasAfter: true)
    case .matching(let wanted, let key, let forwards):
      let found = try match(question, wanted, from: key, forwards: forwards)
      answer = try around(question, found ?? key, now: now)
    case .around(let key), .merging(let key):
      answer = try around(question, key, now: now)
    }
    if !answer.hasBefore { answer.firstIndex = 0 }
    if question.counts {
      let isWhole = !answer.hasBefore && !answer.hasAfter
      answer.total =
        isWhole ? .exact(answer.rows.count) : try count(question.sections.map(\.filter))
    }
    return answer
  }

  /// The next row that satisfies a filter, round at the ends of the list.
  private func match(
    _ question: WindowQuestion, _ wanted: Filter, from key: ListWindow.Key, forwards: Bool
  ) throws(LedgerError) -> ListWindow.Key? {
    var narrowed = question
    for index in narrowed.sections.indices {
      let own = narrowed.sections[index].filter
      narrowed.sections[index].filter = own.map { .and([$0, wanted]) } ?? wanted
    }
    let last = narrowed.sections.count - 1
    let rows =
      forwards
      ? try forward(narrowed, from: key.section, after: key.id, 1).rows
      : try backward(narrowed, from: key.section, before: key.id, 1).rows
    if let found = forwards ? rows.first : rows.last { return found.key }
    return forwards
      ? try forward(narrowed, from: 0, after: nil, 1).rows.first?.key
      : try backward(narrowed, from: last, before: nil, 1).rows.last?.key
  }

  /// The rows on both sides of one, which may have left its section or the list.
  private func around(
    _ question: WindowQuestion, _ key: ListWindow.Key, now: Timestamp
  ) throws(LedgerError) -> WindowAnswer {
    guard let row = try ledger.summary(key.id) else {
      // A row of an earlier session, of a ledger that has lost it by an erasure.
      let (rows, more) = try forward(question, from: 0, after: nil, question.limit)
      return WindowAnswer(rows: rows, hasBefore: false, hasAfter: more)
    }
    let sections = question.sections.indices.filter { index in
      question.sections[index].filter?.matches(row, at: now) ?? true
    }
    let home = sections.contains(key.section) ? key.section : sections.first
    let section = home ?? min(key.section, question.sections.count - 1)
    let (above, more) = try backward(question, from: section, before: key.id, question.limit)
    let (below, rest) = try forward(question, from: section, after: key.id, question.limit)
    let own = home.map { ListWindow.Row(section: $0, summary: row) }
    return WindowAnswer(
      rows: above + (own.map { [$0] } ?? []) + below, hasBefore: more, hasAfter: rest,
      cursor: own?.key ?? below.first?.key ?? above.last?.key)
  }

  private typealias RowPage = (rows: [ListWindow.Row], hasMore: Bool)

  private func forward(
    _ question: WindowQuestion, from first: Int, after id: SubscriptionID?, _ limit: Int
  ) throws(LedgerError) -> RowPage {
    var rows: [ListWindow.Row] = []
    var cursor = id.map { PageCursor(.after, $0) }
    for section in question.sections.indices where section >= first {
      let page = try page(question.sections[section], cursor, limit - rows.count)
      rows += page.rows.map { ListWindow.Row(section: section, summary: $0) }
      if page.hasMore { return (rows, true) }
      if rows.count >= limit { return (rows, section + 1 < question.sections.count) }
      cursor = nil
    }
    return (rows, false)
  }

  private func backward(
    _ question: WindowQuestion, from last: Int, before id: SubscriptionID?, _ limit: Int
  ) throws(LedgerError) -> RowPage {
    var rows: [ListWindow.Row] = []
    var cursor = id.map { PageCursor(.before, $0) } ?? .end
    for section in question.sections.indices.reversed() where section <= last {
      let page = try page(question.sections[section], cursor, limit - rows.count)
      rows = page.rows.map { ListWindow.Row(section: section, summary: $0) } + rows
      if page.hasMore { return (rows, true) }
      if rows.count >= limit { return (rows, section > 0) }
      cursor = .end
    }
    return (rows, false)
  }

  private func page(
    _ section: WindowQuestion.Section, _ cursor: PageCursor?, _ limit: Int
  ) throws(LedgerError) -> SubscriberPage {
    try ledger.subscribers(
      SubscriberQuery(
        filter: section.filter, sort: section.sort, descending: section.descending,
        cursor: cursor, limit: limit))
  }
}
