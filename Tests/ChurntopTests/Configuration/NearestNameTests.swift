import Testing

@testable import churntop

struct NearestNameTests {
  @Test(arguments: [
    ("tmezone", "timezone"), ("ledgr", "ledger"), ("readOnly", "readonly"), ("zzzzzz", nil),
    ("", nil),
  ])
  func `a misspelt name finds the one that was meant`(text: String, meant: String?) {
    let names = ["ledger", "timezone", "readonly"]
    #expect(NearestName.of(text, among: names) == meant)
  }
}
