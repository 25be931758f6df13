#if Postgres
  import Foundation
  import OwnThreads
  import Testing

  @testable import PostgresServer

  @Suite(.ownThread) struct `A PostgreSQL server of tests` {
    @Test func `keeps its data when it was killed, and leaves nothing when it stops`() throws {
      let server = try PostgresServer()
      let database = TestDatabase(conninfo: server.conninfo, server: server)
      try database.run("CREATE TABLE kept AS SELECT 7 AS number")
      server.kill()
      #expect(throws: PostgresServer.Failure.self) { try database.run("SELECT 1") }
      try server.start()
      #expect(try database.run("SELECT number FROM kept") == "7")
      server.stop()
      #expect(!FileManager.default.fileExists(atPath: server.folder))
    }

    @Test func `ends with a process that was killed`() throws {
      let programs = try ServerPrograms.find()
      let folder = try programs.makeFolder()
      try programs.run(
        "initdb", "-D", folder + "/data", "-U", "churntop", "-A", "trust", "--no-sync")
      let supervisor = try Supervisor(programs: programs, folder: folder, settings: [:])
      try supervisor.waitUntilReady("host=\(folder) user=churntop dbname=postgres")
      supervisor.lose()
      #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `gives each ledger a schema of its own`() throws {
      var schemas: TemporarySchemas? = try TemporarySchemas()
      let database = try #require(schemas).database
      let conninfos = try (0..<2).map { _ in try #require(schemas).conninfo() }
      let names = try conninfos.map { conninfo in
        let schema = TestDatabase(conninfo: conninfo, server: nil)
        try schema.run("CREATE TABLE same (number int)")
        return try #require(try schema.run("SELECT current_schema()"))
      }
      #expect(names[0] != names[1])
      schemas = nil
      let left = "SELECT count(*) FROM pg_namespace WHERE nspname IN ('\(names[0])', '\(names[1])')"
      #expect(try database.run(left) == "0")
    }
  }
#endif
