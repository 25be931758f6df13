import Foundation
import OwnThreads
import SeededNumbers
import TerminalUI
import Testing
import VirtualTerminal

@testable import CursesTerminal

/// Frames through ncurses into memory and from there onto a terminal of memory.
@TerminalActor

@Suite(.ownThread) struct CursesTerminalTests {
  private let theme = Theme(
    name: "test",
    roles: [
      "state.hold": RoleStyle(
        foreground: .rgb(0xFF5F00), foreground16: .indexed(9), monoAttributes: .reverse),
      "ui.env.prod": RoleStyle(foreground: .rgb(0), background: .rgb(0xFF5F00)),
      "ui.cursor": RoleStyle(attributes: .reverse),
      "ui.title": RoleStyle(attributes: [.bold, .underline]),
    ])

  private func open(
    _ terminal: String = "xterm-256color", tier: ColorTier = .indexed, width: Int = 20,
    height: Int = 4
  ) throws -> CursesTerminal {
    try CursesTerminal(
      CursesTerminal.Options(
        theme: theme, tier: tier,
        headless: (Size(width: width, height: height), terminal)))
  }

  private func frame(_ lines: [String], width: Int = 20, height: Int = 4) -> Frame {
    var frame = Frame(size: Size(width: width, height: height))
    for (y, line) in lines.enumerated() { frame.put(line, at: Point(x: 0, y: y)) }
    return frame
  }

  private func show(_ frame: Frame, _ curses: CursesTerminal, _ screen: VirtualTerminal) {
    curses.show(frame)
    screen.feed(curses.lastFrame)
  }

  @Test(
    arguments: [
      (nil, nil, -1), (1_000, nil, 1_000), (0, nil, 0), (nil, 25, 25), (1_000, 25, 25),
      (10, 25, 10),
      (0, 25, 0), (1_000, 3_000, 1_000), (nil, 3_000, 3_000), (.max, nil, .max), (.max, 1, 1),
    ] as [(Int64?, Int32?, Int32)])
  func `a wait ends when a lone Escape has waited long enough`(
    _ asked: Int64?, _ escape: Int32?, _ patience: Int32
  ) {
    #expect(CursesTerminal.patience(asked, withEscape: escape) == patience)
  }

  @Test func `a message ends a wait where there is no terminal`() throws {
    let curses = try open()
    defer { curses.close() }
    CursesTerminal.wake()
    let began = ContinuousClock.now
    #expect(curses.nextEvent(within: 10_000) == nil)
    #expect(ContinuousClock.now - began < .seconds(5))
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "linux", "vt100", "xterm-direct"])
  func `what a frame says is what the terminal shows`(terminal: String) throws {
    let curses = try open(terminal)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    let pictures = [
      ["plain", "山田太郎 tarō", "e\u{301}\u{302}x", "12345678901234567890"],
      ["山田", "x山x山", "", "1234567890123456789山"],
      ["x山田", "山x山x", "12345678901234567890", ""],
      ["12345678901234567890", "plain", "x山田", "山x山x"],
    ]
    for picture in pictures {
      let frame = frame(picture)
      show(frame, curses, screen)
      #expect(screen.lines == frame.lines)
    }
  }

  @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
  func `any frame after any other is shown exactly`(terminal: String) throws {
    let curses = try open(terminal, tier: .direct, width: 30, height: 8)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 30, rows: 8)
    var random = SeededNumbers(seed: 11)
    let roles: [StyleRole] = [.text, .title, "state.hold", "ui.env.prod"]
    let signs = ["a", "Z", " ", " ", "é", "山", "田", "カ", "ｶ", "e\u{301}", "━", "▓", "│", "◒"]
    var lines = (0..<8).map { _ in "" }
    for _ in 0..<150 {
      if Bool.random(using: &random) { lines.append(lines.removeFirst()) }
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let line = (0..<Int.random(in: 0...34, using: &random)).map { _ in
          signs.randomElement(using: &random) ?? ""
        }
        lines[Int.random(in: 0..<8, using: &random)] = line.joined()
      }
      var frame = Frame(size: Size(width: 30, height: 8))
      for (y, line) in lines.enumerated() {
        frame.put(
          line, at: Point(x: Int.random(in: -2...3, using: &random), y: y),
          role: roles.randomElement(using: &random) ?? .text)
      }
      // For the very last cell ncurses makes detours that a wide or combining character next to it
      // does not survive, so screens leave it blank.
      frame.put(" ", at: Point(x: 29, y: 7))
      show(frame, curses, screen)
      #expect(screen.lines == frame.lines)
    }
  }

  @Test func `an equal frame costs no byte`() throws {
    let curses = try open()
    defer { curses.close() }
    curses.show(frame(["a", "b"]))
    #expect(curses.lastFrameBytes > 0)
    curses.show(frame(["a", "b"]))
    #expect(curses.lastFrameBytes == 0)
    curses.perform(.repaint)
    curses.show(frame(["a", "b"]))
    #expect(curses.lastFrameBytes > 0)
  }

  @Test(arguments: [("xterm-256color", 1, 1), ("vt100", 1, 0), ("linux", 0, 0)])
  func `ASCII is named as the set of characters once, and again after a repaint`(
    terminal: String, first: Int, repainted: Int
  ) throws {
    let curses = try open(terminal, tier: .mono)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    func designations() -> Int {
      String(decoding: curses.lastFrame, as: UTF8.self).components(separatedBy: "\u{1B}(B").count
        - 1
    }
    func bold(_ row: Int) -> Frame {
      var frame = frame(["one", "two", "three", "four"])
      frame.put("title", at: Point(x: 8, y: row), role: .title)
      return frame
    }
    show(bold(0), curses, screen)
    #expect(designations() == first)
    for row in 1..<4 {
      show(bold(row), curses, screen)
      #expect(designations() == 0)
      #expect(screen.lines == bold(row).lines)
    }
    curses.perform(.repaint)
    show(bold(2), curses, screen)
    #expect(designations() == repainted)
    #expect(screen.lines == bold(2).lines)
  }

  @Test(arguments: [
    ("xterm-256color", ColorTier.direct, VirtualCell.Color.rgb(0xFF5F00), false),
    ("tmux-256color", .direct, .rgb(0xFF5F00), false),
    ("xterm-256color", .indexed, .indexed(202), false),
    ("xterm-256color", .sixteen, .indexed(9), false),
    ("linux", .direct, .indexed(1), true),
    ("vt100", .direct, .terminal, false),
    ("xterm-256color", .mono, .terminal, false),
  ])
  func `a colour becomes the nearest the terminal has`(
    terminal: String, tier: ColorTier, color: VirtualCell.Color, isBold: Bool
  ) throws {
    let curses = try open(terminal, tier: tier)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    var frame = Frame(size: Size(width: 20, height: 4))
    frame.put("x", at: Point(x: 0, y: 0), role: "state.hold")
    show(frame, curses, screen)
    let cell = screen.cell(column: 0, row: 0)
    #expect(cell.foreground == color)
    #expect(cell.isBold == isBold)
    #expect(cell.isReversed == (color == .terminal))
  }

  @Test func `direct colour is sent as it is`() throws {
    let curses = try open("xterm-direct", tier: .direct)
    defer { curses.close() }
    var frame = Frame(size: Size(width: 20, height: 4))
    frame.put("x", at: Point(x: 0, y: 0), role: "state.hold")
    curses.show(frame)
    let bytes = String(decoding: curses.lastFrame, as: UTF8.self)
    #expect(bytes.contains("255:95:0"))
  }

  @Test func `lent numbers leave the user's own sixteen colours alone`() throws {
    let curses = try open(tier: .direct)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    curses.perform(
      .theme(
        Theme(
          name: "b",
          roles: [
            .text: RoleStyle(foreground: .rgb(0x93A1A1), background: .rgb(0x002B36)),
            "a": RoleStyle(foreground: .indexed(9), background: .indexed(0)),
            "b": RoleStyle(foreground: .indexed(255), background: .indexed(16)),
          ])))
    var frame = Frame(size: Size(width: 20, height: 4))
    frame.put("t", at: Point(x: 0, y: 0))
    frame.put("a", at: Point(x: 1, y: 0), role: "a")
    frame.put("b", at: Point(x: 2, y: 0), role: "b")
    show(frame, curses, screen)
    let cells = (0..<3).map { screen.cell(column: $0, row: 0) }
    #expect(cells.map(\.foreground) == [.rgb(0x93A1A1), .indexed(9), .rgb(0xEEEEEE)])
    #expect(cells.map(\.background) == [.rgb(0x002B36), .indexed(0), .rgb(0x000000)])
    #expect(screen.cell(column: 19, row: 3).background == .rgb(0x002B36))
  }

  @Test func `theme after theme shows its own colours, however many there were`() throws {
    let curses = try open(tier: .direct)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    var frame = Frame(size: Size(width: 20, height: 4))
    let roles = (0..<20).map { StyleRole("r.\($0)") }
    for (x, role) in roles.enumerated() { frame.put("x", at: Point(x: x, y: 1), role: role) }
    for round in 0..<40 {
      let colors = (0..<20).map { UInt32(round * 20 + $0) * 0x0101 + 0x400000 }
      curses.perform(
        .theme(
          Theme(
            name: "\(round)",
            roles: Dictionary(
              uniqueKeysWithValues: zip(roles, colors.map { RoleStyle(foreground: .rgb($0)) })))))
      show(frame, curses, screen)
      let shown = (0..<20).map { screen.cell(column: $0, row: 1).foreground }
      #expect(shown == colors.map { .rgb(Int($0)) }, "round \(round)")
    }
  }

  @Test func `an overlay keeps the colours below it`() throws {
    let curses = try open()
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    var frame = Frame(size: Size(width: 20, height: 4))
    frame.put("x", at: Point(x: 0, y: 0), role: "ui.env.prod")
    frame.put("t", at: Point(x: 1, y: 0), role: .title)
    frame.overlay(.cursor, in: Rect(x: 0, y: 0, width: 20, height: 1))
    show(frame, curses, screen)
    let first = screen.cell(column: 0, row: 0)
    #expect(first.isReversed && first.background == .indexed(202))
    #expect(screen.cell(column: 1, row: 0).isReversed && screen.cell(column: 1, row: 0).isBold)
    #expect(screen.cell(column: 1, row: 0).isUnderlined)
    #expect(screen.cell(column: 19, row: 0).isReversed)
    #expect(!screen.cell(column: 0, row: 1).isReversed)
  }

  @Test func `another theme repaints what it changes`() throws {
    let curses = try open()
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    var frame = Frame(size: Size(width: 20, height: 4))
    frame.put("x", at: Point(x: 0, y: 0), role: "state.hold")
    show(frame, curses, screen)
    curses.perform(
      .theme(Theme(name: "b", roles: ["state.hold": RoleStyle(foreground: .indexed(27))])))
    show(frame, curses, screen)
    #expect(screen.cell(column: 0, row: 0).foreground == .indexed(27))
  }

  @Test func `every size shows its frame`() throws {
    let curses = try open()
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    for (width, height) in [(40, 10), (1, 1), (3, 20), (200, 2), (80, 24)] {
      curses.resize(to: Size(width: width, height: height))
      screen.resize(columns: width, rows: height)
      #expect(curses.size == Size(width: width, height: height))
      var frame = Frame(size: curses.size)
      frame.draw(Panel(title: "山田 \(width)"), in: frame.bounds)
      show(frame, curses, screen)
      #expect(screen.lines == frame.lines)
    }
  }

  @Test func `a frame of another size than the screen is cut or padded`() throws {
    let curses = try open(width: 5, height: 2)
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 5, rows: 2)
    show(frame(["123山45", "b", "c"]), curses, screen)
    #expect(screen.lines == ["123山", "b"])
    show(frame(["1"], width: 2, height: 1), curses, screen)
    #expect(screen.lines == ["1", ""])
  }

  @Test func `the cursor is where the frame puts it, or hidden`() throws {
    let curses = try open()
    defer { curses.close() }
    let screen = VirtualTerminal(columns: 20, rows: 4)
    var frame = frame(["a", "b"])
    frame.cursor = Point(x: 3, y: 1)
    show(frame, curses, screen)
    #expect(screen.isCursorVisible && screen.cursor == (3, 1))
    frame.cursor = nil
    show(frame, curses, screen)
    #expect(!screen.isCursorVisible)
    frame.cursor = Point(x: 99, y: 99)
    show(frame, curses, screen)
    #expect(!screen.isCursorVisible)
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], false), (["TERM": "xterm-ghostty"], true),
      (["TERM": "foot-extra"], true), (["TERM": "alacritty"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true),
      (["TERM": "xterm-256color", "WT_SESSION": "1"], true),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
      (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], false),
      (["TERM": "xterm-kitty", "STY": "1.x"], false), ([:], false),
    ] as [([String: String], Bool)])
  func `only terminals known to update at once get frames in one piece`(
    environment: [String: String], isKnown: Bool
  ) throws {
    let curses = try CursesTerminal(
      CursesTerminal.Options(
        theme: theme, tier: .mono, environment: environment,
        headless: (Size(width: 5, height: 2), "xterm-256color")))
    defer { curses.close() }
    curses.show(frame(["a"], width: 5, height: 2))
    #expect(String(decoding: curses.lastFrame, as: UTF8.self).contains("?2026h") == isKnown)
  }

  @Test func `a terminal known to update at once gets its frames in one piece`() throws {
    let curses = try CursesTerminal(
      CursesTerminal.Options(
        theme: theme, tier: .mono, environment: ["TERM": "xterm-kitty"],
        headless: (Size(width: 5, height: 2), "xterm-256color")))
    defer { curses.close() }
    curses.show(frame(["a"], width: 5, height: 2))
    let text = String(decoding: curses.lastFrame, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    curses.show(frame(["a"], width: 5, height: 2))
    #expect(curses.lastFrameBytes == 0)
  }

  @Test(arguments: [
    ("no-such-terminal", TerminalError.unknownTerminal("no-such-terminal")),
    ("dumb", .incapableTerminal("dumb")),
  ])
  func `a terminal that cannot do it is an error with a name`(
    name: String, error: TerminalError
  ) throws {
    #expect(throws: error) { _ = try self.open(name) }
    #expect(error.description.contains("\"\(name)\""))
  }

  @Test(arguments: [
    ("xterm-kitty", "kitty-terminfo"), ("foot", "foot-terminfo"), ("rxvt-256color", "ncurses-term"),
  ])
  func `an unknown terminal's package is named`(name: String, package: String) {
    #expect(TerminalError.unknownTerminal(name).description.contains("install \(package) or"))
  }
}
