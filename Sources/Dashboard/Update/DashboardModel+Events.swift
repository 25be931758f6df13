import SubscriptionCore
import TerminalUI

/// The events that match a filter, found step by step from the newest back.
extension DashboardModel {
  /// What a filter typed now is about.
  var filterScope: FilterScope { screen == .events ? .events : .subscribers }

  /// The filter of the screen as typed; `nil` on a screen without one.
  var filterInForce: String? { screen == .events ? events.filterText : list?.filterText }

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

  /// Asks how much was heard lately, where there is room to show it.
  mutating func askArrivals() -> [Effect] {
    guard layout.tier >= .compact else { return [] }
    let end = events.until.map { $0 - .milliseconds(1) } ?? now
    let question = ArrivalsQuestion(
      upTo: end, barLength: events.barLength, offset: settings.zone.offset(at: end),
      isPast: events.until != nil, filter: events.filter)
    return ask(.arrivals(question), for: .arrivals)
  }

  /// Whether the newest event is to be in view.
  var showsNewest: Bool { events.isFollowing && !isPaused }

  /// Narrows the events, from the newest on.
  mutating func apply(eventFilter text: String) -> [Effect] {
    do throws(FilterError) {
      events.filter = text.isEmpty ? nil : try Filter.parse(text, about: .events)
    } catch {
      tell("\(error.sentence).", .error)
      return []
    }
    events.filterText = text
    events.restart()
    events.rate = nil
    return askEvents(anew: true)
  }

  /// Looks further back while the rows in view are not full and nobody waits for an answer.
  mutating func extendEvents() -> [Effect] {
    guard screen == .events, events.isLoaded, events.hasOlder, inFlight[.olderEvents] == nil,
      events.reached > events.floor,
      events.lines.count < events.selectedIndex + 2 * eventsHeight
    else { return [] }
    let question = EventsQuestion(filter: events.filter, before: events.reached)
    return ask(.events(question, now: now), for: .olderEvents)
  }

  /// Takes an answer of the Events screen.
  mutating func take(_ answer: EventsAnswer) {
    let isWhole = answer.question.since == nil
    // What was asked before somebody went to another time is wanted no more.
    guard !isWhole || answer.question.before != nil || answer.question.until == events.until
    else { return }
    events.take(
      answer, isOpen: showsNewest || isWhole && (events.isFollowing || events.until != nil))
  }

  mutating func moveInEvents(_ movement: Movement) -> [Effect] {
    let height = max(1, eventsHeight)
    let count = events.lines.count
    let line = movement.target(
      from: events.selectedIndex, count: count, first: events.top, page: height)
    guard events.lines.indices.contains(line) else { return [] }
    if movement == .top, events.until == nil { return follow() }
    events.selected = events.lines[line].key
    events.isFollowing = false
    if line < events.top { events.top = line }
    if line >= events.top + height { events.top = line - height + 1 }
    if line + height >= count, events.hasOlder {
      events.floor = max(0, events.reached - EventsState.walkMax)
    }
    return []
  }

  /// Follows the newest event, or stops where the cursor is.
  mutating func toggleFollow() -> [Effect] {
    guard events.isFollowing else { return follow() }
    events.isFollowing = false
    events.selected = events.lines.first?.key
    return []
  }

  /// Goes to the newest event and stays there.
  mutating func follow() -> [Effect] {
    let wasElsewhere = events.until != nil
    events.isFollowing = true
    (events.selected, events.top, events.until) = (nil, 0, nil)
    (events.arrivals, events.hasMoreArrivals) = (0, false)
    return askEvents(anew: isPaused || wasElsewhere)
  }
}
