import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore

/// `churntop rebuild`: rebuilds the derived rows from the events.
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Rebuild every subscriber from the events, and compare or replace the rows.",
    usage: "churntop rebuild [<options>]",
    discussion: """
      The events are the truth; what lists show is derived from them. A change of [recovery] or
      [prompts] in the configuration is applied to every subscriber by the next command that may
      write; with --check those that it will change count as differing. Where a clock was ahead,
      and the ledger with it, a rebuild brings every subscriber back to the present.

      EXAMPLES
        churntop rebuild --check      compare only; ends with 3 if rows differ
        churntop rebuild
      """.flowed)

  @Flag(help: "Change nothing; report the differences.")
  var check = false
  @OptionGroup var form: ReportFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() throws {
    let session = try Session(common.values(display))
    try form.check(for: "rebuild")
    let ledger = try session.open(check ? .inspecting : .writing)
    let report = RebuildReport()
    defer { report.end() }
    var (differing, figuresDiffer): ([SubscriptionID], Bool) = ([], false)
    do {
      differing = try ledger.rebuild(check: check, at: session.now, progress: report.show)
    } catch {
      guard case .figuresDiffer = error else { throw error }
      figuresDiffer = true
    }
    report.end()
    let json: JSON = [
      "checked": .bool(check), "differing": .array(differing.map { JSON($0) }),
      "figuresDiffer": .bool(figuresDiffer),
    ]
    var lines = differing.prefix(50).map(\.rawValue)
    lines.append(Self.sentence(differing.count, isCheck: check))
    if figuresDiffer {
      lines.append("The figures differ from the rows; churntop rebuild counts them again")
    }
    try form.format.print(json, or: lines, to: session)
    if check, !differing.isEmpty || figuresDiffer { throw CommandError.needsALook }
  }

  private static func sentence(_ count: Int, isCheck: Bool) -> String {
    let whom = CountText.of(count, "subscriber")
    let whose = count == 1 ? "its" : "their"
    return isCheck
      ? "\(whom) \(count == 1 ? "differs" : "differ") from \(whose) events"
      : "\(whom) \(count == 1 ? "was" : "were") brought in line with \(whose) events"
  }
}
