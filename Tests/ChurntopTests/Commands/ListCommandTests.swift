import Foundation
import OwnThreads
import ProgramConventions
import Testing

@Suite(.ownThread) struct ListCommandTests {
  private static let fixed = [
    "id", "store", "environment", "account", "product", "plan", "state", "stateSince", "access",
    "autoRenew", "pendingProduct", "paidThrough", "graceEnds", "retryEnds", "renewsAt",
    "resumesAt", "price", "flags", "end", "prompt",
  ]

  @Test func `json has the keys of the contract, in its order, with null for what is absent`()
    throws
  {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run(
      "list", "--format", "json", "--as-of", "2026-11-03T00:00:00Z")
    let page = try outcome.json()
    #expect(page.keys == ["asOf", "items", "next", "total"])
    #expect(page["asOf"].text == "2026-11-03T00:00:00Z")
    #expect(page["total"].number == 1)
    #expect(page["next"].isNull)
    let item = page["items"][0]
    for key in Self.fixed { #expect(item[key].exists, "\(key)") }
    #expect(item["state"].text == "grace")
    #expect(item["access"]["granted"].flag == true)
    #expect(item["access"]["until"].text == "2026-11-08T00:00:00Z")
    #expect(item["price"]["amount"].text == "480.00")
    #expect(item["price"]["currency"].text == "JPY")
    #expect(item["pendingProduct"].isNull)
    #expect(item["end"].isNull)
    #expect(item["plan"].text == "P1M")
    #expect(!item["prompt"]["trace"].exists)
    let places = Self.fixed.compactMap { key in
      outcome.output.firstRange(of: "\"\(key)\":")?.lowerBound
    }
    #expect(places.count == Self.fixed.count)
  }

  @Test func `what is not production is marked and counted in text`() throws {
    let sandbox = try Sandbox([.active(1)])
    let test = PlayRecord.active(2).line.replacingOccurrences(
      of: "\"regionCode\"", with: "\"testPurchase\":{},\"regionCode\"")
    try #require(sandbox.run(["import", "-"], input: test).status == 0)
    let outcome = try sandbox.run("list", "--as-of", "2026-11-03")
    #expect(outcome.output.contains("(sandbox) acct-2"), "\(outcome)")
    #expect(!outcome.output.contains("(sandbox) acct-1"))
    #expect(outcome.diagnostics.contains("1 of these 2 are not production"), "\(outcome)")
    let narrowed = try sandbox.run(
      "list", "--as-of", "2026-11-03", "--filter", "env:production")
    #expect(narrowed.diagnostics.isEmpty, "\(narrowed)")
    let data = try sandbox.run("list", "--as-of", "2026-11-03", "--format", "csv").output
    #expect(!data.contains("(sandbox)"))
  }

  @Test func `text has the country, which filters know as well`() throws {
    let sandbox = try Sandbox([.active(1)])
    let lines = try sandbox.run("list", "--as-of", "2026-11-03").output.split(separator: "\n")
    let words = lines.map { $0.split(separator: " ").map(String.init) }
    let place = try #require(words.first?.firstIndex(of: "COUNTRY"))
    #expect(words[0][place - 1] == "STORE" && words[1].contains("JP"), "\(lines)")
  }

  @Test func `pages follow each other without a gap`() throws {
    let sandbox = try Sandbox((1...7).map(PlayRecord.active))
    var seen: [String] = []
    var after: [String] = []
    repeat {
      let page = try sandbox.run(
        ["list", "--sort", "id", "--limit", "3", "--format", "json"] + after
      ).json()
      seen += page["items"].elements.compactMap { $0["id"].text }
      #expect(page["total"].number == 7)
      after = page["next"].text.map { ["--after", $0] } ?? []
    } while !after.isEmpty
    #expect(seen.count == 7)
    #expect(seen == seen.sorted())
    for (format, says) in [("csv", true), ("ndjson", true), ("md", true), ("json", false)] {
      let cut = try sandbox.run("events", "--limit", "2", "--format", format)
      #expect(cut.diagnostics.contains("More follow: --after ") == says, "\(cut)")
    }
  }

  @Test(arguments: [["list"], ["due"], ["events"], ["stats"]])
  func `csv has a byte order mark where one is asked for`(words: [String]) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("mei.ndjson", PlayRecord.inGrace.archive)
    try #require(try sandbox.run("import", file).status == 0)
    let plain = try sandbox.run(words + ["--format", "csv"]).output
    let marked = try sandbox.run(words + ["--format", "csv", "--bom"]).output
    #expect(marked == "\u{FEFF}" + plain)
    #expect(try sandbox.run(words + ["--bom"]).status == 2)
  }

  @Test func `csv has a header and a record a row`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run("list", "--format", "csv")
    let records = outcome.output.components(separatedBy: "\r\n")
    #expect(records.count == 3)
    #expect(records[0].hasPrefix("id,store,environment,account,product,plan,state,stateSince,"))
    #expect(
      records[0].split(separator: ",").count
        == records[1].split(
          separator: ",", omittingEmptySubsequences: false
        ).count)
  }

  @Test func `markdown is a table and ndjson a line a row`() throws {
    let sandbox = try Sandbox((1...2).map(PlayRecord.active))
    let markdown = try sandbox.run("list", "--format", "md").lines
    #expect(markdown.count == 4)
    #expect(markdown[1].hasPrefix("| ---"))
    let lines = try sandbox.run("list", "--format", "ndjson").lines
    #expect(lines.count == 2)
    for line in lines { #expect(try TestJSON(line)["state"].text == "active") }
  }

  @Test func `yesterday is a time to look back to`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run("list", "--as-of", "yesterday", "--format", "json")
    #expect(try outcome.json()["asOf"].text?.hasSuffix("T00:00:00Z") == true, "\(outcome)")
  }

  @Test func `no row at all is said on standard error, and the output stays data`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run("list", "--filter", "state:paused")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(outcome.diagnostics.contains("No subscriber"))
    let json = try sandbox.run("list", "--filter", "state:paused", "--format", "json").json()
    #expect(json["items"].elements.isEmpty)
    #expect(json["total"].number == 0)
  }

  @Test(
    arguments: [
      (["list", "--filter", "stat:grace"], Int32(2), "state"),
      (["list", "--filter", "(state:grace"], 2, "--filter"),
      (["list", "--as-of", "someday"], 2, "--as-of"),
      (["list", "--limit", "0"], 2, "--limit"),
      (["list", "--limit", "-1"], 2, "--limit: -1 is not a number of rows"),
      (["events", "--limit", "-1"], 2, "--limit: -1 is not a number of rows"),
      (["quarantine", "list", "--limit", "-1"], 2, "--limit: -1 is not a number of rows"),
      (["list", "--timezone", "Mars/Olympus"], 2, "Mars/Olympus"),
      (["list", "--after", "gp_nothing"], 4, "--after"),
      (["list", "--format", "xml"], 64, "xml"),
      (["list", "--no-such-option"], 64, "--no-such-option"),
      (["list", "--config", "/nowhere.toml"], 2, "/nowhere.toml"),
      (
        ["list", "--ledger", "postgres://127.0.0.1:1/db"], PostgresSupport.isBuilt ? 1 : 2,
        PostgresSupport.isBuilt ? "127.0.0.1" : "--traits Postgres"
      ),
      (["list", "--ledger", "/nowhere/ledger.sqlite"], 1, "/nowhere/ledger.sqlite"),
      (["no-such-command"], 64, "no-such-command"),
    ] as [([String], Int32, String)])
  func `what is not understood says so in one line and with its status`(
    arguments: [String], status: Int32, word: String
  ) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run(arguments)
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.diagnostics.contains(word), "\(outcome)")
  }

  @Test func `a ledger option in front of the command counts for the command`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    sandbox.environment["CHURNTOP_LEDGER"] = "/nowhere/ledger.sqlite"
    let outcome = try sandbox.run(
      "--ledger", sandbox.file("ledger.sqlite"), "list", "--format", "ndjson")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.lines.count == 1)
  }

  @Test func `the past and the future are told apart by --as-of`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    func state(_ time: String) throws -> String? {
      let page = try sandbox.run("list", "--as-of", time, "--format", "json").json()
      return page["items"][0]["state"].text
    }
    #expect(try state("2026-10-15") == "active")
    #expect(try state("2026-11-02") == "grace")
    #expect(try state("2026-11-20") == "hold")
    #expect(try state("2026-09-01") == nil)
  }

  @Test func `times in text follow the zone and data never does`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let text = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-02", "--timezone", "Asia/Tokyo"
    ).output
    #expect(text.contains("2026-11-08 09:00"))
    let json = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-02", "--timezone", "Asia/Tokyo", "--format", "json")
    #expect(try json.json()["graceEnds"].text == "2026-11-08T00:00:00Z")
  }

  @Test func `due ends with 3 where something is due and that was asked`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let due = try sandbox.run("due", "--as-of", "2026-11-03", "--format", "json")
    #expect(due.status == 0)
    #expect(try due.json()["total"].number == 1)
    #expect(try due.json()["items"][0]["prompt"]["decision"].text == "due")
    #expect(try sandbox.run("due", "--as-of", "2026-11-03", "--fail-if-any").status == 3)
    #expect(try sandbox.run("due", "--as-of", "2026-10-15", "--fail-if-any").status == 0)
  }

  @Test func `events are newest first and whole pages follow each other`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace + (1...3).map(PlayRecord.active))
    let all = try sandbox.run("events", "--format", "json").json()["items"].elements
    let keys = [
      "position", "subscription", "kind", "effectiveAt", "statedAt", "recordedAt", "source",
      "verified", "from", "to",
    ]
    for item in all { for key in keys { #expect(item[key].exists, "\(key)") } }
    let positions = all.compactMap { $0["position"].number }
    #expect(positions == positions.sorted(by: >))
    var paged: [Int] = []
    var after: [String] = []
    repeat {
      let page = try sandbox.run(["events", "--limit", "2", "--format", "json"] + after).json()
      paged += page["items"].elements.compactMap { $0["position"].number }
      after = page["next"].text.map { ["--after", $0] } ?? []
    } while !after.isEmpty
    #expect(paged == positions)
    let failing = try sandbox.run("events", "--kind", "billingFailed", "--format", "ndjson")
    #expect(failing.lines.count == 1)
    #expect(try TestJSON(failing.output)["to"].text == "grace")
    let filtered = try sandbox.run(
      "events", "--filter", "account:acct-2", "--format", "ndjson"
    ).lines
    #expect(!filtered.isEmpty && filtered.count < all.count)
  }

  @Test func `no row is lost where a prompt is recorded between two pages`() throws {
    let sandbox = try Sandbox(
      (0..<6).flatMap { PlayRecord.failing($0, product: "news", isPaid: false) })
    let asOf = ["--as-of", "2026-11-05"]
    let whole = try sandbox.run(["due", "--format", "json"] + asOf).json()["items"].elements
    try #require(whole.count == 6)
    let first = try sandbox.run(["due", "--limit", "2", "--format", "json"] + asOf).json()
    let next = try #require(first["next"].text)
    for item in first["items"].elements {
      let id = try #require(item["id"].text)
      let shown = """
        {"action":{"kind":"promptShown","subscription":"\(id)","at":"2026-11-04T23:00:00Z",\
        "recordedAt":"2026-11-04T23:00:00Z","source":"operator","actor":"mira","step":2}}

        """
      try #require(try sandbox.run(["import", "-"], input: shown).status == 0)
    }
    let rest = try sandbox.run(["due", "--after", next, "--format", "json"] + asOf).json()
    #expect(
      rest["items"].elements.map { $0["id"].text } == whole.dropFirst(2).map { $0["id"].text })
    let last = try #require(whole.last?["id"].text)
    let end = try sandbox.run(["due", "--after", last] + asOf)
    #expect(end.output.isEmpty && end.diagnostics.contains("Nothing follows"), "\(end)")
  }

  @Test func `next goes on in its own order only, and names nobody`() throws {
    let sandbox = try Sandbox((1...3).map(PlayRecord.active))
    let users = "account,name\nacct-1,Ada\nacct-2,Mei\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: users).status == 0)
    for sort in ["loses", "product", "mrr", "state", "name", "due"] {
      let list = ["list", "--sort", sort, "--format", "json"]
      let whole = try sandbox.run(list).json()["items"].elements.map { $0["id"].text }
      let page = try sandbox.run(list + ["--limit", "1"]).json()
      let next = try #require(page["next"].text)
      #expect(!next.lowercased().contains("ada") && !next.contains("'"), "\(next)")
      let rest = try sandbox.run(list + ["--after", next]).json()["items"].elements
      #expect(rest.map { $0["id"].text } == Array(whole.dropFirst()), "\(sort)")
      guard sort != "name" else { continue }
      let other = try sandbox.run("list", "--sort", "id", "--after", next)
      #expect(other.status == 2 && other.diagnostics.contains("--sort"), "\(other)")
    }
  }

  @Test(arguments: [
    "filter = \"state:grace,hold due:soon\"", "fliter = \"state:grace\"", "screen = \"nowhere\"",
  ])
  func `a view that says something else than is understood lists nobody`(line: String) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    try sandbox.makeFolder(".config/churntop")
    try sandbox.write(
      ".config/churntop/views.toml",
      "[view.good]\nfilter = \"state:active\"\n[view.bad]\nkey = \"@3\"\n\(line)\n")
    let bad = try sandbox.run("list", "--view", "bad")
    #expect(bad.status == 2 && bad.output.isEmpty, "\(bad)")
    #expect(bad.diagnostics.contains("views.toml:5: "), "\(bad)")
    #expect(try sandbox.run("list", "--view", "good").status == 0)
    try sandbox.write(".config/churntop/views.toml", "[view.bad\n")
    #expect(try sandbox.run("list", "--view", "bad").status == 2)
  }

  @Test(arguments: [
    "postgers://ops:s3cret@db.example/churn", "postgres:/ops:s3cret@db/churn",
    "mysql://ops:s3cret@db/churn", "sqlite://s3cret", "file:s3cret.sqlite", "FILE:s3cret",
    "host=db password=s3cret", "password=s3cret host=db",
  ])
  func `what is nearly the address of a server makes no file and prints no password`(
    ledger: String
  ) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.ndjson", PlayRecord.inGrace.archive)
    func files() -> [String] { sandbox.names(in: "").filter { !$0.hasPrefix("tmp") } }
    let before = files()
    for words in [["import", file], ["list"], ["stats"]] {
      let outcome = try sandbox.run(words + ["--ledger", ledger])
      #expect(outcome.status == 2, "\(outcome)")
      #expect(!outcome.diagnostics.contains("s3cret"), "\(outcome)")
      #expect(outcome.diagnostics.contains("postgres://USER@HOST/DATABASE"), "\(outcome)")
    }
    #expect(files() == before)
    #expect(try sandbox.run("import", file, "--ledger", "./file:a.sqlite").status == 0)
    #expect(files().contains("file:a.sqlite"))
  }
}
