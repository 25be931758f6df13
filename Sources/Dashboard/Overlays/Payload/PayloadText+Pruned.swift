import EventLedger
import SubscriptionCore

/// The text in the place of a payload that was pruned.
extension PayloadText {
  /// The lines of a stored payload.
  func lines(_ document: PayloadDocument) -> [Line] {
    guard let pruning = document.pruning else { return lines(document.raw) }
    return sentences(pruning).map { Line(depth: 0, name: "", text: $0) }
  }

  /// The words of a stored payload: the members that matter, `...` for the rest.
  func words(_ document: PayloadDocument) -> [Word] {
    guard let pruning = document.pruning else { return words(document.raw) }
    return sentences(pruning).flatMap { $0.split(separator: " ") }.map { Word(text: String($0)) }
  }

  /// The words about who removed a payload, and what is left of it, in short lines.
  private func sentences(_ pruning: PayloadPruning) -> [String] {
    [
      "The payload was pruned on \(dates.moment(pruning.at)) by \(pruning.actor),",
      "with all that were received before \(dates.moment(pruning.receivedBefore)).",
      "What was read from it is kept.",
    ]
  }
}
