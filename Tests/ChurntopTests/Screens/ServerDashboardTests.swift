#if Postgres
  import OwnThreads
  import PostgresServer
  import Testing
  import VirtualTerminal

  /// The dashboard of the real program on a ledger on a server.
  @Suite(.ownThread, .serialized) struct `A dashboard on a server's ledger` {
    enum Outage: CaseIterable { case serverKilled, networkCut }

    @Test(arguments: Outage.allCases)
    func `says that the server is gone, and goes on by itself when it is back`(
      _ outage: Outage
    ) throws {
      let server = try PostgresServer()
      let path = try NetworkPath(to: server)
      let schemas = TemporarySchemas(
        in: TestDatabase(conninfo: path.over(server.conninfo), server: server))
      let sandbox = try Sandbox()
      sandbox.environment["CHURNTOP_LEDGER"] = try schemas.url()
      let accounts = "account,name\nacct-1,Ada Okafor\nacct-2,Grace Mbeki\n"
      try #require(
        try sandbox.run(["import", "-"], input: PlayRecord.active(1).line).status == 0)
      try #require(try sandbox.run(["accounts", "import", "-"], input: accounts).status == 0)
      let session = try TerminalSession(sandbox, columns: 160)
      try #require(session.sees("Overview"), "\(session.terminal.text)")
      session.terminal.type("2")
      #expect(session.sees("Ada Okafor"), "\(session.terminal.text)")
      #expect(session.sees("UNFED"), "\(session.terminal.text)")
      switch outage {
      case .serverKilled: server.kill()
      case .networkCut: path.cut()
      }
      #expect(
        session.terminal.wait(seconds: 60, for: "cannot open the ledger"),
        "\(session.terminal.text)")
      #expect(session.terminal.text.contains("Ada Okafor"), "what was read stays")
      try server.start()
      path.mend()
      try #require(
        try sandbox.run(["import", "-"], input: PlayRecord.active(2).line).status == 0)
      #expect(session.sees("Grace Mbeki"), "\(session.terminal.text)")
      #expect(
        session.terminal.wait { !session.terminal.text.contains("cannot open the ledger") },
        "\(session.terminal.text)")
      session.terminal.type("Q")
      #expect(session.terminal.waitForEnd() == .exited(0))
      #expect(session.isGivenBack)
    }

    @Test func `says on screen that the ledger has other rules, and compares them`() throws {
      let schemas = try TemporarySchemas()
      let sandbox = try Sandbox()
      sandbox.environment["CHURNTOP_LEDGER"] = try schemas.url()
      try #require(
        try sandbox.run(["import", "-"], input: PlayRecord.active(1).line).status == 0)
      let other = try sandbox.write("other.toml", "[recovery.googlePlay]\nholdDays = 20\n")
      let session = try TerminalSession(sandbox, ["--config", other], columns: 80, rows: 24)
      #expect(
        session.sees("The ledger goes by other rules than your configuration; What-if"),
        "\(session.terminal.text)")
      session.terminal.type("6")
      #expect(session.sees("<observed>"), "\(session.terminal.text)")
      #expect(
        session.terminal.wait { session.terminal.text.contains(/Play hold .* 20d/) },
        "\(session.terminal.text)")
      session.terminal.type("Q")
      #expect(session.terminal.waitForEnd() == .exited(0))
    }
  }
#endif
