#if Postgres
  import CPostgres

  /// A version of PostgreSQL's server or client library, as libpq numbers it.
  struct PostgresVersion: Hashable, CustomStringConvertible {
    /// The number of the version, such as 150020 for 15.20 and 90624 for 9.6.24.
    var number: Int32

    /// The version as PostgreSQL writes it.
    var description: String {
      guard number < 100_000 else { return "\(number / 10_000).\(number % 10_000)" }
      // Up to 9.6 a version had three parts.
      return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The first version whose servers can have a ledger, as documented and tested.
    static let oldest = PostgresVersion(number: 150_000)

    /// The reason that a server of the version can have no ledger; `nil` where it can.
    var refusal: String? {
      guard number < Self.oldest.number else { return nil }
      return "the server is PostgreSQL \(self), and a ledger needs \(Self.oldest.number / 10_000) "
        + "or later"
    }
  }

  /// PostgreSQL's client library as this program found it.
  public enum ClientLibrary {
    /// The library's version as PostgreSQL writes it, such as "15.18".
    public static var version: String { "\(PostgresVersion(number: PQlibVersion()))" }
  }
#endif
