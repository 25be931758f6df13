import Testing

@testable import Dashboard

struct WordsLinksTests {
  @Test(arguments: [
    ("Open https://a.example/b?sku=x&y=z.", "Open https://a.example/b?~."),
    ("https://a.example/?q and more", "https://a.example/?~ and more"),
    ("https://a.example/b stays.", "https://a.example/b stays."),
    ("Is that so? Yes.", "Is that so? Yes."), ("", ""),
  ])
  func `a link ends before its query`(_ sentence: String, _ cut: String) {
    #expect(Formatting.cuttingLinks(sentence, "~") == cut)
  }
}
