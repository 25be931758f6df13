import EventLedger
import SubscriptionCore

/// An answer of the ledger to a ``Query``.
public indirect enum Answer: Hashable, Sendable {
  /// To ``Query/overview(events:now:)``.
  case overview(OverviewFigures, [EventLine])
  /// To ``Query/window(_:now:)``.
  case window(WindowAnswer, WindowQuestion.Anchor)
  /// To ``Query/extras(_:now:)``.
  case extras([RowDetail])
  /// To ``Query/count(_:)``.
  case count(CappedCount)
  /// To ``Query/events(_:now:)``.
  case events(EventsAnswer)
  /// To ``Query/dueFigures(now:)``.
  case dueFigures(DueFigures)
  /// To ``Query/metrics(_:part:now:)``; `nil` where it was given up for another one.
  case metrics(MetricsReport?, to: MetricsQuestion, part: MetricsQuestion.Part)
  /// To ``Query/digest(_:)``; `nil` where it was given up.
  case digest(Digest?)
  /// To ``Query/whatIf(_:now:)``; `nil` where it was given up for another one.
  case whatIf(WhatIfAnswer?)
  /// To ``Query/whatIfSubscriber(_:_:now:)``; `nil` where nothing failed.
  case whatIfSubscriber(WhatIfRow?, of: SubscriptionID, to: WhatIfQuestion)
  /// To ``Query/arrivals(_:)``.
  case arrivals(ArrivalRate)
  /// To ``Query/detail(_:now:zone:)``; `nil` when the ledger has none of that name.
  case detail(DetailData?)
  /// To ``Query/payload(_:)``; `nil` when the ledger keeps nothing there.
  case payload(PayloadDocument?)
  /// To ``Query/payload(_:)``, where the session's role may not see payloads.
  case payloadRefused(at: LedgerPosition)
  /// To ``Query/undelivered``; each with its change, where that is kept.
  case undelivered([ChangeDelivery], [RecordedChange])
  /// To ``Query/find(_:)``; where no name matches the text, those with a similar name.
  case found([SubscriptionID], text: String, isNear: Bool)
  /// To ``Query/near(_:)``.
  case near([SubscriptionID], text: String)
  /// To ``Query/identities(_:limit:)``.
  case identities([SubscriptionID], of: [Filter?])
  /// To ``Query/values(_:)``.
  case values([String], of: SubscriberField)
  /// To ``Query/preview(_:now:)``.
  case preview(ActionPreview, of: OperatorAction)
}

/// The timeline and the fresh values of a row.
public struct RowDetail: Hashable, Sendable {
  /// The row, with fresh values.
  public var summary: SubscriberSummary
  /// The present it was computed for.
  public var asOf: Timestamp
  /// Past and future.
  public var spans: [Timeline.Span]
  /// The instants at which prompts were shown.
  public var shown: [Timestamp]
  /// The prompts to come.
  public var ticks: [UpcomingPrompt]
  /// The conditions of the prompt decision.
  public var trace: [PromptCondition]
  /// The latest note; empty for none.
  ///
  /// Text from outside.
  public var note: String
}

/// A payload as the ledger stores it.
public struct PayloadDocument: Hashable, Sendable {
  /// Its place in the ledger.
  public var position: LedgerPosition
  /// The format it was recognised as.
  public var format: String
  /// The payload byte for byte; empty where it was pruned.
  ///
  /// Text from outside.
  public var raw: [UInt8]
  /// The pruning that removed the payload; `nil` where it is there.
  public var pruning: PayloadPruning?
  /// The instant at which it was received.
  public var receivedAt: Timestamp
  /// The verification of its source.
  public var verification: Verification

  /// Creates a document from an entry.
  init(_ entry: LedgerEntry, at position: LedgerPosition) {
    self.position = position
    format = entry.format
    raw = entry.raw
    pruning = entry.pruning
    receivedAt = entry.receivedAt
    verification = entry.verification
  }
}
