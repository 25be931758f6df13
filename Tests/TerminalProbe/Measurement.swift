import CursesTerminal
import TerminalUI

/// What a frame of a list costs: `TerminalProbe measure` prints it.
enum Measurement {
  private static let size = Size(width: 120, height: 36)

  /// A screen like a list of subscribers: boxes, a table with bars of signs, a line of hints.
  static func frame(cursor: Int, first: Int = 0) -> Frame {
    var frame = Frame(size: size)
    frame.put(
      " measure ▸ production", at: Point(x: 0, y: 0), width: size.width, role: .context)
    let box = Rect(x: 0, y: 2, width: size.width, height: size.height - 4)
    frame.draw(
      Panel(title: "List", hint: "\(first + cursor + 1) of 938", isFocused: true),
      in: box)
    let columns = [
      TableColumn("STATE", minimum: 5), TableColumn("ID", minimum: 8),
      TableColumn("NAME", minimum: 10, maximum: 18), TableColumn("LOSES", minimum: 5),
      TableColumn("TIMELINE", minimum: 40, maximum: 70),
    ]
    let names = ["Ada Okafor", "山田太郎", "J. Lindqvist", "Nguyễn Thị Minh Khai", "R. Castellano"]
    let rows = (first..<first + 29).map { number in
      TableRow(
        [
          [TextRun(["ACT", "GRC", "HLD"][number % 3], role: .mark)],
          [TextRun("u_\(10_000 + number)")],
          [TextRun(names[number % names.count])], [TextRun("\(number % 30)d")],
          [
            TextRun(String(repeating: "━", count: 10 + number % 20), role: .borderFocus),
            TextRun(String(repeating: "▓", count: 5 + number % 9), role: .flashWarn),
            TextRun("┃", role: .title),
            TextRun(String(repeating: "░", count: 5 + number % 15), role: .flashError),
          ],
        ], overlay: number - first == cursor ? .cursor : nil, hasCursor: number - first == cursor)
    }
    frame.draw(Table(columns: columns, rows: rows), in: Panel.content(of: box))
    frame.draw(
      HintLine(
        [Hint(key: "?", text: "help"), Hint(key: "/", text: "filter")],
        last: Hint(key: "q", text: "quit")),
      in: Rect(x: 0, y: size.height - 1, width: size.width, height: 1))
    return frame
  }

  /// Prints the time to compose and to show a frame, and the bytes of the usual steps.
  @TerminalActor static func run(terminal: String) throws(TerminalError) {
    let curses = try CursesTerminal(
      CursesTerminal.Options(theme: .plain, tier: .direct, headless: (size, terminal)))
    defer { curses.close() }
    func bytes(_ step: String, _ frame: Frame) {
      curses.show(frame)
      print("\(terminal) \(step): \(curses.lastFrameBytes) bytes")
    }
    bytes("full paint", frame(cursor: 3))
    bytes("identical frame", frame(cursor: 3))
    bytes("cursor one row down", frame(cursor: 4))
    bytes("scroll one row", frame(cursor: 4, first: 1))
    bytes("page", frame(cursor: 4, first: 30))
    time("compose") { _ = frame(cursor: $0 % 29) }
    let frames = (0..<29).map { frame(cursor: $0) }
    time("show, cursor moves") { curses.show(frames[$0 % 29]) }
    time("compose and show, cursor moves") { curses.show(frame(cursor: $0 % 29)) }
    time("compose and show, page changes") { curses.show(frame(cursor: 3, first: $0 * 30 % 900)) }
    time("compose and show, full repaint") {
      curses.perform(.repaint)
      curses.show(frame(cursor: $0 % 29))
    }
  }

  private static func time(_ step: String, _ body: (Int) -> Void) {
    let clock = ContinuousClock()
    let times = (0..<1000).map { round in clock.measure { body(round) } }.sorted()
    print("\(step): p50 \(times[500]), p99 \(times[990])")
  }
}
