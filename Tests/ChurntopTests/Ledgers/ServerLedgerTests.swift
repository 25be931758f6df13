#if Postgres
  import OwnThreads
  import PostgresServer
  import Testing

  /// Runs the program on ledgers on a PostgreSQL server.
  @Suite(.ownThread) struct `A ledger on a server` {
    private let schemas: TemporarySchemas
    private let sandbox: Sandbox

    init() throws {
      (schemas, sandbox) = (try TemporarySchemas(), try Sandbox())
      try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
      try sandbox.write(
        "accounts.csv",
        "account,name,email,tags,timezone\nacct-mei,Mei Tan,mei@example.com,vip,Asia/Singapore\n")
    }

    /// Runs the program on the file and on the server.
    private func both(_ words: [String], _ url: String) throws -> (file: Outcome, server: Outcome) {
      (try sandbox.run(words), try sandbox.run(words + ["--ledger", url]))
    }

    @Test func `answers as a file with the same entries does`() throws {
      let url = try schemas.url()
      for words in [["import", "records.ndjson"], ["accounts", "import", "accounts.csv"]] {
        let (file, server) = try both(words, url)
        #expect(file.status == 0, "\(file)")
        #expect(server.status == 0, "\(server)")
      }
      // Both stand at one instant.
      let now = ["--as-of", "2026-11-22T00:00:00Z"]
      for words in [
        ["list"], ["list", "--filter", "name:~mei"], ["stats"], ["metrics"], ["due"], ["events"],
        ["show", "mei@example.com"], ["digest"],
      ] {
        let (file, server) = try both(words + now + ["--format", "json"], url)
        #expect(file.status == server.status, "\(words) \(server)")
        #expect(file.output == server.output && !file.output.isEmpty, "\(words)")
      }
      let (file, server) = try both(["export"], url)
      #expect(file.output == server.output)
      #expect(try sandbox.run("verify", "--ledger", url).status == 0)
      #expect(try sandbox.run("rebuild", "--check", "--ledger", url).status == 0)
      try TestDatabase(conninfo: url).run("UPDATE counters SET count = count + 1")
      let differing = try sandbox.run("rebuild", "--check", "--ledger", url)
      #expect(differing.status == 3, "\(differing)")
      #expect(differing.output.contains("0 subscribers differ from their events"), "\(differing)")
      #expect(differing.output.contains("The figures differ from the rows"), "\(differing)")
    }

    @Test func `is copied from a file, and back into one`() throws {
      let url = try schemas.url()
      #expect(try sandbox.run("import", "records.ndjson").status == 0)
      #expect(try sandbox.run("accounts", "import", "accounts.csv").status == 0)
      for (from, to) in [(sandbox.file("ledger.sqlite"), url), (url, sandbox.file("back.sqlite"))] {
        let copied = try sandbox.run("ledger", "copy", from, to, "--format", "json")
        #expect(copied.status == 0, "\(copied)")
        let again = try sandbox.run("ledger", "copy", from, to)
        #expect(again.output.contains(" 0 of them new"), "\(again)")
      }
      let exports = try [[], ["--ledger", sandbox.file("back.sqlite")]].map { place in
        try sandbox.run(["export"] + place).output
      }
      #expect(exports[0] == exports[1])
    }

    @Test func `is made by an explicit command or by an import alone`() throws {
      let url = try schemas.url()
      let missing = try sandbox.run("list", "--ledger", url)
      #expect(missing.status == 1, "\(missing)")
      #expect(missing.diagnostics.contains("churntop ledger init"))
      let made = try sandbox.run("ledger", "init", "--ledger", url)
      #expect(made.status == 0 && made.output.contains("is ready and empty"), "\(made)")
      let status = try sandbox.run("ledger", "status", "--ledger", url, "--format", "json")
      #expect(try status.json()["engine"].text == "PostgreSQL", "\(status)")
      let role = try #require(try status.json()["rules"]["by"].text)
      let lines = try sandbox.run("ledger", "status", "--ledger", url).output
      #expect(lines.contains("those of this configuration, version 1, set "), "\(lines)")
      #expect(lines.contains(" by \(role)\n"), "\(lines)")
      let sizes = try sandbox.run(
        "ledger", "status", "--ledger", url, "--sizes", "--format", "json")
      let parts = try sizes.json()["sizes"]["parts"].elements.compactMap { $0["part"].text }
      #expect(Set(parts).isSuperset(of: ["payloads", "events", "rows", "listIndexes"]), "\(sizes)")
      #expect(try sandbox.run("list", "--ledger", url).status == 0)
    }

    @Test func `keeps its rules until somebody adopts others`() throws {
      let url = try schemas.url()
      #expect(try sandbox.run("import", "records.ndjson", "--ledger", url).status == 0)
      let other = try sandbox.write("other.toml", "[recovery.googlePlay]\nholdDays = 20\n")
      let words = ["list", "--ledger", url, "--format", "json", "--config", other]
      let before = try sandbox.run(words)
      #expect(before.diagnostics.contains("churntop ledger adopt"), "\(before)")
      let adopted = try sandbox.run("ledger", "adopt", "--ledger", url, "--config", other)
      #expect(adopted.status == 0, "\(adopted)")
      let status = try sandbox.run("ledger", "status", "--ledger", url, "--format", "json").json()
      let user = try TestDatabase(conninfo: url).run("SELECT session_user")
      #expect(status["followsConfiguration"].flag == false)
      #expect(status["rules"]["version"].number == 2 && status["rules"]["by"].text == user)
      let text = try sandbox.run("ledger", "status", "--ledger", url).output
      #expect(text.contains("others than this configuration's, version 2, set "), "\(text)")
      let rules = try sandbox.run("ledger", "rules", "--ledger", url)
      #expect(rules.output.contains("holdDays = 20"), "\(rules)")
      let printed = try sandbox.write("rules.toml", rules.output)
      let same = try sandbox.run(
        "ledger", "status", "--ledger", url, "--config", printed, "--format", "json")
      #expect(try same.json()["followsConfiguration"].flag == true, "\(same)")
      #expect(try sandbox.run("ledger", "rules").status == 2)
      #expect(!(try sandbox.run(words)).diagnostics.contains("adopt"))
      #expect(try sandbox.run("list", "--ledger", url).diagnostics.contains("adopt"))
    }

    @Test func `is backed up by the server's own tools`() throws {
      let url = try schemas.url()
      let refused = try sandbox.run("backup", sandbox.file("copy.sqlite"), "--ledger", url)
      #expect(refused.status == 1, "\(refused)")
      #expect(refused.diagnostics.contains("pg_basebackup"))
    }

    @Test(arguments: [
      "postgres://mira:s3cret@127.0.0.1:1/churn", "postgres://127.0.0.1:1/churn?password=s3cret",
    ])
    func `is named without its password`(_ url: String) throws {
      for words in [["list"], ["doctor"], ["verify"], ["config", "show"], ["ledger", "status"]] {
        let done = try sandbox.run(words + ["--ledger", url])
        #expect(!"\(done)".contains("s3cret"), "\(done)")
        #expect(!"\(done)".contains("?."), "\(done)")
        #expect("\(done)".contains("127.0.0.1"), "\(words) \(done)")
      }
    }
  }
#else
  import OwnThreads
  import Testing

  @Suite(.ownThread) struct `A build without PostgreSQL` {
    @Test func `names the command that builds one with it, and no password`() throws {
      let sandbox = try Sandbox()
      let done = try sandbox.run("list", "--ledger", "postgres://mira:s3cret@db/churn")
      #expect(done.status == 2, "\(done)")
      #expect(done.diagnostics.contains("swift run --traits Postgres churntop"))
      #expect(!"\(done)".contains("s3cret"))
    }
  }
#endif
