import CTerminal
import CursesTerminal
import TerminalUI
import Testing

@TerminalActor
@Suite struct DisplayWidthAgreementTests {
  @Test func `every scalar of every plane has the width the C library gives it`() throws {
    // Opening a screen chooses a UTF-8 locale, which the C library's widths depend on.
    let curses = try CursesTerminal(
      CursesTerminal.Options(
        theme: .plain, tier: .mono, headless: (Size(width: 2, height: 1), "xterm")))
    defer { curses.close() }
    var differing: [Unicode.Scalar] = []
    for value in UInt32(1)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if DisplayWidth.of(scalar) != Int(ct_wcwidth(value)) { differing.append(scalar) }
    }
    #expect(differing.isEmpty, "\(differing.count) differ, first \(differing.prefix(5))")
  }
}
