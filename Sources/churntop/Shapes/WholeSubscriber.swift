import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// A subscriber with everything that `show` and `explain` print.
struct WholeSubscriber {
  /// The subscriber, folded from the events.
  let subscriber: Subscriber
  /// The row of the list, with the account's profile.
  let row: SubscriberSummary
  /// The events, oldest first.
  let events: [SubscriptionEvent]
  /// The payments of this purchase and of the same user's others, oldest first.
  let payments: [Payment]
  /// The instant of all values.
  let now: Timestamp
  /// The policy about recovery and prompts.
  let policy: ChurnPolicy

  /// Resolves a subscriber and folds it at the instant of a session, for a command that prints it
  /// in a format.
  init(
    _ session: Session, _ ledger: any Ledger, named text: String, for command: String,
    format: OutputFormat
  ) throws {
    let id = try session.resolve(text, in: ledger)
    guard let found = try ledger.subscriber(id) else {
      throw CommandError.notFound("\(id) is gone from the ledger.")
    }
    let isHidden = try session.hidesPersonalData(
      from: command, format: format, count: 1, of: id, in: ledger)
    try self.init(found, in: ledger, now: session.now, masksPersonalData: isHidden)
  }

  /// Folds a subscriber of a ledger at an instant, with aliases for names if requested.
  init(
    _ ledger: any Ledger, _ id: SubscriptionID, now: Timestamp, masksPersonalData: Bool
  ) throws(LedgerError) {
    guard let found = try ledger.subscriber(id) else {
      throw .failed(location: id.rawValue, detail: "it is not in the ledger at that time")
    }
    try self.init(found, in: ledger, now: now, masksPersonalData: masksPersonalData)
  }

  private init(
    _ found: Subscriber, in ledger: any Ledger, now: Timestamp, masksPersonalData: Bool
  ) throws(LedgerError) {
    (subscriber, self.now, policy) = (found, now, ledger.policy)
    let profile = try found.account.flatMap(ledger.profile)
    row = found.summary(
      at: now, policy: policy, profile: masksPersonalData ? profile.map(Masking.profile) : profile)
    events = try ledger.events(of: found.id).map(\.event)
    payments = try ledger.payments(of: found, events, at: now)
  }

  /// The events with their changes of state.
  var changes: [EventShape] {
    let changes = Dictionary(
      subscriber.transitions.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    return events.map { event in
      EventShape(
        event: event, from: changes[event.id]?.from, to: changes[event.id]?.to,
        reversal: Reversal(of: event, in: events))
    }
  }

  /// The spans of the timeline, past and projected.
  var spans: [Timeline.Span] { subscriber.timeline(at: now, policy: policy) }

  /// The billing episodes, oldest first.
  var episodes: [BillingEpisode] { subscriber.episodes(at: now, policy: policy) }

  var anomalies: [Anomaly] { subscriber.anomalies(at: now, policy: policy) }

  /// The conditions of the prompt decision.
  var trace: [PromptCondition] { subscriber.promptTrace(at: now, policy: policy) }

  /// Returns the explanation for support, sentence by sentence.
  func sentences(in zone: DisplayZone) -> [String] {
    Explanation.sentences(for: subscriber, at: now, policy: policy, zone: zone)
  }

  /// The pages, with the latest order to search for.
  private var pages: [StoreConsole.Page] {
    let order = payments.last { $0.subscription == row.id && $0.name != nil }?.name
    return StoreConsole.pages(store: row.store, product: row.product, app: row.app, order: order)
  }

  var pagesText: String {
    let width = pages.map(\.title.count).max() ?? 0
    return pages.map { page in
      let title = page.title + String(repeating: " ", count: width - page.title.count)
      let search = page.search.map { "Search for \(DisplayText.sanitized($0)). " } ?? ""
      let indent = String(repeating: " ", count: width + 2)
      let address = DisplayText.sanitized(page.address)
      return "\(title)  \(address)\n\(indent)\(search)\(page.use)\n"
    }.joined()
  }

  var pagesJSON: JSON {
    .array(
      pages.map { page in
        [
          "title": .string(page.title), "address": .string(page.address),
          "search": JSON(page.search), "use": .string(page.use),
        ]
      })
  }

  /// Formats the identity, the status, and every span with its inclusive last day.
  func timelineText(_ time: LocalTime) -> String {
    let words = SubscriberTable(now: now, time: time)
    var head = [row.id.rawValue]
    if let name = row.profile?.name, !name.isEmpty { head.append(name) }
    head += [
      row.status.state.title, "access \(words.access(row.status))",
      "as of \(time.minute(now))",
    ]
    var text = DisplayText.sanitized(head.joined(separator: ", ")) + "\n\n"
    text += Self.spanTable(spans, time).text(ink: false)
    let shown = subscriber.promptsShown.map { time.minute($0.at) }
    if !shown.isEmpty { text += "\nPrompts shown: \(shown.joined(separator: ", "))\n" }
    return text
  }
  /// Returns spans as a table, each with its inclusive last day.
  static func spanTable(_ spans: [Timeline.Span], _ time: LocalTime) -> Table {
    Table(
      ["SPAN", "FROM", "LAST DAY", "", ""],
      spans.map { span in
        [
          DisplayText.words(span.kind.rawValue), time.day(span.from),
          span.to.map(time.lastDay) ?? "?",
          span.access ? "access" : "no access", span.projected ? "expected" : "",
        ]
      })
  }

  /// Returns a Mermaid `gantt` (<https://mermaid.js.org/syntax/gantt.html>) of the spans and the
  /// shown prompts; an unknown end is drawn a day after the present and labelled as unknown; the
  /// title names the time zone.
  func mermaid(_ time: LocalTime) -> String {
    var lines = [
      "gantt",
      "  title \(Self.label(row.id.rawValue)) as of \(Self.minute(now, time)) \(time.zone.name)",
      "  dateFormat YYYY-MM-DD HH:mm", "  axisFormat %d %b", "  section access",
    ]
    lines += spans.filter(\.access).map { task($0, time) }
    lines.append("  section no access")
    lines += spans.filter { !$0.access }.map { task($0, time) }
    lines.append("  section prompts")
    lines += subscriber.promptsShown.map { shown in
      "  shown :milestone, \(Self.minute(shown.at, time)), 0d"
    }
    lines.append("  as of :crit, milestone, \(Self.minute(now, time)), 0d")
    return lines.joined(separator: "\n") + "\n"
  }

  private func task(_ span: Timeline.Span, _ time: LocalTime) -> String {
    var tags: [String] = []
    if span.kind == .grace || span.kind == .hold { tags.append("crit") }
    if !span.projected { tags.append(span.to.map { $0 < now } == true ? "done" : "active") }
    let end = span.to ?? max(now, span.from) + .days(1)
    let name =
      Self.label(DisplayText.words(span.kind.rawValue)) + (span.to == nil ? " until ?" : "")
      + (span.projected ? " expected" : "")
    let parts = tags + [Self.minute(span.from, time), Self.minute(end, time)]
    return "  \(name) :\(parts.joined(separator: ", "))"
  }

  /// Formats a time in the diagram's date format.
  private static func minute(_ instant: Timestamp, _ time: LocalTime) -> String {
    let text = time.zone.wallClock(instant).rfc3339
    return String(text.prefix(10) + " " + text.dropFirst(11).prefix(5))
  }

  /// Returns a text without the characters that end a name in the diagram's language.
  private static func label(_ text: String) -> String {
    DisplayText.sanitized(text).filter { !":;#,%".contains($0) }
  }

  /// A reply with its parameters.
  struct Reply {
    /// The text.
    let text: String
    /// The situation that it explains.
    let situation: ReplyKey
    let language: String
    /// The time zone of its dates.
    let zone: DisplayZone

    /// Returns the reply as JSON.
    func json(_ whole: WholeSubscriber) -> JSON {
      [
        "id": JSON(whole.subscriber.id), "asOf": JSON(whole.now),
        "situation": .string(situation.rawValue), "language": .string(language),
        "timezone": .string(zone.name), "reply": .string(text),
      ]
    }
  }

  /// Returns the reply to the customer, by name or not, in a language or that of the storefront's
  /// country, and in the customer's time zone, or another if the app has not provided it.
  func reply(
    _ files: ReplyFiles, language: String?, zone fallback: DisplayZone, isNamed: Bool = true
  ) throws(CommandError) -> Reply {
    let templates = try files.templates(language: language, country: row.country)
    let own = row.profile.flatMap { profile in
      profile.timezone.isEmpty ? nil : SystemZones.zone(named: profile.timezone)
    }
    let zone = own ?? fallback
    let reply = CustomerReply(
      about: subscriber, at: now, policy: policy, in: zone,
      to: isNamed ? row.profile?.name ?? "" : "", productName: productName)
    return Reply(
      text: DisplayText.sanitizedLines(reply.text(templates)), situation: reply.key,
      language: templates.language, zone: zone)
  }

  /// Returns the display name of a product; every reply uses it.
  private func productName(_ product: ProductID) -> String {
    let key = ProductKey(store: subscriber.store, app: subscriber.app, product: product)
    return policy.products.displayName(of: key) ?? product.readable(in: subscriber.app)
  }
}
