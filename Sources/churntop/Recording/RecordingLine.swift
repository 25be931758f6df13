import SubscriptionCore
import TerminalUI

/// The lines of a recording, each a JSON document: a head, keys and screens, an end.
enum RecordingLine {
  /// The version of the form that this program writes.
  static let version: Int64 = 1

  /// The first line.
  static func head(size: Size, startedAt: Timestamp, asOf: Timestamp?, ledger: String) -> JSON {
    [
      "churntopSession": .integer(version), "columns": .integer(Int64(size.width)),
      "lines": .integer(Int64(size.height)), "startedAt": JSON(startedAt), "asOf": JSON(asOf),
      "ledger": .string(ledger),
    ]
  }

  /// A key, `milliseconds` after the beginning.
  static func key(_ press: KeyPress, at milliseconds: Int64) -> JSON {
    ["t": .integer(milliseconds), "key": .string(press.description)]
  }

  /// The rows that differ from the screen before; all of them after another size.
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

  /// The last line: how many screens there are, so that a missing end is noticed.
  static func end(frames: Int, at milliseconds: Int64) -> JSON {
    ["t": .integer(milliseconds), "end": .integer(Int64(frames))]
  }
}
