import EventLedger
import SubscriptionCore

/// The room of a ledger and what takes it, for `churntop ledger status --sizes`.
struct LedgerSizes {
  /// The tables and indexes, the largest first.
  let items: [LedgerSize]
  /// The number of subscribers.
  let subscribers: Int

  private var bytes: Int64 { items.reduce(0) { $0 + $1.bytes } }

  private var parts: [(part: LedgerSize.Part, bytes: Int64, items: [LedgerSize])] {
    Dictionary(grouping: items, by: \.part)
      .map { ($0.key, $0.value.reduce(0) { $0 + $1.bytes }, $0.value) }
      .sorted { ($1.bytes, $0.part.rawValue) < ($0.bytes, $1.part.rawValue) }
  }

  /// The sizes as JSON.
  var json: JSON {
    [
      "bytes": .integer(bytes), "bytesPerSubscriber": .integer(each(bytes)),
      "parts": .array(
        parts.map { part in
          [
            "part": .string(part.part.rawValue), "bytes": .integer(part.bytes),
            "bytesPerSubscriber": .integer(each(part.bytes)),
            "items": .array(
              part.items.filter { !$0.name.isEmpty }.map { item in
                ["name": .string(item.name), "bytes": .integer(item.bytes)]
              }),
          ]
        }),
    ]
  }

  /// The sizes as a table: each part, and below it what takes a hundredth of the whole or more.
  var text: [String] {
    var table = Table(columns: [
      Table.Column(title: "WHAT TAKES IT"), Table.Column(title: "SIZE", leansRight: true),
      Table.Column(title: "SHARE", leansRight: true),
      Table.Column(title: "BYTES A SUBSCRIBER", leansRight: true),
    ])
    for part in parts {
      table.rows.append(row(part.part.title, part.bytes))
      guard part.items.count > 1 else { continue }
      for item in part.items where item.bytes * 100 >= bytes {
        table.rows.append(row("  \(item.name)", item.bytes))
      }
    }
    table.rows.append(row("together", bytes))
    return table.text(ink: false).split(separator: "\n").map(String.init)
  }

  private func row(_ name: String, _ bytes: Int64) -> [Table.Cell] {
    let share = self.bytes == 0 ? 0 : bytes * 1_000 / self.bytes
    return [
      name, ByteText.short(bytes), "\(share / 10).\(share % 10) %",
      subscribers == 0 ? "-" : CountText.grouped(Int(each(bytes))),
    ].map { Table.Cell(text: $0) }
  }

  private func each(_ bytes: Int64) -> Int64 { subscribers == 0 ? 0 : bytes / Int64(subscribers) }
}

extension LedgerSize.Part {
  /// The part in plain words.
  fileprivate var title: String {
    switch self {
    case .payloads: "payloads of the stores"
    case .events: "events"
    case .subscriptions: "ids of subscriptions"
    case .rows: "rows of subscribers"
    case .listIndexes: "indexes of lists"
    case .search: "search"
    case .counters: "counters"
    case .episodes: "billing episodes"
    case .outbox: "changes for receivers"
    case .accounts: "accounts"
    case .other: "everything else"
    case .log: "write-ahead log"
    case .free: "free pages"
    }
  }
}

/// Formatting of numbers of bytes.
enum ByteText {
  /// Formats a number of bytes, for example `23.4 MiB`.
  static func short(_ count: Int64) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where count >= 1 << Int64(shift) {
      let tenths = (count * 10) >> Int64(shift)
      return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(count) bytes"
  }
}
