#if Postgres
  import CPostgres

  /// PostgreSQL's client library as this program found it.
  public enum ClientLibrary {
    /// The library's version as PostgreSQL writes it, such as "15.18".
    public static var version: String {
      // Since version 10 a version has two parts: the number is major * 10000 + minor.
      let number = PQlibVersion()
      return "\(number / 10_000).\(number % 10_000)"
    }
  }
#endif
