import EventLedger
import SubscriptionCore
import TerminalUI

/// The words about the events as a whole.
extension EventsScreen {
  /// The follow mode and the rate of the last hour.
  func tabNote(_ frame: Frame) -> String {
    if let until = events.until {
      return "arrived by \(dates.moment(until)) (\(model.key(.timeToday)) now)"
    }
    let following =
      events.isFollowing
      ? frame.glyph(.following) + (model.time.isPaused ? " paused" : " following")
      : "not following (\(model.key(.follow)))"
    guard let rate = events.rate else { return following }
    return "\(following)  \(Formatting.count(rate.lastHour))\(rate.isCut ? "+" : "")/h"
  }

  /// The filter, the number of matches and of arrivals.
  var status: [String] {
    var parts = [filterWords]
    if !events.filterText.isEmpty { parts.append(matchWords) }
    if events.arrivals > 0 {
      let keys = "\(model.key(.refresh)) or \(model.key(.follow)) to merge"
      parts.append("\(arrivalWords) (\(keys))")
    }
    return parts
  }

  /// The number of events that have arrived and are not shown.
  private var arrivalWords: String {
    let more = events.hasMoreArrivals ? " or more" : ""
    return "+\(Formatting.count(events.arrivals))\(more) new"
  }

  /// The number of events found, for the filter line and the status.
  var foundWords: String? { matchWords }
  private var matchWords: String {
    let count = Formatting.count(events.lines.count)
    guard events.isLoaded else { return "looking" }
    return events.hasOlder ? "\(count) so far" : "\(count) match"
  }

  /// The place of the cursor, the number of hidden events and the extent of the search.
  func eventsHint(_ frame: Frame) -> String {
    guard !events.lines.isEmpty || !events.filterText.isEmpty, events.isLoaded else { return "" }
    var parts: [String] = []
    if !events.lines.isEmpty {
      if events.arrivals > 0 { parts.append("\(arrivalWords) above (\(model.key(.refresh)))") }
      let first =
        events.until != nil
        ? "the latest by then" : events.arrivals > 0 ? "the newest shown" : "the newest"
      parts.append("\(Formatting.count(events.cursor.line + 1)) from \(first)")
    }
    if !events.filterText.isEmpty {
      parts.append("filter hides \(Formatting.count(events.looked - events.lines.count))")
      parts.append(lookedWords)
    }
    return parts.joined(separator: dot(frame))
  }

  /// The extent of the search.
  private var lookedWords: String {
    guard events.hasOlder else { return "of all events" }
    let back = events.reachedAt.map { "back to \(dates.moment($0))" }
    return back ?? "of the latest \(Formatting.count(events.looked))"
  }

  /// The reason that there are no events, and what to do about it.
  var emptyListWords: [String] {
    if let problem = model.ledger.problem { return [problem] }
    guard events.isLoaded else { return ["Reading the ledger..."] }
    guard !events.filterText.isEmpty else {
      // A ledger that has events has none of so long ago.
      guard let until = events.until, !isLedgerEmpty else { return emptyWords }
      return [
        "No event had arrived by \(dates.moment(until)); "
          + "\(model.key(.timeToday)) goes to the newest."
      ]
    }
    guard events.hasOlder else {
      return [
        "No event matches \(events.filterText).", "",
        filterKeysWords,
      ]
    }
    if events.reached > events.floor { return ["Looking further back: \(lookedWords)..."] }
    return [
      "No event matches \(events.filterText), \(lookedWords).", "",
      "\(model.key(.moveBottom)) looks further back, \(model.key(.filter)) changes the filter, "
        + "Esc removes it.",
    ]
  }

  /// The rate, the filter and the arrivals as sentences.
  var summarySentences: [String] {
    var lines: [String] = []
    if let chart = events.rate.map({ ArrivalChart($0, dates) }) {
      lines.append(chart.sentence(about: rateSpan(chart), isPast: events.until != nil))
    }
    if !events.filterText.isEmpty {
      lines.append("Filter \(events.filterText): \(matchWords), \(lookedWords).")
    }
    if events.arrivals > 0 { lines.append("\(Formatting.plural(events.arrivals, "new event")).") }
    return lines
  }
}
