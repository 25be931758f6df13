import EventLedger
import Testing

struct FuzzyMatcherTests {
  static let names: [(typed: String, name: String, errors: Int?)] = [
    ("okafor", "Ada Okafor", 0), ("Okafro", "Ada Okafor", 1), ("okafr", "Ada Okafor", 1),
    ("okaafor", "Ada Okafor", 1), ("0kafor", "Ada Okafor", 1), ("okfaro", "Ada Okafor", nil),
    ("ada okafor", "Ada Okafor", 0), ("ada okfaro", "Ada Okafor", 2),
    ("aad-okfaor", "Ada Okafor", 2), ("linqvist", "J. Lindqvist", 1), ("şen i", "İpek Şen", 1),
    ("ipek", "ipek şen", 0), ("adam", "Ada", 1), ("adams", "Ada", nil), ("xyzw", "Ada", nil),
    ("user7@exmaple.com", "User7@Example.com", 1), ("", "Ada", nil), ("ada", "Ada", nil),
    ("정예은", "정 예은", 0), ("예은", "정 예은", 0), ("예온", "정 예은", nil), ("은", "정 예은", nil),
    ("美咲", "田中 美咲", 0), ("mei@example.com", "mei@exmaple.com", 1),
    ("mei@example.com", "min.seo@example.com", nil), ("mei@example.com", "mei7@example.com", nil),
    ("adaokafro@example.com", "ada.okafor@example.com", 1), ("ada@example.com", "Ada Example", nil),
    ("@example.com", "mei@example.com", 0), ("mei@", "mei ito", nil),
  ]

  @Test(arguments: names)
  func `counts errors in a name`(typed: String, name: String, errors: Int?) {
    #expect(FuzzyMatcher(typed)?.errors(inName: name) == errors)
  }

  @Test(arguments: [
    ("3725-4548", "GPA.0790-3725-4548-26512..7", 0), ("3725-4558", "GPA.0790-3725-4548-26512", 1),
    ("37254584", "GPA.0790-3725-4548-26512", 1), ("3725458", "GPA.0790-3725-4548-26512", nil),
    ("3725-9958", "GPA.0790-3725-4548-26512", nil), ("2000000123", "200000023", 1),
  ])
  func `allows one error in an identifier`(typed: String, identifier: String, errors: Int?) {
    #expect(FuzzyMatcher(typed)?.errors(inIdentifier: identifier) == errors)
  }

  @Test func `one error leaves one of the two pieces intact`() throws {
    let text = "0790372545482651"
    let near = try #require(FuzzyMatcher(text))
    let letters = Array(text)
    for place in letters.indices {
      for change in 0..<4 {
        var wrong = letters
        switch change {
        case 0: wrong[place] = "x"
        case 1: wrong.remove(at: place)
        case 2: wrong.insert("x", at: place)
        case _: if place + 1 < wrong.count { wrong.swapAt(place, place + 1) }
        }
        #expect(near.errors(inIdentifier: String(wrong)) != nil)
        #expect(near.intactPieces.contains { String(wrong).contains($0) }, "\(wrong)")
      }
    }
  }
}
