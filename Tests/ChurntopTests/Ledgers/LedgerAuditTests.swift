import EventLedger
import OwnThreads
import Testing

@testable import churntop

#if Postgres
  import PostgresServer
#endif

/// Runs commands that print or write names, and asks who did.
@Suite(.ownThread) struct `churntop ledger audit` {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try Self.fill(sandbox, [])
    sandbox.environment["CHURNTOP_ACTOR"] = "mira"
  }

  private static func fill(_ sandbox: Sandbox, _ place: [String]) throws {
    try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
    try sandbox.write(
      "accounts.csv",
      "account,name,email,tags,timezone\nacct-mei,Mei Tan,mei@example.com,vip,Asia/Singapore\n")
    for words in [["import", "records.ndjson"], ["accounts", "import", "accounts.csv"]] {
      try #require(try sandbox.run(words + place).status == 0)
    }
  }

  /// A payload of no known kind, with a mail address.
  private static let refused = #"{"customer":"Mei Tan","mail":"mei@example.com"}"# + "\n"

  private func lines(_ words: String...) throws -> [String] {
    let done = try sandbox.run(["ledger", "audit", "--format", "csv"] + words)
    #expect(done.status == 0, "\(done)")
    return done.output.split(separator: "\r\n").dropFirst().map(String.init)
  }

  /// The kind, the command, the format and the count of each entry, oldest first.
  private func found(_ words: [String]) throws -> [String] {
    let done = try sandbox.run(["ledger", "audit", "--format", "json"] + words)
    let items = try done.json()["items"].elements
    return items.reversed().map { item in
      let words = ["kind", "command", "format"].map { item[$0].text ?? "-" }
      let count = item["count"].number.map { String($0) } ?? "-"
      return (words + [count]).joined(separator: " ")
    }
  }

  @Test func `says who printed and exported what, and none of the names`() throws {
    #expect(try lines().isEmpty)
    let commands: [([String], String?)] = [
      (["list"], "listed list text 1"), (["list", "--format", "csv"], "exported list csv 1"),
      (["due", "--format", "json"], "exported due json 1"),
      (["show", "mei@example.com"], "viewed show text 1"),
      (["show", "acct-mei", "--format", "json"], "viewed show json 1"),
      (["explain", "acct-mei"], "viewed explain text 1"),
      (["events"], "listed events text 100"), (["events", "--format", "csv"], nil),
      (["stats"], nil), (["metrics"], nil), (["list", "--readonly"], nil),
      (["list", "--as-of", "now"], "listed list text 1"),
      (["frame", "subscribers"], "exported frame text -"),
      (["frame", "subscribers", "--mask"], nil),
      (["export"], "exported export ndjson 2"),
      (["accounts", "export"], "exported accounts export csv 1"),
      (["backup", sandbox.file("copy.sqlite")], "exported backup sqlite 2"),
      (["quarantine", "list"], nil), (["quarantine", "show", "1"], "viewed quarantine text 1"),
      (["quarantine", "show", "1", "--format", "json"], "exported quarantine json 1"),
      (["quarantine", "show", "1", "--raw"], "exported quarantine raw 1"),
    ]
    let refused = try sandbox.run(["import", "-"], input: Self.refused)
    #expect(refused.status == 3, "\(refused)")
    for (words, _) in commands { #expect(try sandbox.run(words).status == 0, "\(words)") }
    #expect(try found([]) == commands.compactMap(\.1))
    let all = try lines().joined(separator: "\n")
    #expect(!all.contains("Mei") && !all.contains("example.com"), "\(all)")
    #expect(try lines("--actor", "mira").count == lines().count)
    #expect(try lines("--actor", "ada").isEmpty)
    #expect(try lines("--since", "+1d").isEmpty)
    #expect(try lines("--since", "-1h").count == lines().count)
    let about = try lines("--subscriber", "mei@example.com")
    #expect(about.count == 3 && about.allSatisfy { $0.hasSuffix(",acct-mei") }, "\(about)")
  }

  @Test func `prints pages and a table, and stays in a backup`() throws {
    for _ in 0..<3 { #expect(try sandbox.run("list").status == 0) }
    let first = try lines("--limit", "2")
    #expect(first.count == 2)
    let number = try #require(first.last?.split(separator: ",").first)
    #expect(try lines("--after", String(number)).count == 1)
    let table = try sandbox.run("ledger", "audit")
    #expect(table.output.contains("WHO") && table.output.contains("mira"), "\(table)")
    let copy = sandbox.file("copy.sqlite")
    #expect(try sandbox.run("backup", copy).status == 0)
    #expect(try lines("--ledger", copy).count == 4)
    #expect(try sandbox.run("ledger", "audit", "--limit", "0").status == 2)
  }

  @Test func `forgets whom, not who, when somebody is erased`() throws {
    #expect(try sandbox.run("show", "acct-mei").status == 0)
    #expect(try sandbox.run("erase", "acct-mei", "--yes").status == 0)
    let entry = try #require(try lines().first)
    #expect(entry.contains(",mira,") && !entry.contains("acct-mei"), "\(entry)")
  }

  #if Postgres
    @Test func `shells complete no names and mail addresses of a team's ledger`() throws {
      let schemas = try TemporarySchemas()
      let roles = TemporaryRoles(in: schemas.database)
      let url = try schemas.url()
      try Self.fill(sandbox, ["--ledger", url])
      let apply = ["ledger", "roles", "--apply", "--ledger", url, "--prefix", roles.prefix]
      #expect(try sandbox.run(apply).status == 0)
      let id = try #require(
        sandbox.run("list", "--format", "csv", "--ledger", url).output
          .matches(of: /gp_[0-9a-f]+/).first.map { String($0.0) })
      for role in ["operator", "reader"] {
        let line = ["churntop", "list", "--ledger", try roles.login(role, url)]
        func offers(_ field: String) throws -> String {
          let asked = ["---completion", "list", "--", "--filter", "5", "\(field.count)"]
          return try sandbox.run(asked + line + ["--filter", field]).output
        }
        for field in ["name:", "email:"] {
          #expect(!(try offers(field)).lowercased().contains("mei"), "\(role) \(field)")
        }
        #expect(try offers("tag:").contains("vip"), "\(role)")
        func subscribers(_ word: String) throws -> String {
          let asked = ["---completion", "show", "--", "positional@0", "4", "\(word.count)"]
          return try sandbox.run(asked + ["churntop", "show"] + line.dropFirst(2) + [word]).output
        }
        #expect(!(try subscribers("m")).contains("mei@"), "\(role)")
        #expect(try subscribers("gp_").contains(id), "\(role)")
      }
    }

    @Test func `is a team's owner's to read, and hides names from who could not be recorded`()
      throws
    {
      let schemas = try TemporarySchemas()
      let roles = TemporaryRoles(in: schemas.database)
      let url = try schemas.url()
      try Self.fill(sandbox, ["--ledger", url])
      let apply = ["ledger", "roles", "--apply", "--ledger", url, "--prefix", roles.prefix]
      #expect(try sandbox.run(apply).status == 0)
      let operatorURL = try roles.login("operator", url)
      for words in [["list"], ["show", "acct-mei"], ["accounts", "export"]] {
        #expect(try sandbox.run(words + ["--ledger", operatorURL]).status == 0, "\(words)")
      }
      let read = try sandbox.run("ledger", "audit", "--ledger", operatorURL)
      #expect(read.status == 1, "\(read)")
      let owners = try sandbox.run("ledger", "audit", "--ledger", url, "--format", "csv")
      #expect(owners.output.matches(of: try Regex("\(roles.prefix)_operator")).count == 3)
      let before = owners.output
      for words in [["list"], ["show", "acct-mei"], ["list", "--format", "json"], ["events"]] {
        let hidden = try sandbox.run(words + ["--readonly", "--ledger", operatorURL])
        #expect(hidden.status == 0, "\(hidden)")
        #expect(!hidden.output.contains("Mei Tan") && !hidden.output.contains("mei@"), "\(hidden)")
        #expect(hidden.diagnostics.contains("the ledger records who sees them"), "\(hidden)")
      }
      for words in [["export"], ["accounts", "export"]] {
        let export = try sandbox.run(words + ["--readonly", "--ledger", operatorURL])
        #expect(export.status == 1 && export.output.isEmpty, "\(export)")
      }
      #expect(
        try sandbox.run(["import", "-", "--ledger", operatorURL], input: Self.refused).status == 3)
      for words in [[], ["--format", "json"]] {
        let hidden = try sandbox.run(
          ["quarantine", "show", "1", "--readonly", "--ledger", operatorURL] + words)
        #expect(hidden.status == 0 && hidden.output.contains("reason"), "\(hidden)")
        #expect(!hidden.output.contains("mei@"), "\(hidden)")
        #expect(hidden.diagnostics.contains("the ledger records who sees them"), "\(hidden)")
      }
      let bytes = try sandbox.run(
        "quarantine", "show", "1", "--raw", "--readonly", "--ledger", operatorURL)
      #expect(bytes.status == 1 && bytes.output.isEmpty, "\(bytes)")
      let reader = try sandbox.run("list", "--ledger", roles.login("reader", url))
      #expect(reader.status == 0 && !reader.diagnostics.contains("hidden"), "\(reader)")
      let after = try sandbox.run("ledger", "audit", "--ledger", url, "--format", "csv").output
      #expect(after == before)
    }
  #endif
}
