import EventLedger
import SubscriptionCore

/// A query to the ledger.
public indirect enum Query: Hashable, Sendable {
  /// The figures and the latest events, with the rows brought up to the present.
  case overview(events: Int, now: Timestamp)
  /// The figures and the latest events of the rows as they are, for a first look without a wait.
  case glance(events: Int, now: Timestamp)
  /// A page of a list.
  case window(WindowQuestion, now: Timestamp)
  /// Timelines and fresh values of some rows.
  case extras([SubscriptionID], now: Timestamp)
  /// The number of rows that several filters select in all.
  case count([Filter?])
  /// The newest events that match, or those before a position.
  case events(EventsQuestion, now: Timestamp)
  /// The number of events received lately or by an instant of the past.
  case arrivals(ArrivalsQuestion)
  /// The due prompts by rule, store and age.
  case dueFigures(now: Timestamp)
  /// The metrics of a window, or the part of them that is there at once.
  case metrics(MetricsQuestion, part: MetricsQuestion.Part, now: Timestamp)
  /// The digest of a span of time.
  case digest(DigestQuery)
  /// The replay of a window of failures under a candidate policy.
  case whatIf(WhatIfQuestion, now: Timestamp)
  /// The replay of one subscriber's latest failure under a candidate policy.
  case whatIfSubscriber(SubscriptionID, WhatIfQuestion, now: Timestamp)
  /// One subscriber whole.
  case detail(SubscriptionID, now: Timestamp, zone: DisplayZone)
  /// The payload at a position, byte for byte.
  case payload(LedgerPosition)
  /// The changes that receivers did not take in days.
  case undelivered
  /// The subscriptions that a text names.
  case find(String)
  /// The subscriptions with a name near to a text.
  case near(String)
  /// The subscriptions that one of several filters selects, at most that many.
  case identities([Filter?], limit: Int)
  /// The values that rows have in a field, the most frequent first.
  case values(SubscriberField)
  /// The consequences of an action.
  case preview(OperatorAction, now: Timestamp)

  /// Returns a Boolean value that indicates whether it asks for the same things as an earlier
  /// question, perhaps at another present.
  func isLater(than earlier: Query) -> Bool {
    switch (self, earlier) {
    case (.overview, .overview), (.overview, .glance), (.extras, .extras),
      (.dueFigures, .dueFigures):
      true
    case (.window(let new, _), .window(let old, _)):
      new.sections == old.sections && new.anchor == old.anchor
    case (.arrivals(let new), .arrivals(let old)): new.isSame(as: old)
    case (.count(let new), .count(let old)): new == old
    case (.metrics(let new, _, _), .metrics(let old, _, _)): new == old
    case (.whatIf(let new, _), .whatIf(let old, _)): new == old
    case (.whatIfSubscriber(let id, let new, _), .whatIfSubscriber(let other, let old, _)):
      id == other && new == old
    case (.events(let new, _), .events(let old, _)): new.isSame(as: old)
    case (.detail(let new, _, let zone), .detail(let old, _, let former)):
      new == old && zone == former
    case _:
      false
    }
  }
}

/// The places on screen that wait for an answer; each waits for one at a time.
public enum Slot: String, Hashable, Sendable, CaseIterable {
  /// The Overview's figures and its latest events.
  case overview
  /// The rows of Subscribers.
  case subscribers
  /// The rows of Due.
  case due
  /// The due prompts in figures.
  case dueFigures
  /// The timelines and fresh values of the rows in view.
  case extras
  /// The number of subscribers that match, from which that of arrivals follows.
  case count
  /// The events of the Events screen.
  case events
  /// The events beyond those.
  case olderEvents
  /// The number of events received lately.
  case arrivals
  /// The payload beside the events.
  case eventPayload
  /// The report of the Metrics screen.
  case metrics
  /// The same before the screen is opened.
  case metricsAhead
  /// The digest of an absence, or of the time asked for.
  case digest
  /// The replay of the What-if screen.
  case whatIf
  /// The replay of the subscriber that the What-if screen was opened for.
  case whatIfSubscriber
  /// The subscriber of Detail.
  case detail
  /// The subscriber beside a list.
  case side
  /// The payload that is open.
  case payload
  /// The changes that receivers did not take.
  case undelivered
  /// The subscriber that a text names.
  case find
  /// The names near to what is being typed.
  case near
  /// The identities of all that is to be marked.
  case marks
  /// The values that complete a filter.
  case values
  /// The consequences of the action that waits for a yes.
  case preview

  /// The screen that alone waits for the answers; `nil` where others do as well.
  var screen: Screen? { Screen.allCases.first { $0.controller.slots.contains(self) } }
}
