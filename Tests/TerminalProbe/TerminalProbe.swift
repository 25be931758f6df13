import CursesTerminal
import Glibc
import TerminalUI

/// A small full-screen program for tests of the real terminal: it shows each event it gets.
///
/// `q` ends it, `^z` suspends it, `m` turns the mouse on, `c` copies a word, `!` crashes it, `p`
/// posts a message from another thread, `b` asks for the background. With the argument `measure`
/// it prints what frames cost.
@main
struct TerminalProbe {
  static func main() async {
    let environment = readEnvironment()
    if CommandLine.arguments.dropFirst().first == "measure" {
      do {
        try await Measurement.run(terminal: environment["TERM"] ?? "xterm-256color")
      } catch {
        print("\(error)")
        exit(3)
      }
      return
    }
    let tier = ColorTier.decide(
      flag: .auto, environment: environment, isTTY: TerminalFacts.isTerminal,
      terminfoColors: TerminalFacts.terminfoColors(environment["TERM"] ?? "") ?? 0)
    let options = CursesTerminal.Options(
      theme: probeTheme, tier: tier, environment: environment)
    let mailbox = Mailbox<ProbeProgram.Message>(wake: CursesTerminal.wake)
    let end: ProgramEnd
    do {
      end = try await CursesTerminal.withTerminal(options) { terminal in
        var loop = ProgramLoop(
          program: ProbeProgram(tier: tier), model: ProbeProgram.Model(), terminal: terminal,
          mailbox: mailbox, clock: { 0 },
          perform: { effect in
            switch effect {
            case .crash: preconditionFailure("asked to crash")
            case .post: Task.detached { await mailbox.send(.event("posted from elsewhere")) }
            case .suspend, .mouse, .copy, .askBackground: break
            }
          })
        return loop.run()
      }
    } catch {
      print("plain: \(error)")
      exit(3)
    }
    switch end {
    case .finished: exit(0)
    case .closed: exit(1)
    case .terminated(let number): ProcessEnd.bySignal(number)
    }
  }

  private static func readEnvironment() -> [String: String] {
    var values: [String: String] = [:]
    let names = [
      "TERM", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLORTERM", "STY", "TMUX", "TERM_PROGRAM",
      "SSH_CONNECTION",
    ]
    for name in names {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }

  private static let probeTheme = Theme(
    name: "probe",
    roles: [
      .title: RoleStyle(foreground: .rgb(0xFF5F00), attributes: .bold),
      .cursor: RoleStyle(attributes: .reverse),
    ])
}
