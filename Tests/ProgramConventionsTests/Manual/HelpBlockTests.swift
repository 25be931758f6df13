import Testing

@testable import ProgramConventions

struct HelpBlockTests {
  @Test func `sentences flow, indented lines stand, capitals head`() {
    let text = """
      One sentence
      over two lines.
      Another.

      EXAMPLES
        churntop list
          | head

        churntop due
      After it.
      """
    #expect(
      HelpBlock.blocks(of: text) == [
        .prose("One sentence over two lines. Another."), .heading("EXAMPLES"),
        .verbatim(["churntop list", "  | head"]), .verbatim(["churntop due"]),
        .prose("After it."),
      ])
    #expect(HelpBlock.blocks(of: "") == [])
  }
}
