import SubscriptionCore
import TerminalUI

/// The encoder of a recording's lines, each a JSON document: a header, keys and screens, an end.
enum RecordingLine {
  /// The version of the format that this program writes.
  static let version: Int64 = 1

  /// Returns the header line.
  static func head(size: Size, startedAt: Timestamp, asOf: Timestamp?, ledger: String) -> JSON {
    [
      "churntopSession": .integer(version), "columns": .integer(Int64(size.width)),
      "lines": .integer(Int64(size.height)), "startedAt": JSON(startedAt), "asOf": JSON(asOf),
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
    var members: [JSON.Member] = [.init(name: "t", value: .integer(milliseconds))]
    let isSameSize = last?.size == frame.size
    if !isSameSize {
      members.append(
        .init(
          name: "size",
          value: [.integer(Int64(frame.size.width)), .integer(Int64(frame.size.height))]))
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
    members.append(.init(name: "rows", value: .object(rows)))
    if let cursor = frame.cursor {
      members.append(
        .init(name: "cursor", value: [.integer(Int64(cursor.x)), .integer(Int64(cursor.y))]))
    }
    return .object(members)
  }

  /// Returns the last line with the number of screens, by which a missing end is detected.
  static func end(frames: Int, at milliseconds: Int64) -> JSON {
    ["t": .integer(milliseconds), "end": .integer(Int64(frames))]
  }
}
