import Testing

@testable import ProgramConventions

struct DiagnosticsTests {
  @Test func `a long line is broken between words, a path that is longer than the line inside`() {
    let line = "churntop: There is no ledger at /home/ada/.local/share/churntop/ledger.sqlite yet."
    #expect(
      Diagnostics.wrapped(line, columns: 44) == """
        churntop: There is no ledger at
        /home/ada/.local/share/churntop/ledger.sqlit
        e yet.
        """)
    #expect(Diagnostics.wrapped("churntop: Done.", columns: 44) == "churntop: Done.")
  }
}
