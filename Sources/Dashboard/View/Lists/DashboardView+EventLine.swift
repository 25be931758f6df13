import SubscriptionCore
import TerminalUI

/// What one event looks like, on Overview, on Events and on Detail.
extension DashboardView {
  /// The source of an event: the store, the app, or who recorded it.
  func source(of event: SubscriptionEvent) -> String {
    switch event.source {
    case .operatorAction: "ops:" + (event.action?.actor ?? "")
    case .app: "app"
    case .appStoreNotification, .appStoreNotificationV1, .appStoreServerAPI, .appStoreReceipt,
      .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      event.source.store == .googlePlay ? "Play" : "App Store"
    }
  }

  /// The source of an event; what is not of production says so in its place.
  func sourceRun(_ line: EventLine) -> TextRun {
    line.environment == .production
      ? TextRun(source(of: line.event), role: .dim)
      : TextRun(line.environment.rawValue, role: .flashWarn)
  }

  /// When an event was stated, as exactly as fits twelve columns: the second of today, the minute
  /// of this year, the day of another.
  func when(_ event: SubscriptionEvent) -> String {
    let (at, now) = (event.statedAt, model.now)
    let day = dates.day(at)
    if day == dates.day(now) { return dates.timeWithSeconds(at) }
    return dates.date(at).year == dates.date(now).year ? "\(day) \(dates.time(at))" : day
  }

  /// The column of ``when(_:)``; its heading names the zone by its place.
  var timeColumn: TableColumn {
    TableColumn(dates.zone.isUTC ? "TIME (UTC)" : "TIME " + dates.zone.place, minimum: 12)
  }

  /// The store's own name of an event, or what an operator did.
  func eventName(_ event: SubscriptionEvent) -> String {
    event.storeName.isEmpty ? event.kind.title : event.storeName
  }

  /// From which state to which; a sign of equality where nothing changed.
  ///
  /// What an operator did stands here only where the event's own name is not shown beside it.
  func change(_ line: EventLine, _ frame: Frame, besideName: Bool) -> [TextRun] {
    guard let to = line.to else {
      return besideName ? [] : [TextRun(actionWords(line.event), role: .dim)]
    }
    guard let from = line.from, from != to else {
      return [TextRun("= \(to.shortTitle)", role: to.role)]
    }
    let arrow = " " + frame.glyph(.arrowRight) + " "
    return [
      TextRun(from == .unknown ? "new" : from.shortTitle, role: from.role), TextRun(arrow),
      TextRun(to.shortTitle, role: to.role),
    ]
  }

  /// What the event adds: dates that the store stated, the words of a note, lateness.
  ///
  /// - Parameters:
  ///   - line: The event.
  ///   - namesEnvironment: Whether it says what is not of production, where no source does.
  /// - Returns: The words.
  func detail(_ line: EventLine, namesEnvironment: Bool = false) -> String {
    let event = line.event
    let isTest = line.environment != .production && namesEnvironment
    var parts = isTest ? [line.environment.rawValue] : []
    parts += line.misfit.map { ["! " + words(of: $0, event)] } ?? []
    if let text = event.action?.text, !text.isEmpty { parts.append("\"\(text)\"") }
    if let until = event.action?.until {
      parts.append("until " + dates.moment(until))
    }
    if let step = event.action?.step { parts.append("step \(step)") }
    switch line.to {
    case .grace:
      if let end = event.facts.graceEndsAt {
        parts.append("ends " + self.end(end, of: event))
      }
    case .active:
      if let end = event.facts.expiresAt {
        parts.append("paid to " + self.end(end, of: event))
      }
    case .paused:
      if let end = event.facts.resumesAt {
        parts.append("until " + self.end(end, of: event))
      }
    case .pending, .renewalPending, .hold, .canceled, .expired, .refunded, .superseded, .unknown,
      nil:
      if let reason = event.facts.endReason { parts.append(reason.title) }
    }
    let late = event.recordedAt - event.statedAt
    if late >= .hours(1) { parts.append("heard \(Words.short(late)) late") }
    return parts.joined(separator: ", ")
  }

  /// What does not fit about an event, and what came of it.
  private func words(of misfit: Anomaly.Kind, _ event: SubscriptionEvent) -> String {
    if event.kind == .unrecognized { return "unknown kind, kept" }
    if misfit == .unknownValue, let value = event.facts.unknownValues?.first {
      return "unknown " + value
    }
    guard misfit == .outOfOrder, event.recordedAt > event.statedAt else { return misfit.title }
    return "out of order (\(Words.short(event.recordedAt - event.statedAt))), put in its place"
  }

  /// An end as its inclusive last day, or, of a month that lasts minutes, as its time.
  private func end(_ end: Timestamp, of event: SubscriptionEvent) -> String {
    let isShort = event.facts.environment != nil && event.facts.environment != .production
    return isShort && end - event.effectiveAt < .days(1)
      ? dates.clock(end) : dates.lastDay(end)
  }

  /// A mark for an event whose signature was checked, or was not although it has one.
  func verification(_ event: SubscriptionEvent, _ frame: Frame) -> TextRun {
    switch event.verification {
    case .verified: TextRun(frame.glyph(.yes), role: "timeline.ok")
    case .unsigned: TextRun(" ")
    case .unchecked: TextRun("?", role: .flashWarn)
    }
  }

  private func actionWords(_ event: SubscriptionEvent) -> String {
    event.kind.isAction ? event.kind.title : ""
  }
}

extension SubscriptionState {
  /// The name in one word, where there is little room.
  var shortTitle: String {
    switch self {
    case .hold: "hold"
    case .renewalPending: "renewing"
    case .pending, .active, .grace, .paused, .canceled, .expired, .refunded, .superseded, .unknown:
      title
    }
  }
}

extension EventKind {
  /// The kind in words.
  public var title: String {
    rawValue.reduce(into: "") { text, character in
      if character.isUppercase { text.append(" ") }
      text.append(contentsOf: character.lowercased())
    }
  }
}

extension Anomaly.Kind {
  /// The misfit in a few words.
  var title: String {
    switch self {
    case .duplicate: "heard twice"
    case .outOfOrder: "out of order, put in its place"
    case .contradiction: "contradicts what was told before"
    case .missingDate: "a date is missing"
    case .silentStore: "the store has not spoken"
    case .endNotStated: "the end was not told"
    case .doubleBilling: "both may be charged"
    case .unknownValue: "unrecognized value"
    case .dataQuality: "parts of it disagree"
    }
  }
}

extension EndReason {
  /// The reason in words.
  public var title: String {
    switch self {
    case .voluntary: "the user canceled"
    case .billing: "payment problem"
    case .priceIncrease: "price increase not accepted"
    case .productUnavailable: "product not for sale"
    case .developer: "ended by the developer"
    case .refund: "refunded"
    case .familySharing: "family sharing ended"
    case .other: "no reason stated"
    }
  }
}
