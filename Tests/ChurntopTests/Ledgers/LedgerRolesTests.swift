#if Postgres
  import OwnThreads
  import PostgresServer
  import Testing

  /// Runs the program as the roles of a team.
  @Suite(.ownThread) struct `A team's roles` {
    private let schemas: TemporarySchemas
    private let roles: TemporaryRoles
    private let sandbox: Sandbox
    private let url: String

    init() throws {
      (schemas, sandbox) = (try TemporarySchemas(), try Sandbox())
      roles = TemporaryRoles(in: schemas.database)
      url = try schemas.url()
      try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
      try sandbox.write(
        "accounts.csv",
        "account,name,email,tags,timezone\nacct-mei,Mei Tan,mei@example.com,vip,Asia/Singapore\n")
      for words in [["import", "records.ndjson"], ["accounts", "import", "accounts.csv"]] {
        #expect(try sandbox.run(words + ["--ledger", url]).status == 0)
      }
    }

    private func run(_ words: String..., as role: String) throws -> Outcome {
      try sandbox.run(words + ["--ledger", roles.login(role, url)])
    }

    @Test func `are printed as SQL that gives the same rights as --apply`() throws {
      let words = ["ledger", "roles", "--ledger", url, "--prefix", roles.prefix]
      let printed = try sandbox.run(words)
      #expect(printed.status == 0, "\(printed)")
      try schemas.database.run(printed.output)
      #expect(try run("list", as: "reader").status == 0)
      let applied = try sandbox.run(words + ["--apply"])
      #expect(applied.status == 0 && applied.output.contains("\(roles.prefix)_reader sees no"))
      let refused = try run("ledger", "roles", "--apply", "--prefix", roles.prefix, as: "operator")
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.diagnostics.contains("your role in the database may not do that"))
    }

    @Test func `are made by a role that may make roles, and the message says who makes them`()
      throws
    {
      let database = TestDatabase(conninfo: url)
      let schema = try #require(try database.run("SELECT current_schema()"))
      func give(to owner: String) throws {
        try database.run(
          "ALTER SCHEMA \(schema) OWNER TO \(owner); ALTER TABLE ledger OWNER TO \(owner)")
      }
      try database.run("CREATE ROLE \(roles.prefix)_operator")
      try give(to: "\(roles.prefix)_operator")
      let refused = try run("ledger", "roles", "--apply", "--prefix", roles.prefix, as: "operator")
      #expect(refused.status == 1, "\(refused)")
      let command = "createuser --no-login \(roles.prefix)_daemon"
      #expect(refused.diagnostics.contains(command), "\(refused)")
      #expect(refused.diagnostics.contains("the server's administrator"), "\(refused)")
      try give(to: "CURRENT_USER")
    }

    @Test func `let readers look, and say what they may not`() throws {
      let apply = ["ledger", "roles", "--apply", "--ledger", url, "--prefix", roles.prefix]
      #expect(try sandbox.run(apply).status == 0)
      for words in [
        ["list"], ["due"], ["stats"], ["metrics"], ["digest"], ["events"], ["ledger", "status"],
        ["whatif", "--play-grace", "14"], ["show", "acct-mei"], ["explain", "acct-mei"],
        ["list", "--as-of", "2026-11-22T00:00:00Z"], ["doctor"],
        ["frame", "overview", "--size", "100x30"], ["frame", "subscribers", "--size", "100x30"],
        ["frame", "metrics", "--size", "100x30"], ["frame", "events", "--size", "120x36"],
        ["frame", "events", "--as-of", "2026-11-22T00:00:00Z"],
        ["digest", "--as-of", "2026-11-22T00:00:00Z"],
      ] {
        let done = try sandbox.run(words + ["--ledger", roles.login("reader", url)])
        #expect(done.status == 0, "\(words) \(done)")
        #expect(!done.output.contains("Mei Tan"), "\(words)")
      }
      for name in ["nobody@example.org", "as_999999", "GPA.3399-1111", "Mei"] {
        let missing = try run("show", name, as: "reader")
        #expect(missing.status == 4, "\(missing)")
        #expect(missing.diagnostics.contains("No subscription goes by"), "\(missing)")
      }
      let frame = try run("frame", "overview", "--size", "120x36", as: "reader")
      #expect(frame.output.contains("[READ-ONLY]"), "\(frame)")
      for words in [
        ["export"], ["accounts", "export"], ["quarantine", "list"],
        ["accounts", "import", "accounts.csv"],
        ["import", "records.ndjson"], ["prompt", "note", "acct-mei", "called"],
        ["list", "--filter", "email:none"], ["list", "--sort", "name"],
        ["stats", "--filter", "name:~mei"], ["metrics", "--filter", "-email:any"],
        ["events", "--filter", "name:~mei"],
      ] {
        let done = try sandbox.run(words + ["--ledger", roles.login("reader", url)])
        #expect(done.status == 1, "\(words) \(done)")
        let isSaid = ["reading only", "read-only", "your role in the database may not"].contains {
          done.diagnostics.contains($0)
        }
        #expect(isSaid, "\(words) \(done)")
      }
      for words in [
        ["import", "records.ndjson"], ["prompt", "note", "acct-mei", "called"], ["rebuild"],
        ["erase", "acct-mei", "--yes"], ["prompt", "undo", "acct-mei"],
      ] {
        let refused = try sandbox.run(words + ["--ledger", roles.login("reader", url)])
        #expect(refused.status == 1, "\(words) \(refused)")
        #expect(refused.diagnostics.contains("Ask its owner for a role that may write"))
      }
    }

    @Test func `let operators act, and not erase`() throws {
      let apply = ["ledger", "roles", "--apply", "--ledger", url, "--prefix", roles.prefix]
      #expect(try sandbox.run(apply).status == 0)
      for words in [
        ["import", "records.ndjson"], ["accounts", "import", "accounts.csv"],
        ["prompt", "note", "acct-mei", "called"], ["list"], ["export"], ["rebuild", "--check"],
        ["verify"], ["quarantine", "list"], ["frame", "overview"],
      ] {
        let done = try sandbox.run(words + ["--ledger", roles.login("operator", url)])
        #expect(done.status == 0, "\(words) \(done)")
      }
      #expect(try run("show", "acct-mei", as: "operator").output.contains("Mei Tan"))
      let refused = try run("erase", "acct-mei", "--yes", as: "operator")
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.diagnostics.contains("your role in the database may not do that"))
    }

    @Test func `act under the names of their users, whatever the machine's login is`() throws {
      let apply = ["ledger", "roles", "--apply", "--ledger", url, "--prefix", roles.prefix]
      #expect(try sandbox.run(apply).status == 0)
      sandbox.environment["CHURNTOP_ACTOR"] = nil
      let user = "\(roles.prefix)_operator"
      let claim = ["prompt", "claim", "acct-mei", "--format", "json"]
      let claimed = try sandbox.run(claim + ["--ledger", roles.login("operator", url)])
      #expect(try claimed.json()["claimedBy"].text == user, "\(claimed)")
      #expect(try sandbox.run(claim + ["--ledger", roles.login("operator", url)]).status == 0)
      let refused = try sandbox.run(claim + ["--ledger", url])
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.diagnostics.contains("\(user) has claimed"), "\(refused)")
      let audit = ["ledger", "audit", "--actor", user, "--format", "csv", "--ledger", url]
      #expect(try sandbox.run(audit).output.split(separator: "\r\n").count == 3)
      sandbox.environment["CHURNTOP_ACTOR"] = "mira"
      let taken = try sandbox.run(claim + ["--take-over", "--ledger", url])
      #expect(try taken.json()["claimedBy"].text == "mira", "\(taken)")
    }

    @Test func `are a server's, and a file's form needs no command`() throws {
      let refused = try sandbox.run("ledger", "roles")
      #expect(refused.status == 2 && refused.diagnostics.contains("is a file"), "\(refused)")
      let odd = try sandbox.run("ledger", "roles", "--prefix", "a-b", "--ledger", url)
      #expect(odd.status == 2 && odd.diagnostics.contains("--prefix takes"), "\(odd)")
      for ledger in [url, sandbox.file("new.sqlite")] {
        #expect(try sandbox.run("ledger", "init", "--ledger", ledger).status == 0)
        let done = try sandbox.run("ledger", "migrate", "--ledger", ledger)
        #expect(done.status == 0 && done.output.contains("is in the present form"), "\(done)")
      }
    }
  }
#endif
