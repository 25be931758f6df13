import SubscriptionCore
import TerminalUI

/// The encoder of a recording's lines, each a JSON document: a header, keys and screens, an end.
enum RecordingLine {
  /// The version of the format that this program writes.
  static let version: Int64 = 1

  /// Returns the header line.
  static func head(size: Size, startedAt: Timestamp, asOf: Timestamp?, ledger: String) -> JSON {
    [
      "churntopSession": .integer(version), "columns": JSON(size.width),
      "lines": JSON(size.height), "startedAt": JSON(startedAt), "asOf": JSON(asOf),
      "ledger": .string(ledger),
    ]
  }

  /// Returns the line of a key, `milliseconds` after the beginning.
  static func key(_ press: KeyPress, at milliseconds: Int64) -> JSON {
    ["t": .integer(milliseconds), "key": .string(press.description)]
  }

  /// Returns the line of the rows that differ from the previous screen; all rows after a change of
  /// size.
  static func frame(
    _ frame: RecordedFrame, after last: RecordedFrame?, at milliseconds: Int64
  ) -> JSON {
    var line: JSON = ["t": .integer(milliseconds)]
    let isSameSize = last?.size == frame.size
    if !isSameSize {
      line = line.adding(["size": [JSON(frame.size.width), JSON(frame.size.height)]])
    }
    var rows: [JSON.Member] = []
    for (y, runs) in frame.rows.enumerated() where !isSameSize || last?.rows[y] != runs {
      let values = runs.map { run in
        JSON.array(
          [.string(run.text), .string(run.role)]
            + (run.overlay.isEmpty ? [] : [.string(run.overlay)]))
      }
      rows.append(.init(name: String(y), value: .array(values)))
    }
    line = line.adding(["rows": .object(rows)])
    guard let cursor = frame.cursor else { return line }
    return line.adding(["cursor": [JSON(cursor.x), JSON(cursor.y)]])
  }

  /// Returns the last line with the number of screens, by which a missing end is detected.
  static func end(frames: Int, at milliseconds: Int64) -> JSON {
    ["t": .integer(milliseconds), "end": JSON(frames)]
  }
}
