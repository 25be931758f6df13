import TerminalUI
import Testing

@Suite struct ScreenScriptTests {
  @Test func `every instruction is read`() throws {
    let script = try ScreenScript(
      """
      # a comment
      size 80x24

      pace 0ms
      key j Enter
      type ab
      wait 2s
      within 1m
      expect Prompts due
      expect not  Nobody
      show
      stay
      """)
    #expect(script.size == Size(width: 80, height: 24))
    #expect(
      script.steps.map(\.action) == [
        .pace(0), .press(KeyPress("j")), .press(KeyPress(.enter)), .press(KeyPress("a")),
        .press(KeyPress("b")), .wait(2000), .patience(60_000),
        .expect("Prompts due", isShown: true), .expect("Nobody", isShown: false), .show, .stay,
      ])
    #expect(script.steps.first?.line == 4)
    #expect(script.steps.last?.line == 12)
  }

  @Test func `a command is typed after a colon`() throws {
    let script = try ScreenScript("command q")
    #expect(
      script.steps.map(\.action)
        == [.press(KeyPress(":")), .press(KeyPress("q")), .press(KeyPress(.enter))])
  }

  @Test(arguments: [
    ("jump", "'jump' is no instruction"), ("key Hyper", "'Hyper' is not a key"),
    ("wait 2", "'2' is not a length of time"), ("wait -1s", "not a length of time"),
    ("size 12", "'12' is not a size"), ("expect", "expect needs the text"),
    ("expect not ", "expect needs the text"),
  ])
  func `what cannot be read is named with its line`(text: String, words: String) {
    #expect {
      _ = try ScreenScript("# first\n" + text)
    } throws: { error in
      guard let problem = error as? ScreenScript.Problem else { return false }
      return problem.line == 2 && problem.words.contains(words)
    }
  }
}
