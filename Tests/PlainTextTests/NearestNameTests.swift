import PlainText
import Testing

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("state.graec", "state.grace"), ("ui.boarder", "ui.border"), ("UI.title", "ui.title"),
    ("state.grcae", "state.grace"), ("state.a", "state.active"), ("nothing at all like it", nil),
  ])
  func `a slip of the pen finds its name`(name: String, nearest: String?) {
    let names = ["state.active", "state.grace", "ui.border", "ui.title"]
    #expect(NearestName.find(name, in: names) == nearest)
  }

  @Test func `among no names there is no nearest`() {
    #expect(NearestName.find("x", in: []) == nil)
  }
}
