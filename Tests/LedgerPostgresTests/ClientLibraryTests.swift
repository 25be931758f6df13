#if Postgres
  import LedgerPostgres
  import Testing

  @Suite struct `The client library of PostgreSQL` {
    @Test func `is one with pipelines`() throws {
      // Pipelines came with libpq 14: https://www.postgresql.org/docs/14/release-14.html
      let major = try #require(ClientLibrary.version.split(separator: ".").first.map { Int($0) })
      #expect(try #require(major) >= 14)
    }
  }
#endif
