import SubscriptionCore

/// The result of one check of `churntop doctor`.
struct Finding {
  /// The importance of a finding.
  enum Verdict: String {
    /// There is nothing to do.
    case fine
    /// There may be something to do.
    case note
    /// Something does not work as it should.
    case problem
  }

  /// The part of the program's world that was checked.
  enum Area: String, CaseIterable {
    case program, terminal, configuration, ledger, stores
  }

  /// The part that was checked.
  var area: Area
  /// The name of the check.
  var name: String
  /// A description of what was found.
  var text: String
  /// The importance.
  var verdict = Verdict.fine
  /// The action that helps; `nil` for none.
  var advice: String?

  /// The finding as JSON.
  var json: JSON {
    [
      "area": .string(area.rawValue), "check": .string(name), "verdict": .string(verdict.rawValue),
      "finding": .string(text), "advice": JSON(advice),
    ]
  }
}

extension [Finding] {
  /// The findings as text, by area; a problem has `!` before it and a note `-`, and what helps
  /// is below.
  var text: String {
    let width = map(\.name.count).max() ?? 0
    var result = ""
    for area in Finding.Area.allCases {
      let findings = filter { $0.area == area }
      guard !findings.isEmpty else { continue }
      result += (result.isEmpty ? "" : "\n") + area.rawValue.uppercased() + "\n"
      for finding in findings {
        let name = finding.name.padded(to: width)
        result += "\(finding.verdict.sign) \(name)  \(DisplayText.sanitized(finding.text))\n"
        guard let advice = finding.advice else { continue }
        result += String(repeating: " ", count: width + 4) + DisplayText.sanitized(advice) + "\n"
      }
    }
    return result
  }

  /// The findings as a Markdown table.
  var markdown: String {
    Table(
      columns: ["", "AREA", "CHECK", "FINDING", "ADVICE"].map { Table.Column(title: $0) },
      rows: map { finding in
        [
          finding.verdict == .fine ? "" : finding.verdict.rawValue, finding.area.rawValue,
          finding.name, finding.text, finding.advice ?? "",
        ].map { Table.Cell(text: $0) }
      }
    ).markdown
  }
}

extension Finding.Verdict {
  fileprivate var sign: String {
    switch self {
    case .fine: " "
    case .note: "-"
    case .problem: "!"
    }
  }
}
