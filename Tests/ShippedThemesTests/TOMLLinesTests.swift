import ShippedThemes
import Testing

@Suite struct TOMLLinesTests {
  @Test func `each key has the line it stands on`() {
    let text = """
      # name = "not this one"
      name = "x"   # text with = and [brackets]
      list = [
        "inside = 1",
      ]

      [palette]
      sky = "#5fd7ff"
      deep = { color = "#000000",
        c256 = 16 }
      [roles]
      "ui.bg" = "sky"
      ui.border = 'a "quoted" = word'
      long = \"\"\"
      ghost = 1
      \"\"\"
        indented = { fg = "sky" }
      ["odd table"]
      "a\\"b" = 1
      """
    #expect(
      TOMLLines.find(in: text) == [
        "name": 2, "list": 3, "palette": 7, "palette.sky": 8, "palette.deep": 9, "roles": 11,
        "roles.ui.bg": 12, "roles.ui.border": 13, "roles.long": 14, "roles.indented": 17,
        "odd table": 18, "odd table.a\"b": 19,
      ])
  }

  @Test(arguments: ["", "=", "[", "\"", "a = \"", "'''", "[[[", "a = [[[\nb = 1", "{}}}\nx = 1"])
  func `what is no TOML is no error`(text: String) {
    #expect(TOMLLines.find(in: text).values.allSatisfy { $0 >= 1 })
  }
}
