import SubscriptionCore

/// The effect of prompting as text, for the command, the report and exports.
struct PromptsDocument {
  let figures: PromptFigures
  /// A Boolean value that indicates whether a filter chose the subscriptions.
  let isFiltered: Bool

  private var effect: PromptEffect { figures.effect }

  /// The headings of ``rows``.
  static let columns = [
    "Prompted", "Recovered", "Of", "Expected", "Difference", "95 %", "Others", "Unmatched",
  ]

  /// The comparisons, a row each, with one text for each of ``columns``.
  var rows: [[String]] {
    effect.comparisons.map { comparison in
      let arrow = comparison.isMoreThanNoise ? (comparison.difference > 0 ? "▴ " : "▾ ") : ""
      return [
        comparison.group.title, comparison.prompted.share.map(MetricsText.percent) ?? "-",
        MetricsText.basis(comparison.prompted),
        MetricsText.percent(comparison.expectedShare),
        arrow + MetricsText.points(comparison.difference),
        MetricsText.points(comparison.interval), CountText.grouped(comparison.unprompted),
        CountText.grouped(comparison.unmatched),
      ]
    }
  }

  /// The caption of ``rows``.
  var caption: String {
    let days = effect.followUp.wholeDays
    return
      "Failures of \(MetricsText.days(figures.failures)). Recovered: within \(days) days of the "
      + "prompt. Expected: the same share of the episodes that were open and had seen no prompt at "
      + "the same age (others). An arrow marks a difference beyond noise (95 %). Unmatched prompts "
      + "have no such episode and are left out."
  }

  /// The sentences without which the comparisons mislead; the caveat is the first.
  var notes: [String] {
    var notes = [PromptEffect.caveat]
    if effect.samplingStep > 1 {
      notes.append(
        "One in \(CountText.grouped(effect.samplingStep)) subscriptions was compared, chosen by a "
          + "hash: \(CountText.of(effect.episodes, "episode")).")
    }
    return notes
  }

  /// The sentence in place of the comparisons if there are none; `nil` if there are some.
  var absence: String? {
    guard effect.comparisons.isEmpty else { return nil }
    return effect.episodes == 0
      ? "No renewal failed on these days."
      : "No prompt can be compared: among \(CountText.of(effect.episodes, "failed renewal")) "
        + "there is none with a prompt and \(effect.followUp.wholeDays) days after it, and beside "
        + "it one that was open at the same age without a prompt."
  }

  // MARK: Holdout

  /// The headings of ``arms``.
  static let armColumns = ["Accounts", "Failed", "Shown a prompt", "Recovered", "Of", "95 %"]

  /// The two parts of a holdout, a row each; empty without one.
  var arms: [[String]] {
    guard let holdout = figures.holdout else { return [] }
    return [("prompted", holdout.prompted), ("held out", holdout.heldOut)].map { name, arm in
      [
        name, CountText.grouped(arm.accounts), CountText.grouped(arm.shown),
        arm.recovery.share.map(MetricsText.percent) ?? "-",
        MetricsText.basis(arm.recovery),
        arm.recovery.interval.map {
          "\(MetricsText.tenths($0.lowerBound)) - \(MetricsText.percent($0.upperBound))"
        } ?? "",
      ]
    }
  }

  /// The caption of ``arms``; `nil` without a holdout.
  var armsCaption: String? {
    figures.holdout.map { comparison in
      let holdout = comparison.holdout
      let since = holdout.since.map { " since \($0.iso8601)" } ?? ""
      return "Holdout \"\(holdout.salt)\": \(holdout.percent) % of the accounts\(since), chosen by "
        + "chance. Each account counts by its first failure and its assignment. Recovered: within "
        + "\(comparison.followUp.wholeDays) days, of the accounts followed for so long."
    }
  }

  /// The result of the holdout, what it still needs, and its warnings; empty without one.
  var holdoutNotes: [String] {
    guard let holdout = figures.holdout else { return [] }
    var notes: [String] = []
    if let difference = holdout.difference.difference, let interval = holdout.difference.interval {
      let noise =
        holdout.difference.isMoreThanNoise ? "more than noise" : "no more than noise so far"
      notes.append(
        "Difference: \(MetricsText.points(difference)) points "
          + "(95 % \(MetricsText.points(interval))), \(noise).")
    } else {
      notes.append("No difference yet: one part has no account that was followed for long enough.")
    }
    if let needed = holdout.needed, let still = holdout.stillNeeded {
      let points = Int((holdout.effect * 100).rounded())
      let power = holdout.power.map { " Power so far: \(MetricsText.percent($0))." } ?? ""
      let rest = still == 0 ? "which are there" : "\(CountText.grouped(still)) more than now"
      notes.append(
        "To find \(points) points with a power of 80 %, \(CountText.grouped(needed)) accounts "
          + "have to be followed, \(rest).\(power)")
    }
    notes += holdout.warnings.map { "Warning: \($0.sentence)" }
    if isFiltered {
      notes.append(
        "The filter chooses from both parts alike only if it is about what was there before the "
          + "failure, such as a product or a country, and not about the state.")
    }
    return notes
  }

  // MARK: Text

  /// The figures as a section of text output.
  func text(ink: Bool, room: Int?) -> String {
    var text = "EFFECT OF PROMPTS\n"
    text += DisplayText.paragraph(absence ?? caption, room: room)
    if absence == nil { text += "\n" + table.text(ink: ink, room: room) }
    text += "\n" + DisplayText.paragraphs(notes, room: room)
    if let armsCaption {
      text += "\n" + DisplayText.paragraph(DisplayText.sanitized(armsCaption), room: room)
      text += "\n" + armTable.text(ink: ink, room: room) + "\n"
      text += DisplayText.paragraphs(holdoutNotes, room: room)
    }
    return text
  }

  /// The figures as a section of Markdown.
  var markdown: String {
    var text = "## Effect of prompts\n\n"
    text += absence.map { "\($0)\n" } ?? "\(caption)\n\n\(table.markdown)"
    text += "\n" + Table.markdownList(notes)
    if let armsCaption {
      text += "\n\(Table.markdownCell(armsCaption))\n\n\(armTable.markdown)\n"
      text += Table.markdownList(holdoutNotes)
    }
    return text
  }

  private var table: Table {
    // In a narrow terminal the least telling columns go first.
    Table(figures: Self.columns, rows, strong: 1, turns: [6: 1, 7: 2, 5: 3, 2: 4])
  }

  private var armTable: Table {
    Table(figures: Self.armColumns, arms, strong: 3, turns: [5: 1, 2: 2])
  }
}

extension MetricsText {
  /// Formats a difference of shares in percentage points with its sign, for example `+2.8`.
  static func points(_ difference: Double) -> String {
    let text = tenths(difference)
    return text == "-0.0" ? "0.0" : difference > 0 && text != "0.0" ? "+" + text : text
  }

  /// Formats an interval of differences, for example `-1.2 to +6.9`.
  static func points(_ interval: ClosedRange<Double>) -> String {
    "\(points(interval.lowerBound)) to \(points(interval.upperBound))"
  }
}
