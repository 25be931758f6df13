import SubscriptionCore
import TerminalUI

/// A screen as sentences and `Header: value` lines, from the same model as the picture.
///
/// For output that is no terminal, and for those who have the screen read to them: no boxes, no
/// signs, nothing that is only a place on a grid.
public struct ScreenText {
  private let view: DashboardView
  private let isPaged: Bool
  private var model: DashboardModel { view.model }
  private var dates: DateFormatting { model.dates }

  /// Creates the text of a model; a paged one lists only the rows in view and numbers what can be
  /// opened.
  public init(model: DashboardModel, isPaged: Bool = false) {
    view = DashboardView(model: model)
    self.isPaged = isPaged
  }

  /// The lines of the model's screen.
  public func describe() -> [String] {
    let mode = model.settings.isReadOnly ? ", read-only" : ""
    let isNamedSo = model.settings.ledgerName == "demo"
    let demo = model.settings.isDemo && !isNamedSo ? ", demo" : ""
    let zone = dates.zone.isUTC ? "" : " \(dates.zone.name)"
    let time = DateFormatting(dates.zone, now: .distantPast).moment(model.now) + zone
    let isElsewhere = model.time.home != nil || model.isOfOtherTime
    let asOf = isElsewhere ? ", as of another time" : ""
    let head = "Ledger: \(model.settings.ledgerName)\(demo)\(mode). Time: \(time)\(asOf)."
    if let problem = model.ledger.problem { return [head, problem] }
    return ([head, ""] + view.screen.sentences(isPaged: isPaged)).map(SafeText.sanitized)
  }
}
