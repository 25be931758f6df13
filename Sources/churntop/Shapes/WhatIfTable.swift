import SubscriptionCore

/// The episodes that differ in a what-if, as rows.
struct WhatIfTable {
  /// The formatter of instants.
  let time: LocalTime

  /// The columns in every format.
  var form: ListPrinter.Form<EpisodeComparison> {
    ListPrinter.Form(
      columns: columns, cells: cells,
      names: [
        "id", "store", "product", "failedAt", "accessEndsCurrent", "accessEndsCandidate",
        "accessGainedDays", "outcomeCurrent", "outcomeCandidate", "promptsCurrent",
        "promptsCandidate",
      ],
      values: { row in
        let (before, after) = (row.current, row.candidate)
        return [
          row.record.subscription.rawValue, row.record.store.rawValue, row.record.product.rawValue,
          row.record.episode.failedAt.rfc3339, before.accessEndsAt.rfc3339,
          after.accessEndsAt.rfc3339, AccessDays.decimal(row.accessGained),
          before.outcome.rawValue, after.outcome.rawValue, String(before.prompts.total),
          String(after.prompts.total),
        ]
      },
      json: Self.json)
  }

  private var columns: [Table.Column] {
    [
      Table.Column(title: "ID", least: 12), Table.Column(title: "STORE", turn: 0),
      Table.Column(title: "FAILED" + time.heading, turn: 1), Table.Column(title: "ACCESS"),
      Table.Column(title: "OUTCOME"), Table.Column(title: "PROMPTS", leansRight: true),
    ]
  }

  private func cells(_ row: EpisodeComparison) -> [Table.Cell] {
    let (before, after) = (row.current, row.candidate)
    func change(_ old: String, _ new: String) -> String { old == new ? old : "\(old) → \(new)" }
    let gained = row.accessGained
    let access =
      gained == .zero
      ? "-" : (gained > .zero ? "+" : "-") + DurationText.short(gained)
    return [
      row.record.subscription.rawValue, row.record.store.title,
      time.day(row.record.episode.failedAt), access,
      change(
        DisplayText.words(before.outcome.rawValue), DisplayText.words(after.outcome.rawValue)),
      change(String(before.prompts.total), String(after.prompts.total)),
    ].map { Table.Cell(text: $0) }
  }

  static func json(_ row: EpisodeComparison) -> JSON {
    func side(_ replay: EpisodeReplay) -> JSON {
      [
        "graceEnds": JSON(replay.graceEnds), "retryEnds": JSON(replay.retryEnds),
        "accessEnds": JSON(replay.accessEndsAt), "outcome": .string(replay.outcome.rawValue),
        "endsAt": JSON(replay.endsAt), "prompts": JSON(replay.prompts.total),
        "capReached": .bool(replay.prompts.isCapped),
      ]
    }
    return [
      "id": JSON(row.record.subscription), "store": .string(row.record.store.rawValue),
      "product": JSON(row.record.product), "failedAt": JSON(row.record.episode.failedAt),
      "accessGainedDays": AccessDays.json(row.accessGained), "current": side(row.current),
      "candidate": side(row.candidate),
    ]
  }
}

/// Lengths of access in days.
enum AccessDays {
  /// Formats a length in whole days, rounded to the nearest.
  static func whole(_ length: Duration) -> String {
    CountText.grouped(Int(clamping: rounded(length, over: 86_400_000)))
  }

  /// Formats a length in days with one decimal, rounded to the nearest.
  static func decimal(_ length: Duration) -> String {
    let tenths = rounded(length, over: 8_640_000)
    return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  /// A length in days as JSON.
  static func json(_ length: Duration?) -> JSON {
    length.map { .thousandths(rounded($0, over: 86_400)) } ?? .null
  }

  private static func rounded(_ length: Duration, over unit: Int64) -> Int64 {
    let milliseconds = length.wholeMilliseconds
    return (milliseconds + (milliseconds < 0 ? -unit / 2 : unit / 2)) / unit
  }
}
