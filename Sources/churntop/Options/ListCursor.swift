import EventLedger
import Foundation
import ProgramConventions
import SubscriptionCore

/// The place after which a page of a list begins, as `next` prints it and `--after` reads it: the
/// order, the value that the last row had in it, and the row's id.
///
/// The id alone would not do: a row whose prompt was recorded meanwhile has moved, and the rows
/// between both places would be in no page.
enum ListCursor {
  /// Returns the text of the place after a row; the id alone where the value is a person's name,
  /// which belongs in no command line.
  static func text(after row: SubscriberSummary, by sort: SubscriberSort) -> String {
    guard ![.id, .name].contains(sort) else { return row.id.rawValue }
    let value =
      switch sort.key(of: row) {
      case .number(let number)?: "\(number)"
      case .text(let text)?: ":" + (text.addingPercentEncoding(withAllowedCharacters: plain) ?? "")
      case nil: ""
      }
    return "\(sort.rawValue)=\(value)@\(row.id.rawValue)"
  }

  /// Parses a text, or the id of a row, whose present place counts then.
  static func parse(
    _ text: String, by sort: SubscriberSort, in session: Session, _ ledger: any Ledger
  ) throws -> PageCursor {
    let id = SubscriptionID(text)
    if try ledger.summary(id) != nil { return PageCursor(.after, id) }
    guard let equals = text.firstIndex(of: "="), let mark = text[equals...].firstIndex(of: "@"),
      let order = SubscriberSort(rawValue: String(text[..<equals])),
      let key = key(text[text.index(after: equals)..<mark])
    else {
      throw CommandError.notFound(
        "--after: no subscription has the id '\(DisplayText.excerpt(text))'.")
    }
    guard order == sort else {
      throw CommandError.notUnderstood(
        "--after: that page was in the order '\(order.rawValue)', and this one is in the order "
          + "'\(sort.rawValue)'. Give both the same --sort.")
    }
    return PageCursor(
      .after, SubscriptionID(String(text[text.index(after: mark)...])), key: .read(key))
  }

  /// The value of a text; `nil` if it is none.
  private static func key(_ text: Substring) -> SortKey?? {
    if text.isEmpty { return .some(nil) }
    if text.first == ":" { return text.dropFirst().removingPercentEncoding.map { .text($0) } }
    return Int64(text).map { .number($0) }
  }

  /// The signs that a shell takes as part of a word; a text has all others in percent form.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_")
}
