/// The part of this build that reaches PostgreSQL.
public enum PostgresSupport {
  /// A Boolean value that indicates whether this build has the client library.
  public static var isBuilt: Bool {
    #if Postgres
      true
    #else
      false
    #endif
  }

  /// Returns a sentence that names the command to build a program that has it.
  public static func missing(_ program: String) -> String {
    "PostgreSQL is not part of this build. 'swift run --traits Postgres \(program) …' builds one "
      + "with it; that needs libpq (apt-get install libpq-dev)."
  }
}
