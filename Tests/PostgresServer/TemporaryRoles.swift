#if Postgres
  import Foundation

  /// Roles of a database for one test, gone when their last user is.
  public final class TemporaryRoles: Sendable {
    /// The beginning of their names.
    public let prefix: String
    private let database: TestDatabase

    /// Chooses names in a database.
    public init(in database: TestDatabase) {
      self.database = database
      prefix =
        "test_" + UUID().uuidString.lowercased().replacing("-", with: "").prefix(12)
    }

    deinit {
      for name in ["daemon", "operator", "reader"] {
        _ = try? database.run("DROP OWNED BY \(prefix)_\(name)")
        _ = try? database.run("DROP ROLE \(prefix)_\(name)")
      }
    }

    /// Lets a role log in.
    ///
    /// - Parameters:
    ///   - role: The name behind the beginning.
    ///   - text: A conninfo or a URL of the database's owner.
    /// - Returns: The same for the role.
    /// - Throws: ``PostgresServer/Failure``.
    public func login(_ role: String, _ text: String) throws -> String {
      try database.run("ALTER ROLE \(prefix)_\(role) LOGIN")
      return text.replacing("user='churntop'", with: "user='\(prefix)_\(role)'")
        .replacing("user=churntop", with: "user=\(prefix)_\(role)")
    }
  }
#endif
