import ArgumentParser
import ProgramConventions
import SubscriptionCore

/// `churntop doctor`: checks everything that the program needs.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check terminal, configuration, ledger and feeds, and print what a bug report needs.",
    usage: "churntop doctor [<options>]",
    discussion: """
      EXAMPLES
        churntop doctor
        churntop doctor --glyphs narrow
        churntop doctor --format md > bug-report.md

      Nothing is written and no user is named. The terminal itself measures whether glyphs have
      the width that screens assume. Ends with 3 when a problem was found; '!' marks it.
      """.flowed)

  @OptionGroup var form: PageFormatOptions
  @OptionGroup var looks: AppearanceOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(
      common.values(display), damage: .readOnly, dependencies: Dependencies.current.checked)
    try form.check(for: "doctor")
    let doctor = Doctor(session: session, options: common.values(display), appearance: looks)
    let findings = try doctor.findings()
    let isSound = findings.allSatisfy { $0.verdict != .problem }
    let output = session.output
    switch form.format {
    case .json:
      let json: JSON = [
        "sound": .bool(isSound), "checks": .array(findings.map(\.json)),
      ]
      try output.line(json.pretty())
    case .ndjson: for finding in findings { try output.line(finding.json.compact) }
    case .md: try output.write(findings.markdown)
    case .text, .csv:
      try output.write(findings.text)
      try output.line("\nFor a bug report: churntop doctor --format md (it names no user)")
    }
    try output.flush()
    if !isSound { throw CommandError.needsALook }
  }
}
