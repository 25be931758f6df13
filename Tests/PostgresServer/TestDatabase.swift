#if Postgres
  import CPostgres
  import Foundation

  /// A database for tests, where each ledger has a schema of its own.
  public struct TestDatabase: Sendable {
    /// The settings of a connection to it.
    public var conninfo: String
    /// The server, where it is this process's own.
    public var server: PostgresServer?

    /// Names a database by the settings of a connection to it.
    public init(conninfo: String, server: PostgresServer? = nil) {
      (self.conninfo, self.server) = (conninfo, server)
    }

    /// Runs statements of SQL.
    ///
    /// - Returns: The first column of the first row that the last statement returns.
    /// - Throws: ``PostgresServer/Failure`` with the server's message.
    @discardableResult
    public func run(_ sql: String) throws -> String? {
      let connection = PQconnectdb(conninfo)
      defer { PQfinish(connection) }
      let result = PQexec(connection, sql)
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK: return nil
      case PGRES_TUPLES_OK:
        return PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil
      default:
        throw PostgresServer.Failure("\(sql): " + String(cString: PQerrorMessage(connection)))
      }
    }

    /// Returns the settings of a connection whose tables are those of a schema, as keywords with
    /// values.
    public func conninfo(schema: String) throws -> String {
      try settings(schema: schema).map { "\($0.key)='\(Self.quoted($0.value))'" }
        .joined(separator: " ")
    }

    /// Returns the same settings as a URL.
    public func url(schema: String) throws -> String {
      let parameters = try settings(schema: schema).map { key, value in
        "\(key)=" + (value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
      }
      return "postgres:///?" + parameters.joined(separator: "&")
    }

    private func settings(schema: String) throws -> [(key: String, value: String)] {
      guard let options = PQconninfoParse(conninfo, nil) else {
        throw PostgresServer.Failure("The conninfo cannot be read.")
      }
      defer { PQconninfoFree(options) }
      var settings: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          settings[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
      settings["options"] =
        [settings["options"], "-c search_path=\(schema)"].compactMap(\.self)
        .joined(separator: " ")
      return settings.sorted { $0.key < $1.key }
    }

    /// Returns a value of a conninfo between quotation marks.
    private static func quoted(_ value: String) -> String {
      value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
  }
#endif
