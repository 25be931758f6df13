import EventLedger
import SubscriptionCore

/// Refused payloads as a table and as data.
struct RefusalTable {
  /// The formatter of instants.
  var time: LocalTime

  /// The columns in every format.
  var form: ListPrinter.Form<RefusedEntry> {
    let titles = ["NUMBER", "HEARD", "FROM", "FIELD", "REASON"]
    return ListPrinter.Form(
      columns: titles.map { Table.Column(title: $0, leansRight: $0 == "NUMBER") },
      cells: cells,
      names: ["number", "receivedAt", "file", "line", "field", "reason", "bytes"],
      json: Self.json)
  }

  private func cells(_ entry: RefusedEntry) -> [Table.Cell] {
    [
      String(entry.number), time.minute(entry.receivedAt), place(entry),
      entry.field.isEmpty ? "-" : entry.field, entry.reason,
    ].map { Table.Cell(text: $0) }
  }

  private func place(_ entry: RefusedEntry) -> String {
    entry.line > 0 ? "\(entry.origin):\(entry.line)" : entry.origin
  }

  /// Returns an entry as JSON, without its bytes.
  static func json(_ entry: RefusedEntry) -> JSON {
    [
      "number": .integer(entry.number),
      "receivedAt": JSON(entry.receivedAt),
      "file": .string(entry.origin),
      "line": JSON(entry.line),
      "field": entry.field.isEmpty ? .null : .string(entry.field),
      "reason": .string(entry.reason),
      "bytes": JSON(entry.raw.count),
    ]
  }

  /// Returns an entry as text, with its bytes last where they may be shown.
  func lines(_ entry: RefusedEntry, showsPayload: Bool) -> [String] {
    let raw = showsPayload ? String(decoding: entry.raw, as: UTF8.self) : "(the payload is hidden)"
    let text = raw.split(separator: "\n", omittingEmptySubsequences: false).map {
      DisplayText.sanitized(String($0))
    }
    return [
      "number  \(entry.number)", "arrived \(time.second(entry.receivedAt))",
      "from    " + DisplayText.sanitized(place(entry)),
      "field   " + (entry.field.isEmpty ? "-" : DisplayText.sanitized(entry.field)),
      "reason  " + DisplayText.sanitized(entry.reason), "",
    ] + text
  }
}
