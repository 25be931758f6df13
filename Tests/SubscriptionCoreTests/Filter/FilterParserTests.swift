import SubscriptionCore
import Testing

struct FilterParserTests {
  struct Mistake: Sendable {
    var text: String
    var offset: Int
    var words: String
    var suggestion: String?
    init(_ text: String, _ offset: Int, _ words: String, _ suggestion: String? = nil) {
      (self.text, self.offset, self.words, self.suggestion) = (text, offset, words, suggestion)
    }
  }

  static let mistakes = [
    Mistake("stat:grace", 0, "no field stat", "state"),
    Mistake("tag:a sotre:play", 6, "no field sotre", "store"),
    Mistake("xyzzy:1", 0, "quote the text"),
    Mistake("state:grcae", 6, "state is not grcae", "grace"),
    Mistake("state:grace,hodl", 12, "state is not hodl", "hold"),
    Mistake("state:hold,", 11, "a value is missing"),
    Mistake("state:", 6, "a value is missing"),
    Mistake("state: grace", 6, "a value is missing"),
    Mistake("state>grace", 0, "state is not compared"),
    Mistake("name<x", 0, "name is not compared"),
    Mistake("state:~gra", 0, "has no text"),
    Mistake("state!=grace", 0, "write - before", "-state:"),
    Mistake("mrr>=abc", 5, "mrr is not abc"),
    Mistake("mrr>=5", 5, "mrr compares amounts of one currency; write 5usd, 5jpy"),
    Mistake("currency:eur | price<7.5", 21, "price compares amounts of one currency; write 7.5usd"),
    Mistake("mrr>=5eur (mrr<20 -tag:vip)", 15, "write 20usd"),
    Mistake("currency:eur,usd mrr>=5", 22, "add currency:usd"),
    Mistake("mrr>=1.1234567", 5, "mrr is not"),
    Mistake("mrr>=1e9", 5, "mrr is not"),
    Mistake(#"mrr>="20""#, 5, "mrr is not"),
    Mistake("loses<3", 6, "write loses<3d"),
    Mistake("loses<3y", 6, "write loses<3d"),
    Mistake("loses:3d", 6, "write loses<3d"),
    Mistake("since>2025-02-30", 6, "since is not 2025-02-30"),
    Mistake("due:noww", 4, "due is not noww", "now"),
    Mistake("due:3d", 4, "due<24h"),
    Mistake("failed:3d", 7, "write failed>3d"),
    Mistake("failed>=-3d", 8, "failed says how long ago, without a minus; write failed<=3d"),
    Mistake("-since<-1d", 7, "write since>1d"),
    Mistake("lasted>-12h", 7, "lasted is a length of time, without a minus; write lasted>12h"),
    Mistake("ended:yesterdy", 6, "ended is not yesterdy"),
    Mistake("outcome:lapsd", 8, "outcome is not lapsd", "lapsed"),
    Mistake("faild<3d", 0, "no field faild", "failed"),
    Mistake("lasted:3d", 7, "write lasted>=3d"),
    Mistake("lasted>=2025-11-01", 8, "write lasted>=3d"),
    Mistake(":grace", 0, "name is missing"),
    Mistake("-:x", 1, "name is missing"),
    Mistake("(state:grace", 0, "not closed"),
    Mistake("a (b (c) d", 2, "not closed"),
    Mistake("state:grace)", 11, "closes nothing"),
    Mistake("a | ", 4, "a term is missing"),
    Mistake("| a", 0, "a term is missing"),
    Mistake("(a | )", 5, "a term is missing"),
    Mistake("state:grace ,hold", 12, "without spaces"),
    Mistake("a - b", 3, "nothing follows the -"),
    Mistake("a -", 3, "nothing follows the -"),
    Mistake(#"a "b c"#, 2, "quotation is not closed"),
    Mistake("a /b c", 2, "pattern is not closed"),
    Mistake("a /b(/", 4, "not closed"),
    Mistake("/a{2,1}/", 2, "write {2}"),
    Mistake("tag:/[/", 5, "not closed"),
    Mistake("state:grace or state:hold", 12, "write | for or"),
    Mistake("state:grace AND loses<3d", 12, "leave and out"),
    Mistake("not state:grace", 0, "write - for not"),
    Mistake("!state:grace", 0, "write - to negate"),
    Mistake("ada !tag:vip", 4, "write - to negate"),
    Mistake("👩‍💻 státe:x stat:x", 12, "no field stat", "state"),
  ]

  @Test func `a long name of a field is repeated in part`() {
    #expect {
      try Filter.parse(String(repeating: "x", count: 300) + ":1")
    } throws: { error in
      (error as? FilterError).map { $0.text.utf8.count < 100 } == true
    }
  }

  @Test(arguments: mistakes)
  func `the first problem is named with its place`(_ mistake: Mistake) {
    do {
      let filter = try Filter.parse(mistake.text)
      Issue.record("\(mistake.text) was read as \(filter)")
    } catch {
      #expect(error.offset == mistake.offset)
      #expect(error.text.contains(mistake.words), "\(error.text)")
      #expect(error.suggestion == mistake.suggestion)
      #expect(!error.text.hasSuffix("."))
    }
  }

  /// Texts with the form in which they are written back.
  static let written = [
    ("state : x", nil), ("  state:grc \",b\"", "state:grace \",b\""), ("STATE:GRC", "state:grace"),
    ("store:play,apple", "store:google-play,app-store"), ("environment:prod", "env:production"),
    ("auto-renew:on", "autorenew:yes"), ("since>36h", "since>1d12h"), ("loses<1w2d", "loses<9d"),
    ("loses<0d", "loses<0s"), ("due<-90m", "due<-1h30m"), ("mrr>=020.50USD", "mrr>=20.5usd"),
    ("ended:YESTERDAY", "ended:yesterday"), ("renews<tomorrow,", nil),
    ("failed>=today", "failed>=today"),
    ("outcome:lapsed", "outcome:ranOut"), ("lasted>=36h", "lasted>=1d12h"),
    ("last>=2025-11-01T01:00:00+01:00", "last>=2025-11-01T00:00:00Z"),
    ("tag:none,any,\"none\"", "tag:none,any,\"none\""), ("a   b|c", "a b | c"),
    ("(a b) c", "(a b) c"), ("(a | b) c", "(a | b) c"), ("-(a b)", "-(a b)"), ("(a)", "a"),
    ("((a | b))", "a | b"), ("\"a b\" \"c\"", "\"a b\" c"), ("\"-a\" \"/b\"", "\"-a\" \"/b\""),
    (#""a\"b\\c""#, #""a\"b\\c""#), (#"\x"#, #"\x"#), ("/a\\/b/", "/a\\/b/"),
    ("name:~\"~x\",y", "name:~\"~x\",y"), ("x//y", "x//y"), ("a () b", "a () b"),
    ("email:a@b.c", "email:a@b.c"), ("a-b", "a-b"), ("=", nil), ("\"a:b\"", "\"a:b\""),
    ("or", "\"or\""), ("\"Or\" cohen", "\"Or\" cohen"), ("a (not)", "a \"not\""),
    ("-and b", "-\"and\" b"), ("order", "order"),
  ]

  @Test(arguments: written)
  func `a filter is written back in its plain form`(_ text: String, _ expected: String?) throws {
    guard let expected else {
      #expect(throws: FilterError.self) { try Filter.parse(text) }
      return
    }
    let filter = try Filter.parse(text)
    #expect(filter.description == expected)
    #expect(try Filter.parse(filter.description) == filter)
  }

  @Test func `texts beyond the limits are refused`() throws {
    let words = String(repeating: "ab ", count: 1365)
    #expect(try Filter.parse(words).description.count == 4094)
    #expect(throws: FilterError.self) { try Filter.parse(words + "ab") }
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    #expect(try Filter.parse(nested(64)) == .text("a"))
    #expect(throws: FilterError.self) { try Filter.parse(nested(65)) }
    #expect(try Filter.parse(String(repeating: "-", count: 64) + "a").fields == [])
    #expect(throws: FilterError.self) { try Filter.parse(String(repeating: "-", count: 65) + "a") }
    #expect(throws: FilterError.self) { try Filter.parse(String(repeating: "(", count: 4096)) }
  }
}
