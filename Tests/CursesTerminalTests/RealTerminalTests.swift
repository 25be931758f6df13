import Glibc
import OwnThreads
import Testing
import VirtualTerminal

/// A program in a real pty: what it shows, and that the terminal is given back on every way out.
@Suite(.ownThread) struct RealTerminalTests {
  /// Starts the probe and waits for its first frame.
  private func start(
    terminal: String = "xterm-256color", columns: Int = 60, rows: Int = 12,
    environment: [String: String] = [:]
  ) throws -> VirtualTerminal {
    let screen = VirtualTerminal(columns: columns, rows: rows)
    var variables = ["TERM": terminal, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    variables["LD_LIBRARY_PATH"] = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables.merge(environment) { $1 }
    try #require(screen.spawn(Probe.path, environment: variables))
    try #require(screen.wait(for: "q quit"), "the first frame did not come: \(screen.text)")
    return screen
  }

  private func expectGivenBack(_ screen: VirtualTerminal) {
    #expect(!screen.isAlternate)
    #expect(screen.isCursorVisible)
    #expect(!screen.reportsMouse)
    #expect(screen.modes.areCooked)
    let output = String(decoding: screen.output, as: UTF8.self)
    if output.contains("\u{1B}[?2004h") {
      #expect(output.contains("\u{1B}[?2004l"))
      #expect(output.contains("\u{1B}[?1004l"))
    }
  }

  @Test func `a frame fills the alternate screen and q gives it back`() throws {
    let screen = try start()
    #expect(screen.isAlternate)
    #expect(screen.lines[0].hasPrefix("┌─ probe 60x12 indexed 山田 ─"))
    #expect(screen.lines[11].hasSuffix(" q quit ─┘"))
    #expect(!screen.modes.isCanonical && !screen.modes.echoes && !screen.modes.hasSignals)
    screen.type("q")
    #expect(screen.waitForEnd() == .exited(0))
    expectGivenBack(screen)
  }

  @Test func `keys arrive, with the cursor on the newest line`() throws {
    let screen = try start()
    screen.type("j\u{1B}[A\u{1B}OB\u{4}é山\u{1B}[5~")
    #expect(screen.wait(for: "key PgUp"))
    let expected = ["j", "Up", "Down", "^d", "é", "山", "PgUp"]
    for (row, key) in expected.enumerated() {
      #expect(screen.lines[row + 1].hasPrefix("│ key \(key) "))
    }
    #expect(screen.cursor.column == 2 && screen.cursor.row == expected.count)
    #expect(screen.cell(column: 2, row: expected.count).isReversed)
    screen.type("\u{1B}")
    #expect(screen.wait(for: "key Esc"))
  }

  @Test func `frames appear at once from the moment that the terminal says it can`() throws {
    let screen = try start()
    func output() -> String { String(decoding: screen.output, as: UTF8.self) }
    #expect(screen.wait { output().contains("\u{1B}[?2026$p") })
    screen.type("j")
    #expect(screen.wait(for: "key j"))
    #expect(!output().contains("\u{1B}[?2026h"))
    screen.type("\u{1B}[?2026;2$yk")
    #expect(screen.wait(for: "key k"))
    #expect(output().contains("\u{1B}[?2026h"))
    #expect(output().contains("\u{1B}[?2026l"))
    let far = try start(environment: ["SSH_CONNECTION": "1 2 3 4"])
    #expect(!String(decoding: far.output, as: UTF8.self).contains("\u{1B}[?2026$p"))
  }

  @Test func `a terminal that is asked for its background may answer late or never`() throws {
    let screen = try start()
    screen.type("b")
    #expect(
      screen.wait { String(decoding: screen.output, as: UTF8.self).contains("\u{1B}]11;?\u{1B}\\") }
    )
    screen.type("j")
    #expect(screen.wait(for: "key j"))
    screen.type("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\")
    #expect(screen.wait(for: "background #fdf6e3"))
    screen.type("k")
    #expect(screen.wait(for: "key k"))
    #expect(!screen.text.contains("key ]") && !screen.text.contains("A-]"))
  }

  @Test func `every colour is sent where the environment promises them`() throws {
    let screen = try start(environment: ["COLORTERM": "truecolor"])
    #expect(screen.lines[0].hasPrefix("┌─ probe 60x12 direct"))
    #expect(screen.cell(column: 3, row: 0).foreground == .rgb(0xFF5F00))
  }

  @Test func `a paste is one event, even with keys and escapes in it`() throws {
    let screen = try start()
    #expect(String(decoding: screen.output, as: UTF8.self).contains("\u{1B}[?2004h"))
    screen.type("\u{1B}[200~qqq\u{1B}[31m!\r\u{1B}[201~")
    #expect(screen.wait(for: "paste 10 qqq\u{FFFD}[31m!"))
    #expect(screen.state == .running)
  }

  @Test func `a message from another thread is drawn at once`() throws {
    let screen = try start()
    screen.type("p")
    #expect(screen.wait(for: "posted from elsewhere"))
  }

  @Test func `a storm of sizes ends with a frame of the last one`() throws {
    let screen = try start()
    for step in 0..<200 {
      screen.resize(columns: 20 + step % 90, rows: 2 + step % 30)
    }
    screen.resize(columns: 100, rows: 30)
    #expect(screen.wait(for: "probe 100x30"))
    #expect(screen.wait { screen.lines[29].hasSuffix(" q quit ─┘") })
    screen.resize(columns: 1, rows: 1)
    screen.resize(columns: 40, rows: 5)
    #expect(screen.wait(for: "probe 40x5"))
    screen.type("q")
    #expect(screen.waitForEnd() == .exited(0))
  }

  @Test(arguments: ["\u{1A}", nil])
  func `suspended, the shell has its terminal; continued, the screen is whole`(
    key: String?
  ) throws {
    let screen = try start()
    if let key { screen.type(key) } else { screen.signal(SIGTSTP) }
    #expect(screen.waitForEnd() == .stopped)
    expectGivenBack(screen)
    screen.feed(Array("\r\nshell$ fg\r\n".utf8))
    screen.resume()
    #expect(screen.wait(for: "resumed"))
    #expect(screen.isAlternate)
    #expect(screen.lines[0].hasPrefix("┌─ probe 60x12"))
    #expect(screen.lines[11].hasSuffix(" q quit ─┘"))
    #expect(!screen.modes.isCanonical)
    screen.type("q")
    #expect(screen.waitForEnd() == .exited(0))
    expectGivenBack(screen)
  }

  @Test func `stopped by force and continued, the screen is taken again`() throws {
    let screen = try start()
    screen.signal(SIGSTOP)
    #expect(screen.waitForEnd() == .stopped)
    screen.resize(columns: 70, rows: 14)
    screen.resume()
    #expect(screen.wait(for: "resumed"))
    #expect(screen.wait(for: "probe 70x14"))
    #expect(screen.text.contains("resize 70x14"))
  }

  @Test func `a window that was resized while the program was suspended has another size`() throws {
    let screen = try start()
    screen.type("\u{1A}")
    #expect(screen.waitForEnd() == .stopped)
    screen.resize(columns: 70, rows: 14)
    screen.resume()
    #expect(screen.wait(for: "resumed"))
    #expect(screen.text.contains("resize 70x14"))
  }

  @Test func `ended while it is suspended, the program leaves the shell's text alone`() throws {
    let screen = try start()
    screen.type("\u{1A}")
    #expect(screen.waitForEnd() == .stopped)
    screen.feed(Array("\r\nshell$ kill %1\r\nkilled: ".utf8))
    let place = screen.cursor
    screen.signal(SIGTERM)
    screen.resume()
    #expect(screen.waitForEnd() == .signaled(SIGTERM))
    expectGivenBack(screen)
    #expect(screen.cursor.column == place.column && screen.cursor.row == place.row)
    #expect(screen.text.contains("killed:"))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal that ends the program gives the terminal back first`(number: Int32) throws {
    let screen = try start()
    screen.signal(number)
    #expect(screen.waitForEnd() == .signaled(number))
    expectGivenBack(screen)
  }

  @Test func `a crash gives the terminal back and is still a crash`() throws {
    let screen = try start()
    screen.type("m")
    #expect(screen.wait { screen.reportsMouse })
    screen.type("!")
    let end = screen.waitForEnd()
    #expect(end == .signaled(SIGILL) || end == .signaled(SIGTRAP))
    expectGivenBack(screen)
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGBUS])
  func `a fatal signal from outside gives the terminal back too`(number: Int32) throws {
    let screen = try start()
    screen.signal(number)
    #expect(screen.waitForEnd() == .signaled(number))
    expectGivenBack(screen)
  }

  @Test func `when the window is closed the program ends`() throws {
    let screen = try start()
    screen.hangUp()
    #expect(screen.waitForEnd() == .exited(1))
  }

  @Test func `the mouse is off until asked for`() throws {
    let screen = try start()
    #expect(!screen.reportsMouse)
    screen.type("m")
    #expect(screen.wait { screen.reportsMouse })
    screen.type("\u{1B}[<0;300;7M\u{1B}[<65;3;4M")
    #expect(screen.wait(for: "mouse press 299,6"))
    #expect(screen.wait(for: "mouse wheelDown 2,3"))
    screen.type("m")
    #expect(screen.wait { !screen.reportsMouse })
  }

  @Test func `copied text goes out as OSC 52`() throws {
    let screen = try start()
    screen.type("c")
    #expect(
      screen.wait {
        String(decoding: screen.output, as: UTF8.self).contains("\u{1B}]52;c;d29yZA==\u{7}")
      })
  }

  @Test func `NO_COLOR leaves weight and no colour`() throws {
    let screen = try start(environment: ["NO_COLOR": "1"])
    #expect(screen.lines[0].contains("mono"))
    let title = screen.cell(column: 3, row: 0)
    #expect(title.isBold && title.foreground == .terminal)
    let coloured = try start(environment: ["NO_COLOR": ""])
    #expect(coloured.cell(column: 3, row: 0).foreground == .indexed(202))
  }

  @Test(arguments: ["vt100", "linux", "screen-256color", "tmux-256color", "xterm"])
  func `other terminals show the same text`(terminal: String) throws {
    let screen = try start(terminal: terminal)
    #expect(screen.lines[0].hasPrefix("┌─ probe 60x12"))
    #expect(screen.lines[11].hasSuffix(" q quit ─┘"))
    #expect(!screen.output.contains(0))
    if terminal == "vt100" {
      #expect(screen.lines[0].contains("mono"))
      #expect(!String(decoding: screen.output, as: UTF8.self).contains("[?2004h"))
    }
    screen.type("q")
    #expect(screen.waitForEnd() == .exited(0))
    // Without a second screen the prompt comes into the last row.
    guard ["vt100", "linux"].contains(terminal) else { return }
    #expect(screen.lines[0].hasPrefix("┌─ probe 60x12"))
    #expect(screen.lines[11].allSatisfy { $0 == " " }, "\(screen.text)")
    #expect(screen.cursor.row == 11 && screen.cursor.column == 0)
  }

  @Test(arguments: [
    ("dumb", "cannot place its cursor"), ("", "TERM is not set"), ("no-such", "terminfo entry"),
  ])
  func `a terminal that is not fit is told in words`(terminal: String, words: String) throws {
    let screen = VirtualTerminal(columns: 100, rows: 12)
    var environment = ["TERM": terminal, "SWIFT_BACKTRACE": "enable=no"]
    environment["LD_LIBRARY_PATH"] = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
    try #require(screen.spawn(Probe.path, environment: environment))
    #expect(screen.waitForEnd() == .exited(3))
    #expect(screen.text.contains("plain: "))
    #expect(screen.text.contains(words))
    #expect(!screen.output.contains(0x1B))
  }
}

/// Where the probe was built: beside the tests.
enum Probe {
  static var path: String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    let own = String(
      decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = own.split(separator: "/").dropLast().joined(separator: "/")
    return access("/\(folder)/TerminalProbe", X_OK) == 0
      ? "/\(folder)/TerminalProbe" : Self.beside(CommandLine.arguments)
  }

  /// The tests may run inside of the toolchain's own helper, which names the bundle.
  private static func beside(_ arguments: [String]) -> String {
    for argument in arguments where argument.contains(".xctest") {
      let folder = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard let bundle = folder.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      let path = folder[..<bundle].joined(separator: "/") + "/TerminalProbe"
      if access(path, X_OK) == 0 { return path }
    }
    return "TerminalProbe"
  }
}
