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
    try form.format.print(
      text: findings.text
        + "\nFor a bug report: churntop doctor --format md (it names no user)\n",
      json: ["sound": .bool(isSound), "checks": .array(findings.map(\.json))],
      lines: findings.map(\.json), markdown: findings.markdown, to: session.output)
    if !isSound { throw CommandError.needsALook }
  }
}
