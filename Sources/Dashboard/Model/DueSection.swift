import EventLedger
import SubscriptionCore

/// The parts of the Due screen, one under another.
public enum DueSection: Int, Hashable, Sendable, CaseIterable {
  /// To be shown now.
  case due
  /// To be shown within a day.
  case soon
  /// Failing, and yet not to be shown within a day.
  case withheld

  /// The heading.
  var title: String {
    switch self {
    case .due: "due now"
    case .soon: "next 24 h"
    case .withheld: "payment failing, but not due"
    }
  }

  /// What its rows satisfy, in the filter language.
  public var filterText: String {
    switch self {
    case .due: "due:now"
    case .soon: "due:scheduled due<24h"
    case .withheld: "state:grace,hold -due:now -due<24h"
    }
  }

  func section(filteredBy filter: Filter?) -> WindowQuestion.Section {
    let own = try? Filter.parse(filterText)
    let both = [own, filter].compactMap(\.self)
    return WindowQuestion.Section(
      filter: both.count > 1 ? .and(both) : both.first,
      sort: self == .withheld ? .losesAccess : .promptDue)
  }
}
