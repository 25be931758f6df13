import Testing

@testable import ConfigurationFiles

struct TOMLPlacesTests {
  static let document = """
    # a comment = "with an equals sign"
    title = "x"   # [not a heading]
    long = \"\"\"
    [neither] = 1
    \"\"\"
    list = [
      "a", # ]
      "b",
    ]
    after = 'it\\'

    [view.save-me]
    "quoted key" = { inner = 1 }
    dotted.name = 3

    [[rules]]
    when = "x"
    [rules.deep]
    a = 1

    [[rules]]
    when = "y"
    [ "spaced" . key ]
    z = 1
    """

  @Test(arguments: [
    (["title"], 2), (["long"], 3), (["list"], 6), (["after"], 10), (["view", "save-me"], 12),
    (["view", "save-me", "quoted key"], 13), (["view", "save-me", "quoted key", "inner"], 13),
    (["view", "save-me", "dotted", "name"], 14), (["rules", "[0]", "when"], 17),
    (["rules", "[0]", "deep", "a"], 19), (["rules", "[1]"], 21), (["rules", "[1]", "when"], 22),
    (["spaced", "key", "z"], 24), (["unknown"], 1),
  ])
  func `a key is found on its line`(path: [String], line: Int) {
    #expect(TOMLPlaces(Self.document).line(of: path) == line)
  }

  @Test(arguments: ["", "\r\n\r\na = 1\r\nb = 2", "a = 1\n\n[x]\nb = '''\n\n'''\nc = 2"])
  func `every line counts once`(text: String) {
    let places = TOMLPlaces(text)
    #expect(places.line(of: ["a"]) == (text.contains("\r\n") ? 3 : 1))
    #expect(places.line(of: ["x", "c"]) == (text.contains("[x]") ? 7 : 1))
  }
}
