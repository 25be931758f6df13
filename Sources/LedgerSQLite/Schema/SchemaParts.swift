import GRDB

/// Tables and triggers that a file comes to have when something first asks for what they hold.
struct SchemaParts {
  /// The parts by their names, with the statements that create them.
  let all: [(name: String, sql: String)]

  /// Returns a Boolean value that indicates whether the file has every part.
  func exist(in database: Database) throws -> Bool {
    let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
    return try database.raw.rowCount(of: "main.sqlite_schema WHERE name IN (\(names))") == all.count
  }

  /// Creates the parts, empty.
  func create(in database: Database) throws {
    for part in all { try database.execute(sql: part.sql) }
  }

  /// Removes the parts with everything that they hold.
  func drop(from database: Database) throws {
    // Beside a ledger of the past lies another file with such tables.
    for part in all {
      let kind = part.sql.hasPrefix("CREATE TRIGGER") ? "TRIGGER" : "TABLE"
      try database.execute(sql: "DROP \(kind) IF EXISTS main.\(part.name)")
    }
  }
}
