import EventLedger
import SubscriptionCore

/// The queries of the Events screen.
extension LedgerReader {
  /// A step of the walk back through the events.
  func events(_ question: EventsQuestion, now: Timestamp) throws(LedgerError) -> EventsAnswer {
    let predicate = question.filter?.lowered(at: now)
    if predicate?.fields.contains(where: { !$0.isOfEvent }) == true { try advance(to: now) }
    let head = try ledger.lastPosition()
    var search = EventSearch(predicate, before: question.before, limit: question.limit)
    if let since = question.since {
      (search.before, search.span) = (head + 1, max(0, head - since))
    }
    if let until = question.until {
      search.before = try ledger.position(after: until) ?? question.before
    }
    let found = try ledger.search(search)
    return EventsAnswer(
      question: question, lines: try lines(of: found.events), head: head,
      reached: found.reached, reachedAt: found.reachedAt, looked: found.looked)
  }

  /// Counts the events received lately or by an instant of the past, those that match a filter
  /// where there is one.
  func arrivals(_ question: ArrivalsQuestion) throws(LedgerError) -> ArrivalRate {
    let before = question.isPast ? try ledger.position(after: question.upTo) : nil
    if let filter = question.filter {
      return try arrivals(question, filter.lowered(at: question.upTo), before: before)
    }
    return try ledger.arrivals(
      upTo: question.upTo, barLength: question.barLength, offset: question.offset,
      before: before)
  }

  /// Counts the events that match, walking back until an entry is older than the first bar.
  private func arrivals(
    _ question: ArrivalsQuestion, _ predicate: FilterPredicate, before: LedgerPosition?
  ) throws(LedgerError) -> ArrivalRate {
    var rate = ArrivalRate(
      upTo: question.upTo, barLength: question.barLength, offset: question.offset)
    var search = EventSearch(predicate, before: before, limit: EventsState.page)
    var looked = 0
    while true {
      let found = try ledger.search(search)
      for stored in found.events { rate.count(stored.event, now: question.upTo) }
      looked += found.looked
      let isOlder = found.reachedAt.map { $0 < rate.start } ?? true
      if found.isOver || isOlder { return rate }
      if looked >= ArrivalRate.eventsMax {
        rate.isCut = true
        return rate
      }
      search.before = found.reached
    }
  }
}
