import EventLedger
import SubscriptionCore
import TerminalUI

/// The events that match a filter, found step by step from the newest back.
extension DashboardModel {
  /// Asks for the newest events: all that match where they are to be shown, and only what has
  /// arrived where it is to be counted or put above the rest.
  mutating func askEvents(anew: Bool = false) -> [Effect] {
    let isElsewhere = events.until != events.shownUntil
    let isWhole = anew || isElsewhere || !events.isLoaded || (events.filter == nil && showsNewest)
    let question = EventsQuestion(
      filter: events.filter, since: isWhole ? nil : events.head,
      until: isWhole ? events.until : nil)
    return ask(.events(question, now: now), for: .events) + askArrivals()
  }

  /// Asks for the rate of events, where there is room to show it.
  mutating func askArrivals() -> [Effect] {
    guard layout.tier >= .compact else { return [] }
    let end = events.until.map { $0 - .milliseconds(1) } ?? now
    let question = ArrivalsQuestion(
      upTo: end, barLength: events.barLength, offset: settings.zone.offset(at: end),
      isPast: events.until != nil, filter: events.filter)
    return ask(.arrivals(question), for: .arrivals)
  }

  /// The number of events in view.
  var eventsHeight: Int {
    let table = eventsLayout.table
    let hasHeader = Tier(columns: eventsLayout.panel.width) > .tiny
    return max(1, hasHeader ? table.height - 1 : table.height)
  }
  /// The parts of the Events screen.
  var eventsLayout: EventsLayout { EventsLayout(body: layout.body, tier: layout.tier) }

  /// A Boolean value that indicates whether the newest event is to be in view.
  var showsNewest: Bool { events.isFollowing && !time.isPaused }

  /// Searches further back while the rows in view are not full and no answer is awaited.
  mutating func extendEvents() -> [Effect] {
    guard events.isLoaded, events.hasOlder, !isAsking(.olderEvents), ledger.problem == nil,
      events.reached > events.floor,
      events.goesToEnd || events.lines.count < events.cursor.line + 2 * eventsHeight
    else { return [] }
    var question = EventsQuestion(filter: events.filter, before: events.reached)
    if events.goesToEnd { question.limit = EventsState.longPage }
    return ask(.events(question, now: now), for: .olderEvents)
  }

  /// Stores an answer of the Events screen.
  mutating func receive(_ answer: EventsAnswer) {
    let isWhole = answer.question.since == nil
    // What was asked before somebody went to another time is wanted no more.
    guard !isWhole || answer.question.before != nil || answer.question.until == events.until
    else { return }
    events.receive(
      answer, isOpen: showsNewest || isWhole && (events.isFollowing || events.until != nil))
    if events.goesToEnd { goOnToEnd() }
  }

  /// Moves the cursor to the oldest event found so far, and says so where older ones remain.
  private mutating func goOnToEnd() {
    events.goToEnd(height: eventsHeight)
    guard !events.goesToEnd, events.hasOlder else { return }
    tell("\(Formatting.plural(events.looked, "event")) back; \(key(.moveBottom)) goes on.")
  }

  /// Follows the newest event, or stops where the cursor is.
  mutating func toggleFollow() -> [Effect] {
    guard events.isFollowing else { return followNewest() }
    events.isFollowing = false
    return []
  }

  /// Goes to the newest event and stays there; `anew` reads the present names of the users.
  mutating func followNewest(anew: Bool = false) -> [Effect] {
    let wasElsewhere = events.until != nil
    events.isFollowing = true
    (events.cursor, events.until) = (ListCursor(), nil)
    (events.arrivals, events.hasMoreArrivals) = (0, false)
    return askEvents(anew: anew || time.isPaused || wasElsewhere)
  }
}

/// The scrubbing through time: the rate and the list end at an instant of the past.
extension DashboardModel {
  /// The lengths of a bar that can be chosen, so that the bars span two hours, a day, a month.
  static let barLengths: [Duration] = [ArrivalRate.barLength, .hours(1), .days(1)]

  /// Moves the end of the events shown by half of the bars, or changes the length of a bar.
  mutating func scrub(_ turn: TimeTurn) -> [Effect] {
    switch turn {
    case .earlier: return show(heardBy: scrubbed(by: -1))
    case .later:
      guard events.until != nil else {
        tell("This is the newest; \(key(.timeEarlier)) goes back.")
        return []
      }
      return show(heardBy: scrubbed(by: 1))
    case .today, .fit: return followNewest()
    case .zoomIn: return chooseBars(by: -1)
    case .zoomOut: return chooseBars(by: 1)
    }
  }

  /// The end of the events shown after a number of steps, on the edge of a bar.
  private func scrubbed(by steps: Int64) -> Timestamp {
    let bar = events.barLength.wholeMilliseconds
    let from = events.until ?? now
    // The present lies in the last bar, which counts as whole.
    let wall = settings.zone.wallClock(from).milliseconds
    let edge = (wall + bar - 1).floored(to: bar) + steps * bar * Int64(ArrivalRate.barCount / 2)
    return settings.zone.instant(ofWallClock: Timestamp(milliseconds: edge))
  }

  private mutating func show(heardBy instant: Timestamp) -> [Effect] {
    guard instant < now else { return followNewest() }
    events.until = instant
    events.isFollowing = false
    return askEvents(anew: true)
  }

  private mutating func chooseBars(by step: Int) -> [Effect] {
    let all = Self.barLengths
    let index = (all.firstIndex(of: events.barLength) ?? 0) + step
    guard all.indices.contains(index) else { return [] }
    events.barLength = all[index]
    return askArrivals()
  }

  // MARK: Payloads

  /// Asks for the payload of the event under the cursor when the cursor has rested.
  mutating func followEvent() -> [Effect] {
    guard eventsLayout.hasPayload, let line = events.selectedLine else {
      events.payloadRest.stop()
      return []
    }
    let rest = events.payload == nil ? .zero : Self.restBeforeSide
    guard events.payloadRest.isDue(line.key, at: machineNow, after: rest) else { return [] }
    events.payload = PayloadState(line)
    return ask(.payload(line.position), for: .eventPayload)
  }

  /// Stores the payload beside the events.
  mutating func receive(beside document: PayloadDocument?) {
    guard var payload = events.payload, payload.receive(document) else { return }
    write(&payload)
    events.payload = payload
  }

  /// Lays out the payload beside the events again, as when names are masked.
  mutating func rewriteEventPayload() {
    guard var payload = events.payload else { return }
    write(&payload)
    events.payload = payload
  }

  /// Makes the words and the lines of a payload once, for a payload may be long.
  private func write(_ payload: inout PayloadState) {
    guard let document = payload.document else { return }
    let text = PayloadText(dates: dates, masks: settings.masksPersonalData)
    if eventsLayout.isSplit {
      payload.lines = text.lines(document)
    } else {
      payload.words = text.words(document)
    }
  }
}
