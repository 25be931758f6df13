import ConfigurationFiles
import Testing

struct TOMLDocumentTests {
  @Test(arguments: [
    "[<]", "[[!a]]", "[\u{7F}x]", "[\n]", "[ \t= 1", "[\r\n", "[é]", "[\u{301}a]", "\u{FEFF}[<]",
    "k = 1979-05-27T:", "k = [1979-05-27t-07:00]", "k = { l = 1979-05-27T=: }",
    "k = [}", "k = [1, {}, [ }", "k = { l = [ 1 }",
  ])
  func `a slip that the parser does not bear is a problem and nothing worse`(heading: String) {
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
    "a = \"\"\"\n[<x]\"\"\"\"\"\n[b]\n", "a = { 1979-05-27Tx = 1 }",
    "1979-05-27Tx = '1979-05-27T:'",
    "a = 1979-05-27T07:32:00Z # 1979-05-27T:",
  ])
  func `what only looks like one is read`(text: String) {
    #expect(throws: Never.self) { try TOMLDocument(text) }
  }
}
