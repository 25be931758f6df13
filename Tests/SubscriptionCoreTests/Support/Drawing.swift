import SubscriptionCore
import Testing

extension [Timeline.Span] {
  /// The timeline as text, one character a UTC day from one date to the day before another.
  ///
  /// `P` paid, `T` trial, `r` renewal pending, `G` grace, `H` hold, `Z` paused, `C` canceled,
  /// `.` expired, `x` refunded, `?` awaiting a payment, a blank where nothing is told. Each
  /// character is the state at the beginning of its day.
  func drawing(from first: String, to end: String) -> String {
    var text = ""
    var day = at(first)
    while day < at(end) {
      let span = last(where: { $0.from <= day && ($0.to.map { $0 > day } ?? true) })
      text.append(span.map { Self.character($0.kind) } ?? " ")
      day = day + .days(1)
    }
    return text
  }

  /// Each span as `kind 4/1-5/1`, with `~` before a projected one and the last day in brackets.
  var words: [String] {
    map { span in
      let from = CivilDate(span.from)
      let mark = span.projected ? "~" : ""
      guard let to = span.to, let last = span.lastDay else {
        return "\(mark)\(span.kind.rawValue) \(from.month)/\(from.day)-"
      }
      let end = CivilDate(to)
      return "\(mark)\(span.kind.rawValue) \(from.month)/\(from.day)-\(end.month)/\(end.day) "
        + "[\(last.month)/\(last.day)]"
    }
  }

  private static func character(_ kind: Timeline.Kind) -> Character {
    switch kind {
    case .trial: "T"
    case .paid: "P"
    case .renewalPending: "r"
    case .grace: "G"
    case .hold: "H"
    case .paused: "Z"
    case .canceled: "C"
    case .expired: "."
    case .refunded: "x"
    case .pending: "?"
    }
  }
}
