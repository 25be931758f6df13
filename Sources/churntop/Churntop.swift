import ArgumentParser
import Cryptography
import Dashboard
import EventLedger
import Foundation
import ProgramConventions

/// The program: without a subcommand the dashboard, or the Overview as text if there is no
/// terminal.
@main
struct Churntop: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "churntop",
    abstract: "top for involuntary churn: who is losing a subscription to a failed payment.",
    discussion: """
      FIVE THINGS PEOPLE DO
        churntop demo                           look around in a simulated world
        churntop import notifications.ndjson    take in what the stores said
        churntop                                the dashboard; ? helps, q leaves
        churntop explain mei@example.com        what to tell this user, and why
        churntop due --format json              whom to ask, for scripts

      Every screen is also a command; 'churntop help COMMAND' has examples.
      Shell completions: churntop completions; manual page: churntop man

      EXIT STATUS
        0 done  1 failed  2 not understood  3 done, but something needs a look
        4 not found or ambiguous  64 wrong usage  141 the reader left

      ENVIRONMENT
        CHURNTOP_CONFIG names the configuration; every setting of it is one, too:
        CHURNTOP_LEDGER CHURNTOP_READONLY CHURNTOP_TIMEZONE CHURNTOP_THEME
        CHURNTOP_GLYPHS CHURNTOP_COLOR CHURNTOP_MASK CHURNTOP_MOUSE
        CHURNTOP_ACCESSIBLE CHURNTOP_REFRESH CHURNTOP_STALE CHURNTOP_UNDO
        CHURNTOP_DIGEST CHURNTOP_ESCDELAY CHURNTOP_ACTOR CHURNTOP_PROJECT
        ACCESSIBLE NO_COLOR CLICOLOR CLICOLOR_FORCE ESCDELAY
        XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME
      """.flowed,
    version: ProgramVersion.line(of: "churntop"),
    groupedSubcommands: [
      CommandGroup(
        name: "Look",
        subcommands: [
          ListCommand.self, DueCommand.self, EventsCommand.self, StatsCommand.self,
          DigestCommand.self, MetricsCommand.self, ReportCommand.self, WhatIfCommand.self,
          ShowCommand.self, ExplainCommand.self, DemoCommand.self,
        ]),
      CommandGroup(
        name: "Take in and record",
        subcommands: [
          ImportCommand.self, AccountsCommand.self, ProductsCommand.self, PromptCommand.self,
          QuarantineCommand.self,
        ]),
      CommandGroup(
        name: "Keep",
        subcommands: [
          VerifyCommand.self, RebuildCommand.self, BackupCommand.self, ExportCommand.self,
          EraseCommand.self, LedgerCommand.self,
        ]),
      CommandGroup(
        name: "Set up",
        subcommands: [
          DoctorCommand.self, ConfigCommand.self, ThemeCommand.self, KeysCommand.self,
          FrameCommand.self, CompletionsCommand.self, ManCommand.self,
        ]),
    ])

  @OptionGroup var looks: AppearanceOptions
  @OptionGroup var recording: RecordingOptions
  @Option(
    help: ArgumentHelp("Show a recording; no ledger is needed.", valueName: "file"),
    completion: .file())
  var replay: String?
  @OptionGroup var access: AccessOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  func run() async throws {
    let canDraw = Dependencies.current.canDrawScreens
    var session = try Session(
      common.values(display), asOf: time.asOf, damage: canDraw ? .readOnly : .refused)
    if let replay { return try await ReplayRun(session, looks, path: replay).run() }
    try recording.checkThatScreensAreDrawn(canDraw)
    if session.hasNoLedger { return try await welcome(session) }
    if let reason = try session.linearReason(access) {
      return try LinearRun(session, because: reason).run(.overview)
    }
    guard canDraw else {
      _ = try AppearanceSettings(session, looks)
      return try StatsCommand.print(session, format: .text)
    }
    let ledger = session.isAsOf ? try session.open(.reading) : try session.view(advancing: false)
    try await DashboardRun(session, looks, recording: recording).run(on: ledger)
  }

  /// Says what to do without a ledger, and runs the demo if the user wants it.
  private func welcome(_ session: Session) async throws {
    let first = FirstRun(path: session.path)
    guard session.dependencies.canDrawScreens, try session.linearReason(access) == nil else {
      return try first.fail()
    }
    let wish = try first.ask(session.output)
    guard wish != .leave else { throw CommandError.partlyFailed }
    var demo = try DemoCommand.parse(wish == .tour ? ["--tour"] : [])
    (demo.looks, demo.access, demo.common) = (looks, access, display)
    try await demo.run()
  }

  /// Runs the command of the arguments and exits with its status.
  static func main() async {
    Dependencies.occupyStandardDescriptors()
    OpenSSL.keepUntilTheEnd()
    let given = Array(CommandLine.arguments.dropFirst())
    // A shell's request for completions has an order of its own.
    let isCompletion = given.first?.hasPrefix("---") == true
    let arguments = isCompletion ? given : LeadingOptions.moved(given, root: Churntop.self)
    if let shell = CompletionScript.shell(askedBy: arguments) {
      diagnostics.end(printing: CompletionScript.text(for: shell))
    }
    do {
      if let sentence = UnknownCommand.sentence(arguments, root: Churntop.self) {
        throw ValidationError(sentence)
      }
      var command = try NamedCommand.parse(arguments, root: Churntop.self)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let error as CommandError {
      diagnostics.end(error)
    } catch let error as LedgerError {
      diagnostics.end(CommandError(error))
    } catch {
      diagnostics.widenHelp()
      if exitCode(for: error).isSuccess { diagnostics.end(printing: fullMessage(for: error)) }
      let message = message(for: error)
      let meant = MeantFilter.sentence(arguments, message: message, root: Churntop.self)
      let usage: any Error = meant.map { ValidationError($0) } ?? error
      diagnostics.end(usage: fullMessage(for: usage), status: exitCode(for: usage).rawValue)
    }
  }
}
