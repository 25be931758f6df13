import OwnThreads
import Testing

/// What an export and the files that go with it bring to another ledger.
@Suite(.ownThread) struct AccountsExportTests {
  private static let people = """
    account,name,email,tags,timezone\r
    -base64url_,=Zoe,zoe@example.com,,\r
    acct-1,"Okafor, ""Ada"" O.",ada+tag@example.com,vip beta,Europe/Berlin\r
    acct-mei,Mei Tan,mei@example.com,vip,Asia/Singapore\r

    """

  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox()
    var odd = PlayRecord.active(2)
    odd.account = "-base64url_"
    let records = PlayRecord.inGrace + [.active(1), odd]
    try #require(try sandbox.fill(records.archive).status == 0)
    let done = try sandbox.run(["accounts", "import", "-"], input: Self.people)
    try #require(done.status == 0, "\(done)")
    let products = "store,product,basePlan,period\ngoogle-play,pro.monthly,monthly,P1M\n"
    try sandbox.write("products.csv", products)
    try #require(try sandbox.run("products", "import", sandbox.file("products.csv")).status == 0)
    return sandbox
  }

  @Test func `the file is the one that accounts import reads, safe in a spreadsheet`() throws {
    let sandbox = try filled()
    let file = try sandbox.run("accounts", "export")
    #expect(file.status == 0 && file.diagnostics.isEmpty, "\(file)")
    #expect(
      file.output
        == Self.people.replacing("-base64url_,=Zoe", with: "'-base64url_,'=Zoe"))
  }

  @Test func `blanks beside the commas of a file belong to no name and no column`() throws {
    let sandbox = try filled()
    let people = "account, Name ,email\n acct-1, Ada Okafor , ada@example.com\n"
    let outcome = try sandbox.run(["accounts", "import", "-"], input: people)
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome)")
    let file = try sandbox.run("accounts", "export").output
    #expect(file.contains("acct-1,Ada Okafor,ada@example.com"), "\(file)")
  }

  @Test func `a name with marks of direction, tabs and lines goes from ledger to ledger`() throws {
    let sandbox = try Sandbox()
    let names = [
      "\u{200F}\u{5E9}\u{5E8}\u{5D4}", "Ali\u{200E} (AE)", "\u{61C}x", "\u{2067}y\u{2069}", "a\tb",
      "\"two\r\nlines\"",
    ]
    let rows = names.enumerated().map { "acct-\($0.offset),\($0.element),,,\r\n" }
    let people = "account,name,email,tags,timezone\r\n" + rows.joined()
    #expect(try sandbox.run(["accounts", "import", "-"], input: people).status == 0)
    let file = try sandbox.run("accounts", "export")
    #expect(Array(file.output.utf8) == Array(people.utf8), "\(file)")
  }

  @Test func `tags come back as the list's own file has them`() throws {
    let sandbox = try filled()
    let people = "account,tags\nacct-1,\"vip,beta\"\nacct-mei,vip;beta gold\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: people).status == 0)
    let list = ["list", "--filter", "tag:vip tag:beta", "--format"]
    #expect(try sandbox.run(list + ["ndjson"]).lines.count == 2)
    let before = try sandbox.run("accounts", "export").output
    let file = try sandbox.run(list + ["csv"]).output
    try #require(try sandbox.run(["accounts", "import", "-"], input: file).status == 0)
    #expect(try sandbox.run("accounts", "export").output == before)
  }

  @Test func `two lines of one account are one account`() throws {
    let lines = "account,name\nacct-1,Ada\nacct-1,Ada Okafor\nacct-2,Mei\n"
    let done = try Sandbox().run(["accounts", "import", "-"], input: lines)
    #expect(done.output == "2 accounts stored\n", "\(done)")
  }

  @Test func `a long file is stored in parts, and says what is stored where it breaks off`() throws
  {
    let sandbox = try Sandbox()
    let lines = (1...6000).map { "acct-\($0),Ada \($0)\n" }.joined()
    let file = try sandbox.write("users.csv", "account,name\n\(lines)acct-0,\"Zoe\n")
    let outcome = try sandbox.run("accounts", "import", file)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(
      outcome.diagnostics.contains("users.csv:6002: a quotation mark is never closed. The 6,000 "),
      "\(outcome)")
    let stored = try sandbox.run("accounts", "export").output
    #expect(stored.utf8.count { $0 == UInt8(ascii: "\n") } == 6001)
  }

  @Test func `of a short file with an open quotation mark nothing is stored`() throws {
    let sandbox = try Sandbox()
    let people = "account,name\nacct-1,Ada\nacct-2,\"Mei\n"
    let outcome = try sandbox.run(["accounts", "import", "-"], input: people)
    #expect(outcome.status == 1, "\(outcome)")
    #expect(outcome.diagnostics == "churntop: -:3: a quotation mark is never closed.\n")
    #expect(!sandbox.names(in: "").contains("ledger.sqlite"))
  }

  @Test func `a line in another encoding is left out, and the rest is stored`() throws {
    let sandbox = try Sandbox()
    let bytes = Array("account,name\nacct-1,Ren".utf8) + [0xE9] + Array("\nacct-2,Mei\n".utf8)
    let outcome = try sandbox.run(
      "accounts", "import", try sandbox.write("users.csv", bytes: bytes))
    #expect(outcome.status == 3 && outcome.output == "1 account stored\n", "\(outcome)")
    #expect(outcome.diagnostics.contains("users.csv:2: the line is not UTF-8 text; left out."))
  }

  @Test func `an export with accounts and products gives the same list`() throws {
    let sandbox = try filled()
    let copy = ["--ledger", sandbox.file("copy.sqlite")]
    for (words, target) in [
      (["export"], ["import", "-"]), (["accounts", "export"], ["accounts", "import", "-"]),
      (["products", "export"], ["products", "import", "-"]),
    ] {
      let file = try sandbox.run(words)
      #expect(file.status == 0, "\(file)")
      let taken = try sandbox.run(target + copy, input: file.output)
      #expect(taken.status == 0, "\(taken)")
    }
    let list = ["list", "--as-of", "2026-11-02", "--format", "ndjson"]
    let before = try sandbox.run(list)
    #expect(before.lines.count == 3 && before.output.contains("mei@example.com"), "\(before)")
    #expect(try sandbox.run(list + copy).output == before.output)
    #expect(try sandbox.run(["show", "zoe@example.com"] + copy).status == 0)
  }
}
