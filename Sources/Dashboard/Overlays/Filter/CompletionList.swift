import SubscriptionCore
import TerminalUI

/// The completions at the caret of the filter line.
public struct CompletionList: Hashable, Sendable {
  /// The completions, in order.
  public var offers: [FilterCompletion]
  /// The unfinished word.
  public var typed: String
  /// The index of the completion under the cursor.
  public var selection = 0
  /// A Boolean value that indicates whether the user moved the cursor.
  public var isChosen = false

  /// Lists the completions at the caret of a line, with values that rows are known to have; `nil`
  /// when there are none.
  init?(_ field: LineEditor, known: [String], about scope: FilterScope) {
    let place = field.scalarCaret
    offers = Filter.offers(in: field.text, at: place, known: known, about: scope)
    let start = Filter.completionStart(in: field.text, at: place)
    typed = String(
      String.UnicodeScalarView(field.text.unicodeScalars.dropFirst(start).prefix(place - start)))
    if offers.isEmpty || offers.count == 1 && offers[0].text == typed { return nil }
  }

  /// The longest beginning that all completions share.
  var commonPrefix: String {
    guard var prefix = offers.first?.text[...] else { return "" }
    for offer in offers.dropFirst() {
      while !offer.text.hasPrefix(prefix) { prefix.removeLast() }
    }
    return String(prefix)
  }

  /// A Boolean value that indicates whether the word is one of the completions and no other was
  /// chosen.
  var isComplete: Bool { !isChosen && offers.contains { $0.text == typed } }

  /// Moves the cursor, from each end to the other.
  mutating func move(by step: Int) {
    selection = (selection + step + offers.count) % offers.count
    isChosen = true
  }
}

extension LineEditor {
  /// The position of the caret in Unicode scalars.
  var scalarCaret: Int { text.prefix(caret).unicodeScalars.count }

  /// Replaces the word that ends at the caret.
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
