import ConfigurationFiles
import Testing

struct TOMLDocumentTests {
  @Test(arguments: [
    "[<]", "[[!a]]", "[\u{7F}x]", "[\n]", "[ \t= 1", "[\r\n", "[é]", "[\u{301}a]", "\u{FEFF}[<]",
  ])
  func `a heading that names no table is a problem and nothing worse`(heading: String) {
    for before in [
      "", "a = 1\n", "a = [ # [x]\n  [1, 2],\n]\n", "a = \"\"\"\n[<x]\n\"\"\"\n",
      "a = [\"\"\"x\"\"\"\"]\n", "a = '''\n'[<'''''\n", "\"\u{301}k\" = '\u{301}'\n",
    ] where before.isEmpty || !heading.hasPrefix("\u{FEFF}") {
      let line = before.count { $0.isNewline } + 1
      do throws(TOMLDocument.Problem) {
        _ = try TOMLDocument(before + heading)
        Issue.record("\(before) was read")
      } catch {
        #expect(error.line == line, "\(before)")
      }
    }
  }

  @Test(arguments: [
    "[a]", "[ a . \"b c\" ]", "[[ 'x' ]]\r\ny = 1", "[-]", "[1]", "\u{FEFF}[a]\nb = \"[<\"",
    "a = \"\"\"\n[<x]\"\"\"\"\"\n[b]\n",
  ])
  func `a good heading is read`(text: String) {
    #expect(throws: Never.self) { try TOMLDocument(text) }
  }
}
