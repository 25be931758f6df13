extension TimeZoom {
  /// The length of a cell as configuration writes it, for example `18h`, `2d` or `1w`.
  public var notation: String {
    switch self {
    case .minute: "1m"
    case .minutes5: "5m"
    case .minutes15: "15m"
    case .hour: "1h"
    case .hours3: "3h"
    case .hours6: "6h"
    case .hours12: "12h"
    case .hours18: "18h"
    case .day: "1d"
    case .days2: "2d"
    case .days4: "4d"
    case .week: "1w"
    case .weeks2: "2w"
    case .days30: "30d"
    }
  }

  /// Reads the notation that ``notation`` writes.
  public init?(notation: String) {
    guard let zoom = TimeZoom.allCases.first(where: { $0.notation == notation }) else {
      return nil
    }
    self = zoom
  }
}
