#if Postgres
  import Foundation
  import Synchronization

  /// Schemas that are gone when their last user is.
  public final class TemporarySchemas: Sendable {
    /// The database of the schemas.
    public let database: TestDatabase
    private let names = Mutex<[String]>([])

    /// Readies the database of this process's tests.
    ///
    /// - Throws: ``PostgresServer/Failure``.
    public init() throws { database = try PostgresServer.shared.get() }

    /// Readies a database of the caller's.
    public init(in database: TestDatabase) { self.database = database }

    deinit {
      for name in names.withLock(\.self) {
        _ = try? database.run(
          "SET client_min_messages TO warning; DROP SCHEMA \(name) CASCADE")
      }
    }

    /// Makes an empty schema.
    ///
    /// - Returns: The settings of a connection whose tables are those of the schema, as keywords
    ///   with values.
    public func conninfo() throws -> String { try database.conninfo(schema: make()) }

    /// Makes an empty schema.
    ///
    /// - Returns: The same as a URL.
    public func url() throws -> String { try database.url(schema: make()) }

    private func make() throws -> String {
      let name =
        "churntop_test_" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(20)
      try database.run("CREATE SCHEMA \(name)")
      names.withLock { $0.append(name) }
      return name
    }
  }
#endif
