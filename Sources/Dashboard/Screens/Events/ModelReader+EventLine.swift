import SubscriptionCore
import TerminalUI

/// The words of one event, on Overview, on Events and on Detail.
extension ModelReader {
  /// The source of an event: the store, the app, or who recorded it.
  func source(of event: SubscriptionEvent) -> String {
    switch event.source {
    case .operatorAction: "ops:" + (event.action?.actor ?? "")
    case .app: "app"
    case .appStoreNotification, .appStoreNotificationV1, .appStoreServerAPI, .appStoreReceipt:
      "App Store"
    case .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      "Play"
    }
  }

  /// The source of an event, or its environment where that is not production.
  func sourceRun(_ line: EventLine) -> TextRun {
    line.environment == .production
      ? TextRun(source(of: line.event), role: .dim)
      : TextRun(line.environment.rawValue)
  }

  /// The instant at which an event was stated, in twelve columns: the second of today, the minute
  /// of this year, the day of another.
  func when(_ event: SubscriptionEvent) -> String {
    let (at, now) = (event.statedAt, model.now)
    let day = dates.day(at)
    if day == dates.day(now) { return dates.timeWithSeconds(at) }
    return dates.date(at).year == dates.date(now).year ? "\(day) \(dates.time(at))" : day
  }

  /// The time of today, or the day: a time of yesterday would be taken for one of today.
  func shortWhen(_ event: SubscriptionEvent) -> String {
    let day = dates.day(event.statedAt)
    if day == dates.day(model.now) { return dates.time(event.statedAt) }
    return dates.date(event.statedAt).year == dates.date(model.now).year
      ? day : String(day.suffix(4))
  }

  /// The column of ``when(_:)``; its heading names the zone by its place.
  var timeColumn: TableColumn {
    TableColumn(dates.zone.isUTC ? "TIME (UTC)" : "TIME " + dates.zone.place, minimum: 12)
  }

  /// The store's own name of an event, or the operator's action.
  ///
  /// Of a type with a subtype that does not fit in the width, the subtype is whole.
  func eventName(_ event: SubscriptionEvent, width: Int = .max) -> String {
    let name = event.storeName.isEmpty ? event.kind.title : event.storeName
    guard name.count > width, let slash = name.firstIndex(of: "/") else { return name }
    let (subtype, mark) = (name[slash...], String(model.settings.signs[.ellipsis]))
    let room = width - subtype.count - mark.count
    return room >= 3 ? name.prefix(room) + mark + subtype : name
  }

  /// The states before and after an event; a sign of equality where they are the same.
  ///
  /// The action of an operator is shown only where the event's own name is not beside it.
  func change(_ line: EventLine, _ frame: Frame, besideName: Bool) -> [TextRun] {
    guard let to = line.to else {
      return besideName ? [] : [TextRun(actionWords(line.event), role: .dim)]
    }
    guard let from = line.from, from != to else {
      return [TextRun("= \(to.shortTitle)", role: to.role)]
    }
    let arrow = " " + frame.glyph(.arrowRight) + " "
    return [
      TextRun(from == .unknown ? Self.newWord : from.shortTitle, role: from.role), TextRun(arrow),
      TextRun(to.shortTitle, role: to.role),
    ]
  }

  /// The word in the place of a state before the first event.
  private static var newWord: String { "new" }

  /// The details of an event: dates that the store stated, the text of a note, lateness.
  ///
  /// - Parameters:
  ///   - line: The event.
  ///   - namesEnvironment: Whether it says what is not of production, where no source does.
  ///   - width: The columns that there are; in fewer than the words have, they are shorter ones.
  /// - Returns: The words.
  func detail(_ line: EventLine, namesEnvironment: Bool = false, width: Int = .max) -> String {
    let words = detail(line, namesEnvironment: namesEnvironment, isBrief: false)
    return SafeText.width(of: words) <= width
      ? words : detail(line, namesEnvironment: namesEnvironment, isBrief: true)
  }

  private func detail(_ line: EventLine, namesEnvironment: Bool, isBrief: Bool) -> String {
    let event = line.event
    let (until, paidTo) = isBrief ? ("to ", "to ") : ("until ", "paid to ")
    let isTest = line.environment != .production && namesEnvironment
    var parts = isTest ? [line.environment.rawValue] : []
    parts += line.misfit.map { ["! " + words(of: $0, event)] } ?? []
    if let reversal = line.reversal { parts.append(reversal.words) }
    if let text = event.action?.text, !text.isEmpty { parts.append("\"\(text)\"") }
    if let end = event.action?.until { parts.append(until + dates.moment(end)) }
    if let step = event.action?.step { parts.append("step \(step)") }
    switch line.to {
    case .grace:
      if let end = event.facts.graceEndsAt { parts.append("ends " + self.end(end, of: event)) }
    case .active:
      if let end = event.facts.expiresAt { parts.append(paidTo + self.end(end, of: event)) }
    case .paused:
      if let end = event.facts.resumesAt { parts.append(until + self.end(end, of: event)) }
    case .pending, .renewalPending, .hold, .canceled, .expired, .refunded, .superseded, .unknown,
      nil:
      if let reason = event.facts.endReason { parts.append(isBrief ? reason.brief : reason.title) }
    }
    let late = event.recordedAt - event.statedAt
    if late >= .hours(1) {
      parts.append((isBrief ? "" : "arrived ") + "\(Formatting.short(late)) late")
    }
    return parts.joined(separator: ", ")
  }

  /// The anomaly of an event, and what came of it.
  private func words(of misfit: Anomaly.Kind, _ event: SubscriptionEvent) -> String {
    if event.kind == .unrecognized { return "unknown kind, kept" }
    if misfit == .unknownValue, let value = event.facts.unknownValues?.first {
      return "unknown " + value
    }
    guard misfit == .outOfOrder, event.recordedAt > event.statedAt else { return misfit.title }
    return "out of order (\(Formatting.short(event.recordedAt - event.statedAt))), put in its place"
  }

  /// An end as its inclusive last day, or, of a month that lasts minutes, as its time.
  private func end(_ end: Timestamp, of event: SubscriptionEvent) -> String {
    let isShort = event.facts.environment != nil && event.facts.environment != .production
    return isShort && end - event.effectiveAt < .days(1)
      ? dates.clock(end) : dates.lastDay(end)
  }

  /// An event as one sentence.
  func sentence(_ line: EventLine) -> String {
    let change = line.to.map { to in
      line.from.map { from in
        from == to
          ? "still \(to.title)"
          : "\(from == .unknown ? Self.newWord : from.title) to \(to.title)"
      } ?? to.title
    }
    let parts = [
      dates.rfc3339(line.event.statedAt), source(of: line.event), eventName(line.event),
      line.event.subscription.rawValue, change, detail(line, namesEnvironment: true),
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ") + "."
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
    case .renewalPending: code
    case .pending, .active, .grace, .paused, .canceled, .expired, .refunded, .superseded, .unknown:
      title
    }
  }
}

extension EventKind {
  /// The kind in words.
  public var title: String {
    switch self {
    case .autoRenewDisabled: "auto-renew off"
    case .autoRenewEnabled: "auto-renew on"
    case _:
      rawValue.reduce(into: "") { text, character in
        if character.isUppercase { text.append(" ") }
        text.append(contentsOf: character.lowercased())
      }
    }
  }
}

extension Anomaly.Kind {
  /// The misfit in a few words.
  var title: String {
    switch self {
    case .duplicate: "arrived twice"
    case .outOfOrder: "out of order, put in its place"
    case .contradiction: "contradicts an earlier report"
    case .missingDate: "a date is missing"
    case .silentStore: "the store has not spoken"
    case .endNotStated: "the end was not reported"
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
