import EventLedger
import SubscriptionCore
import TerminalUI

/// What is said about the events as a whole.
extension DashboardView {
  /// Whether the newest is followed, and how much was heard in the last hour.
  func eventsNote(_ frame: Frame) -> String {
    let events = model.events
    if let until = events.until {
      return "heard by \(dates.moment(until)) (\(model.key(.timeToday)) now)"
    }
    let following =
      events.isFollowing
      ? frame.glyph(.following) + (model.isPaused ? " paused" : " following")
      : "not following (\(model.key(.follow)))"
    guard let rate = events.rate else { return following }
    return "\(following)  \(Words.count(rate.lastHour))\(rate.isCut ? "+" : "")/h"
  }

  /// The filter, what it found and what has arrived since.
  var eventsStatus: [String] {
    let events = model.events
    var parts = [events.filterText.isEmpty ? "no filter" : "/ " + events.filterText]
    if !events.filterText.isEmpty { parts.append(foundWords) }
    if events.arrivals > 0 {
      let more = events.hasMoreArrivals ? " or more" : ""
      let keys = "\(model.key(.refresh)) or \(model.key(.follow)) to merge"
      parts.append("+\(Words.count(events.arrivals))\(more) new (\(keys))")
    }
    return parts
  }

  /// How many were found, for the filter line and the status.
  var foundWords: String {
    let events = model.events
    let count = Words.count(events.lines.count)
    guard events.isLoaded else { return "looking" }
    return events.hasOlder ? "\(count) so far" : "\(count) match"
  }

  /// The place of the cursor, what the filter leaves out and how far back was looked.
  func eventsHint(_ frame: Frame) -> String {
    let events = model.events
    guard !events.lines.isEmpty || !events.filterText.isEmpty, events.isLoaded else { return "" }
    var parts: [String] = []
    if !events.lines.isEmpty {
      let first = events.until == nil ? "the newest" : "the latest by then"
      parts.append("\(Words.count(events.selectedIndex + 1)) from \(first)")
    }
    if !events.filterText.isEmpty {
      parts.append("filter hides \(Words.count(events.looked - events.lines.count))")
      parts.append(lookedWords)
    }
    return parts.joined(separator: dot(frame))
  }

  /// How far back was looked.
  private var lookedWords: String {
    let events = model.events
    guard events.hasOlder else { return "of all that was heard" }
    let back = events.reachedAt.map { "back to \(dates.moment($0))" }
    return back ?? "of the latest \(Words.count(events.looked))"
  }

  /// Why there are no events, and what to do about it.
  var noEventsWords: [String] {
    let events = model.events
    if let problem = model.ledgerProblem { return [problem] }
    guard events.isLoaded else { return ["Reading the ledger..."] }
    guard !events.filterText.isEmpty else { return emptyWords }
    guard events.hasOlder else {
      return [
        "No event matches \(events.filterText).", "",
        "/ changes the filter, Esc removes it, ? explains the filter language.",
      ]
    }
    if events.reached > events.floor { return ["Looking further back: \(lookedWords)..."] }
    return [
      "No event matches \(events.filterText), \(lookedWords).", "",
      "G looks further back, / changes the filter, Esc removes it.",
    ]
  }

  /// The same in sentences, and how much was heard.
  var eventsSentences: [String] {
    let events = model.events
    var lines: [String] = []
    if let rate = events.rate { lines.append(ArrivalChart(rate, dates).sentence) }
    if !events.filterText.isEmpty {
      lines.append("Filter \(events.filterText): \(foundWords), \(lookedWords).")
    }
    if events.arrivals > 0 { lines.append("\(Words.plural(events.arrivals, "new event")).") }
    return lines
  }
}
