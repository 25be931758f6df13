import SubscriptionCore
import TerminalUI

/// What could stand at the caret of the filter line, while it is offered.
public struct CompletionList: Hashable, Sendable {
  /// What is offered, in order.
  public var offers: [FilterCompletion]
  /// The unfinished word.
  public var typed: String
  /// Which offer the cursor is on.
  public var selection = 0
  /// Whether the user moved the cursor.
  public var isChosen = false

  /// The offers at the caret of a line; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - field: The line.
  ///   - known: Values that rows have in the field whose value is typed.
  ///   - scope: What the filter is about.
  init?(_ field: LineEditor, known: [String], about scope: FilterScope) {
    let place = field.scalarCaret
    offers = Filter.offers(in: field.text, at: place, known: known, about: scope)
    let start = Filter.completionStart(in: field.text, at: place)
    typed = String(
      String.UnicodeScalarView(field.text.unicodeScalars.dropFirst(start).prefix(place - start)))
    if offers.isEmpty || offers.count == 1 && offers[0].text == typed { return nil }
  }

  /// The longest beginning that all offers share.
  var commonPrefix: String {
    guard var prefix = offers.first?.text[...] else { return "" }
    for offer in offers.dropFirst() {
      while !offer.text.hasPrefix(prefix) { prefix.removeLast() }
    }
    return String(prefix)
  }

  /// Whether the word needs no completion: it is one of the offers, and no other was chosen.
  var isComplete: Bool { !isChosen && offers.contains { $0.text == typed } }

  /// Moves the cursor, round at the ends.
  mutating func move(by step: Int) {
    selection = (selection + step + offers.count) % offers.count
    isChosen = true
  }
}

extension LineEditor {
  /// The place of the caret in Unicode scalars.
  var scalarCaret: Int { text.prefix(caret).unicodeScalars.count }

  /// Puts a text in the place of the word that the caret ends.
  mutating func complete(with completion: String) {
    let start = Filter.completionStart(in: text, at: scalarCaret)
    let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(start)))
    let after = String(text.dropFirst(caret))
    var line = LineEditor(before + completion)
    let place = line.caret
    line.insert(after)
    self = LineEditor(line.text, caret: place)
  }
}
