import SubscriptionCore
import TerminalUI

/// What the columns of a list say about a subscriber.
extension DashboardView {
  /// One cell, all but the timeline.
  func cell(
    _ column: ListColumn, of summary: SubscriberSummary, width: Int, _ frame: Frame
  ) -> [TextRun] {
    let status = summary.status
    let ellipsis = frame.glyph(.ellipsis)
    let none = frame.glyph(.none)
    func text(_ words: String?) -> [TextRun] { [TextRun(words ?? none)] }
    func until(_ instant: Timestamp?) -> [TextRun] {
      text(instant.flatMap { $0 > model.now ? Words.short($0 - model.now) : nil })
    }
    func ago(_ instant: Timestamp) -> [TextRun] {
      text(instant <= model.now ? Words.short(model.now - instant) : nil)
    }
    switch column {
    case .state: return label(status.state, frame)
    case .id: return text(Self.short(summary.id, width: width, ellipsis: ellipsis))
    case .name: return text(name(of: summary))
    case .account: return text(summary.account?.rawValue)
    case .store: return text(summary.store.shortTitle)
    case .product:
      return text(Self.shortProduct(summary.product, width: width, ellipsis: ellipsis))
    case .since: return ago(status.stateSince)
    case .loses: return text(loses(status, frame))
    case .retry: return until(status.retryEnds)
    case .renews: return until(status.renewsAt)
    case .due: return dueWords(summary, frame)
    case .mrr: return text(summary.mrr.map(Words.money))
    case .tags:
      let tags = summary.profile?.tags ?? []
      return text(tags.isEmpty ? nil : tags.joined(separator: ","))
    case .claimed: return text(summary.claimedBy)
    case .last: return ago(summary.lastEventAt)
    case .timeline: return []
    }
  }
}
