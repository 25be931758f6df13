import EventLedger
import SubscriptionCore

/// What the Events screen asks.
extension LedgerReader {
  /// A step of the walk back through the events.
  func events(_ question: EventsQuestion, now: Timestamp) throws(LedgerError) -> EventsAnswer {
    let predicate = question.filter?.lowered(at: now)
    if predicate?.columns.contains(where: { !$0.isOfEvent }) == true { try advance(to: now) }
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

  /// How much was heard, lately or by an instant of the past.
  func arrivals(_ question: ArrivalsQuestion) throws(LedgerError) -> ArrivalRate {
    let before = question.isPast ? try ledger.position(after: question.upTo) : nil
    return try ledger.arrivals(
      upTo: question.upTo, barLength: question.barLength, offset: question.offset,
      before: before)
  }
}
