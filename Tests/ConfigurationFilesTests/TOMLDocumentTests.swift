import Testing

@testable import ConfigurationFiles

/// Forms of <https://toml.io/en/v1.0.0>.
struct TOMLDocumentTests {
  /// A value on one line: texts in ‹›, tables in {}, keys with their lines where `lines` says so.
  private static func drawn(_ node: ConfigurationNode, lines: Bool = false) -> String {
    switch node.value {
    case .text(let text): "‹\(text)›"
    case .integer(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .other(let kind): kind
    case .list(let elements):
      "[" + elements.map { drawn($0, lines: lines) }.joined(separator: " ") + "]"
    case .table(let entries):
      "{"
        + entries.map { entry in
          entry.name + (lines ? "@\(entry.node.line)" : "") + "=" + drawn(entry.node, lines: lines)
        }.joined(separator: " ") + "}"
    }
  }

  @Test(arguments: [
    ("", "{}"), ("\u{FEFF}a = 1", "{a=1}"), ("# only a comment", "{}"),
    ("a-b_1 = true\r\n1 = false", "{a-b_1=true 1=false}"),
    ("\"a b\" = 1\n'c.d' = 2\n\"\\u00e9\" = 3\n\"\" = 4", "{a b=1 c.d=2 é=3 =4}"),
    ("a . b = 1\na.\"c\" = 2\nd = 3", "{a={b=1 c=2} d=3}"),
    ("[a.b.c]\nx = 1\n[a]\ny = 2\n[a.b]\nz = 3", "{a={b={c={x=1} z=3} y=2}}"),
    ("[[p]]\nn = 1\n[p.q]\nm = 2\n[[p]]\n[[p.r]]\n[[p.r]]", "{p=[{n=1 q={m=2}} {r=[{} {}]}]}"),
    ("[f]\na.b = 1\n[f.a.c]\nd = 2", "{f={a={b=1 c={d=2}}}}"),
    ("a = { b = 1, c.d = \"}\", e = {} }", "{a={b=1 c={d=‹}›} e={}}}"),
    ("a = [ # one\n 1, # two\n [ 'x' ],\n {b = 2},\n]\nb = []", "{a=[1 [‹x›] {b=2}] b=[]}"),
  ])
  func `tables, lists and keys`(text: String, expected: String) throws {
    #expect(Self.drawn(try TOMLDocument(text).root) == expected)
  }

  @Test(arguments: [
    ("+99", "99"), ("-17", "-17"), ("-0", "0"), ("1_000", "1000"), ("0xDEAD_beef", "3735928559"),
    ("0o755", "493"), ("0b1101", "13"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("3.14", "number with a fraction"), ("5e+22", "number with a fraction"),
    ("-2E-02", "number with a fraction"), ("6.6_2e-3", "number with a fraction"),
    ("-inf", "number with a fraction"), ("nan", "number with a fraction"),
    ("1979-05-27", "date or time"), ("2024-02-29T23:59:60Z", "date or time"),
    ("1979-05-27 07:32:00.999-07:00", "date or time"), ("1979-05-27t07:32:00", "date or time"),
    ("07:32:00.5", "date or time"),
    ("\"t\\t\\\"\\\\ \\U0001F600\"", "‹t\t\"\\ 😀›"), ("'C:\\no'", "‹C:\\no›"), ("\"\"", "‹›"),
    ("\"\"\"\na\r\n b\"\" \\\n\n   c\"\"\"", "‹a\n b\"\" c›"), ("'''\n'x' ''y'''''", "‹'x' ''y''›"),
    ("\"\"\"\"\"\"\"\"", "‹\"\"›"),
  ])
  func values(text: String, expected: String) throws {
    #expect(Self.drawn(try TOMLDocument("v = \(text)").root) == "{v=\(expected)}")
  }

  @Test func `each value has its line`() throws {
    let text = """
      title = "x"   # [not a heading]
      long = \"\"\"
      [neither] = 1
      \"\"\"
      list = [
        "a", # ]
        { b = 1 },
      ]

      [view.save-me]
      dotted.name = 3
      [[rules]]
      [rules.deep]
      a = 1

      [[rules]]
      when = "y"
      """
    #expect(
      Self.drawn(try TOMLDocument(text).root, lines: true) == """
        {title@1=‹x› long@2=‹[neither] = 1\n› list@5=[‹a› {b@7=1}] \
        view@10={save-me@10={dotted@11={name@11=3}}} \
        rules@12=[{deep@13={a@14=1}} {when@17=‹y›}]}
        """)
    let elements = try TOMLDocument(text).root["list"]?.elements ?? []
    #expect(elements.map(\.line) == [6, 7])
  }

  @Test(arguments: [
    ("[<]", "a key or a heading is expected; quote a key that is neither."),
    ("[]", "a key is missing."), ("= 1", "a key is missing."), ("a. = 1", "a key is missing."),
    ("é = 1", "a key or a heading is expected; quote a key that is neither."),
    ("[a] b = 1", "more text follows the statement on its line."),
    ("k = 1 l = 2", "more text follows the statement on its line."),
    ("[a", "a heading names a table, such as [recovery] or [[products]]."),
    ("[[a] ]", "a heading names a table, such as [recovery] or [[products]]."),
    ("k", "an equals sign is missing after the key."), ("k =", "the value is missing."),
    ("k = yes", "a value is a number, true, false, or text in quotation marks."),
    ("k = 01", "a value is a number, true, false, or text in quotation marks."),
    ("k = 1__0", "a value is a number, true, false, or text in quotation marks."),
    ("k = 1.", "a value is a number, true, false, or text in quotation marks."),
    ("k = .5", "a value is a number, true, false, or text in quotation marks."),
    ("k = 1e", "a value is a number, true, false, or text in quotation marks."),
    ("k = -0x1", "a value is a number, true, false, or text in quotation marks."),
    ("k = 0xg", "a value is a number, true, false, or text in quotation marks."),
    ("k = 2023-02-29", "a value is a number, true, false, or text in quotation marks."),
    ("k = 1979-05-27T:", "a value is a number, true, false, or text in quotation marks."),
    ("k = 24:00:00", "a value is a number, true, false, or text in quotation marks."),
    ("k = 9223372036854775808", "the number is larger than 64 bits."),
    ("k = 1\nk = 2", "'k' is set already."), ("[t]\n[t]", "'t' is set already."),
    ("a.b = 1\n[a]", "'a' is set already."), ("[a.b]\n[a]\nb.c = 1", "'b' is set already."),
    ("a = {}\na.b = 1", "'a' is set already."), ("a = []\n[[a]]", "'a' is set already."),
    ("a = { b = 1, b = 2 }", "'b' is set already."),
    ("\"\\n\" = 1\n[\"\\n\"]", "the key is set already."),
    ("a = 1\n[a.b]", "'a' is a value already, and no table."),
    ("k = [1 2]", "a list has commas between its values, and ends with ]."),
    ("k = [}", "the value is missing."),
    ("k = [1, {}, [", "a list is never closed."), ("k = [1,\n\n# ]", "a list is never closed."),
    ("k = { l = 1, }", "a key or a heading is expected; quote a key that is neither."),
    (
      "k = { l = 1\n}",
      "a table in braces has commas between its values, and ends with } on its line."
    ),
    ("k = \"x", "a quotation mark is never closed on its line."),
    ("k = 'x\n'", "a quotation mark is never closed on its line."),
    ("k = \"\"\"x\n\"\"", "a quotation mark is never closed."),
    ("k = \"\u{1}\"", "a text holds a control character; write it as \\u and four digits."),
    ("k = \"\\d\"", "a backslash is written twice, or the text in single quotation marks."),
    ("k = \"\\uD800\"", "\\u has 4 hexadecimal digits."),
    ("k = \"\\U0000001\"", "\\U has 8 hexadecimal digits."),
    ("\"\"\"k\"\"\" = 1", "an equals sign is missing after the key."),
    ("# \u{7F}", "a comment holds a control character."),
    ("k = 1\rl = 2", "more text follows the statement on its line."),
  ])
  func `what is no TOML is said with its line`(text: String, words: String) {
    for before in ["", "x = [\r\n  1,\n]\n", "x = '''\n\n'''\n"] {
      do throws(TOMLDocument.Problem) {
        let root = try TOMLDocument(before + text).root
        Issue.record("\(Self.drawn(root)) was read")
      } catch {
        #expect(error.words == words)
        let isLate = words.hasSuffix("set already.") || words.hasSuffix("no table.")
        let inside = isLate ? text.count { $0 == "\n" } : 0
        #expect(error.line == before.count { $0.isNewline } + inside + 1)
      }
    }
  }

  @Test func `values lie inside each other up to a limit`() throws {
    func nested(_ depth: Int) -> String {
      "k = " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try TOMLDocument(nested(TOMLReader.depthMax))
    func dotted(_ depth: Int) -> String {
      Array(repeating: "a", count: depth).joined(separator: ".")
    }
    _ = try TOMLDocument("[\(dotted(TOMLReader.depthMax))]\n\(dotted(TOMLReader.depthMax)) = 1")
    for depth in [TOMLReader.depthMax + 1, 100_000] {
      for text in [nested(depth), "[\(dotted(depth))]", "\(dotted(depth)) = 1"] {
        #expect(throws: TOMLDocument.Problem.self) { try TOMLDocument(text) }
      }
    }
    // Dotted keys and braces together.
    #expect(throws: TOMLDocument.Problem.self) {
      try TOMLDocument("\(dotted(40)) = { \(dotted(40)) = 1 }")
    }
  }

  @Test func `a long list of tables is read in the order of the text`() throws {
    let text = (0..<20_000).map { "[[p]]\nn = \($0)\n" }.joined()
    let elements = try TOMLDocument(text).root["p"]?.elements ?? []
    #expect(elements.map { $0["n"]?.integer } == Array(0..<20_000))
  }

  private struct Sample: Codable, Equatable {
    var name = "a \"b\"\n\u{1}\\"
    var count = -3
    var flag: Bool? = true
    var absent: String?
    var texts = ["x", "é"]
    var tables = ["a b": ["k": 1], "c": ["l": 2]]
    var rows = [["n": "1"], ["n": "2", "m": "]"]]
    var empty: [String: Int] = [:]
  }

  @Test func `a value is written and read again`() throws {
    let text = try TOMLText.document(of: Sample())
    #expect(
      text == #"""
        count = -3
        flag = true
        name = "a \"b\"\n\u0001\\"
        texts = ["x", "é"]

        [empty]

        [[rows]]
        n = "1"

        [[rows]]
        m = "]"
        n = "2"

        [tables."a b"]
        k = 1

        [tables.c]
        l = 2

        """#)
    #expect(try TOMLText.value(Sample.self, of: TOMLDocument(text).root) == Sample())
    #expect(throws: EncodingError.self) { try TOMLText.document(of: ["a": [0.5]]) }
  }
}
