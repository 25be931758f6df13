import EventLedger
import SubscriptionCore

extension WhatIfScreen {
  /// The differing episodes that the sentences name.
  private static let toldRows = 10

  func sentences(isPaged: Bool) -> [String] {
    func number(_ index: Int) -> String { isPaged ? "\(index + 1). " : "" }
    let candidate = whatIf.question.candidate
    var lines = ["\(Self.note.long). Window: the failures of \(whatIf.question.days) days."]
    if !whatIf.filterText.isEmpty { lines.append("Filter: \(whatIf.filterText).") }
    lines += ["", "Policy:"]
    for (index, field) in whatIf.fields.enumerated() {
      let (before, after) = (valueSentence(field, former), valueSentence(field, candidate))
      let change = before == after ? "" : ", candidate \(after)"
      lines.append("\(number(index))\(candidate.title(of: field)): \(before)\(change).")
    }
    guard let answer = whatIf.answer, !isLedgerEmpty else { return lines + [""] + missingWords }
    if whatIf.isOld { lines += ["", "The figures are those of the former candidate."] }
    lines += ["", "Episodes replayed: \(Formatting.count(answer.report.episodes))."]
    lines += figureSentences(answer.report)
    if whatIf.showsSubject { lines += ["", whatIf.subjectRow.map(sentence) ?? noSubjectWords] }
    if !answer.rows.isEmpty {
      let count = Formatting.count(answer.report.differences.episodes)
      lines += ["", "Episodes that differ: \(count). The largest differences:"]
      let fields = whatIf.fields.count
      lines += answer.rows.prefix(Self.toldRows).enumerated().map { index, row in
        number(fields + index) + sentence(row)
      }
    }
    return lines + ["", "Assumptions:"] + answer.report.assumptions
  }

  private func valueSentence(_ field: PolicyField, _ candidate: PolicyCandidate) -> String {
    words(of: field, in: candidate) ?? "no effect"
  }

  /// The figures under both policies, each a sentence.
  private func figureSentences(_ report: WhatIfReport) -> [String] {
    var lines = ["", "With the days of payments held fixed:"]
    lines += report.lines(\.fixedLines, at: whatIf.revenueRates).map(sentence)
    if let cost = report.costOfOneRecoveryInGrace, cost > .zero {
      lines.append(WhatIfReport.costSentence(days: Formatting.days(cost)))
    }
    lines += ["", "To be expected, 95 % bands in brackets:"]
    lines += report.lines(\.expectedLines, at: whatIf.revenueRates).map(sentence)
    let rates = whatIf.revenueRates?.sentence(about: report.revenueCurrencies)
    return lines + [rates].compactMap(\.self)
  }

  private func sentence(_ line: WhatIfReport.Line) -> String {
    let title =
      switch line.subject {
      case .unpaidAccess: "unpaid access-days"
      case .revenue where line.isPart: "revenue recovered \(line.title)"
      case _: line.title
      }
    let change = line.changeWords()
    let words = change.isEmpty ? "" : ", change \(change)"
    return "\(title.capitalizedFirst): \(line.current.clause), "
      + "candidate \(line.candidate.clause)\(words)."
  }

  private func sentence(_ row: WhatIfRow) -> String {
    let (before, after) = (row.comparison.current, row.comparison.candidate)
    func access(_ replay: EpisodeReplay) -> String {
      replay.losesAccessAt.map { "access until \(dates.moment($0))" } ?? "access kept"
    }
    func words(_ replay: EpisodeReplay) -> String {
      "\(access(replay)), \(Self.words(replay.outcome)), "
        + Formatting.plural(replay.prompts.total, "prompt")
    }
    let name = name(of: row.person, isMasked: model.masks(row.id))
    let who = name.isEmpty ? "\(row.id)" : "\(row.id), \(name)"
    return "\(who), failed \(dates.day(row.failedAt)): \(words(before)); "
      + "candidate: \(words(after))."
  }

  private var noSubjectWords: String {
    let id = whatIf.subject?.rawValue ?? ""
    return whatIf.isSubjectMissing
      ? "\(id) has had no failed renewal; there is nothing to replay." : "\(id) is being read."
  }

  /// The policies, every figure and every assumption, to read.
  var assumptionLines: [String] {
    guard let answer = whatIf.answer else { return missingWords }
    let policies = answer.policies.filter(\.differs).map { row in
      "\(row.setting): \(row.current); candidate \(row.candidate)"
    }
    let stale = whatIf.isOld ? ["These are the figures of the former candidate.", ""] : []
    return stale
      + (policies.isEmpty ? ["The candidate is the policy in force."] : policies)
      + ["", "Assumptions:"] + answer.report.assumptions.map { "- " + $0 }
      + figureSentences(answer.report)
  }
}
