import EventLedger
import SeededNumbers
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
    ("jose angel nunez", "José Ángel Núñez", 0), ("nunez", "José Ángel Núñez", 0),
    ("Núñez", "Jose Angel Nunez", 0), ("nguyen thi hong", "Nguyễn Thị Hồng", 0),
    ("gulsah", "Ğülşah Çelik", 0), ("wisniewski", "Łukasz Wiśniewski", 0),
    ("muller", "Mu\u{308}ller", 0), ("mueller", "Müller", 1),
    ("strasse weiss", "Straße Weiß", 2), ("йода", "Мастер Йода", 0),
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

  @Test func `counts the errors that the table of all of them tells`() throws {
    var random = SeededNumbers(seed: 7)
    let letters = Array("abcé한 ")
    func text(_ lengths: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: lengths, using: &random)).map { _ in
          letters.randomElement(using: &random) ?? "a"
        })
    }
    var near = 0
    for _ in 0..<3_000 {
      let (typed, name) = (text(4...12), text(0...16))
      guard let matcher = FuzzyMatcher(typed) else { continue }
      let wanted = Array(matcher.normalized.unicodeScalars)
      let least = Self.errors(of: wanted, in: Array(LookupName.plain(name).unicodeScalars))
      let allowed = wanted.count < 4 ? 0 : wanted.count < 8 ? 1 : 2
      let expected = least <= allowed ? least : nil
      #expect(matcher.errors(inName: name) == expected, "\(typed) in \(name)")
      let mayBe = Array(name.uppercased().utf8).withUnsafeBytes(matcher.mayBeNear)
      #expect(mayBe || expected == nil, "\(typed) in \(name)")
      if name.utf8.allSatisfy({ $0 < 128 }) { #expect(mayBe == (expected != nil)) }
      guard let expected else { continue }
      near += 1
      let ways = matcher.ways(errors: expected)
      let sequences = FuzzyMatcher.sequences(in: name)
      #expect(ways.contains { $0.isSubset(of: sequences) }, "\(typed) in \(name)")
    }
    #expect(near > 50)
  }

  @Test func `is found by the sequences of letters that errors leave`() throws {
    var random = SeededNumbers(seed: 8)
    let letters = Array("abcdefghijklmnopqrstuvwxyzéß").map(String.init)
    for length in 4...FuzzyMatcher.lengthMax {
      for errors in 0...(length < 8 ? 1 : 2) {
        let wanted = (0..<length).map { _ in random.pick(letters) }
        let matcher = try #require(FuzzyMatcher(wanted.joined()))
        let ways = matcher.ways(errors: errors)
        #expect(!ways.contains([]), "of \(length) letters with \(errors) errors")
        #expect(ways.count < 120)
        for _ in 0..<60 {
          var name = wanted
          for _ in 0..<errors { Self.mishear(&name, letters, &random) }
          let text = "x" + name.joined() + random.pick(letters)
          let sequences = FuzzyMatcher.sequences(in: text)
          guard matcher.errors(inName: text).map({ $0 <= errors }) == true else { continue }
          #expect(ways.contains { $0.isSubset(of: sequences) }, "\(matcher.normalized) in \(text)")
        }
      }
    }
    let mail = try #require(FuzzyMatcher("adaokafro@example.com"))
    #expect(mail.errorsMax == 2)
    let other = FuzzyMatcher.sequences(in: "ada.okafor@example.com")
    #expect(mail.ways(errors: 1).contains { $0.isSubset(of: other) })
    #expect(!mail.ways(errors: 0).contains { $0.isSubset(of: other) })
    #expect(FuzzyMatcher("a@example.com")?.ways(errors: 0).contains([]) == false)
    #expect(FuzzyMatcher("예은")?.ways(errors: 0) == [["예은"]])
  }

  /// Makes one error.
  private static func mishear(
    _ name: inout [String], _ letters: [String], _ random: inout SeededNumbers
  ) {
    let place = Int.random(in: 0..<name.count - 1, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: name[place] = random.pick(letters)
    case 1: name.remove(at: place)
    case 2: name.insert(random.pick(letters), at: place)
    case _: name.swapAt(place, place + 1)
    }
  }

  /// The fewest errors, by the whole table.
  ///
  /// P. H. Sellers, Journal of Algorithms 1(4), 1980.
  private static func errors(of wanted: [Unicode.Scalar], in text: [Unicode.Scalar]) -> Int {
    var table = [Array(0...wanted.count)]
    for (place, letter) in text.enumerated() {
      var column = [0]
      for row in 1...wanted.count {
        let step = wanted[row - 1] == letter ? 0 : 1
        var least = min(table[place][row - 1] + step, table[place][row] + 1, column[row - 1] + 1)
        if row > 1, place > 0, wanted[row - 2] == letter, wanted[row - 1] == text[place - 1] {
          least = min(least, table[place - 1][row - 2] + 1)
        }
        column.append(least)
      }
      table.append(column)
    }
    return table.map { $0[wanted.count] }.min() ?? wanted.count
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
