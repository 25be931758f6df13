import EventLedger
import SubscriptionCore
import TerminalUI

/// What the ledger answered.
public enum Answer: Hashable, Sendable {
  /// To ``Query/overview(events:now:)``.
  case overview(OverviewFigures, [EventLine])
  /// To ``Query/window(_:now:)``.
  case window(WindowAnswer, WindowQuestion.Anchor)
  /// To ``Query/extras(_:now:)``.
  case extras([RowDetail])
  /// To ``Query/count(_:)``.
  case count(Int)
  /// To ``Query/events(_:now:)``.
  case events(EventsAnswer)
  /// To ``Query/dueFigures(now:)``.
  case dueFigures(DueFigures)
  /// To ``Query/arrivals(_:)``.
  case arrivals(ArrivalRate)
  /// To ``Query/detail(_:now:)``; `nil` when the ledger has none of that name.
  case detail(DetailData?)
  /// To ``Query/payload(_:)``; `nil` when the ledger keeps nothing there.
  case payload(PayloadDocument?)
  /// To ``Query/undelivered``; each with its change, where that is kept.
  case undelivered([ChangeDelivery], [RecordedChange])
  /// To ``Query/find(_:)``; where nobody goes by the text, those with a name near to it.
  case found([SubscriptionID], text: String, isNear: Bool)
  /// To ``Query/near(_:)``.
  case near([SubscriptionID], text: String)
  /// To ``Query/identities(_:limit:)``.
  case identities([SubscriptionID], of: [Filter?])
  /// To ``Query/values(_:)``.
  case values([String], of: FilterField)
  /// To ``Query/preview(_:now:)``.
  case preview(ActionPreview, of: OperatorAction)
}
