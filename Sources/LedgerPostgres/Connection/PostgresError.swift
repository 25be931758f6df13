#if Postgres
  import CPostgres
  import EventLedger
  import LedgerRows

  /// An error of the server or of the way to it.
  struct PostgresError: Error {
    /// The five letters by which PostgreSQL names the error
    /// (<https://www.postgresql.org/docs/current/errcodes-appendix.html>); empty where the server
    /// did not answer.
    var state: String
    /// The first line of the message, which has no values in it.
    var message: String
    /// A Boolean value that indicates whether the connection is of no more use.
    var isLost = false

    /// Describes what is wrong with an answer of the server, or with the connection.
    init(_ result: OpaquePointer?, of connection: OpaquePointer) {
      let message = result.flatMap { PQresultErrorField($0, PostgresError.messageField) }
      state = PostgresError.state(of: result)
      self.message = PostgresError.line(
        message.map { String(cString: $0) } ?? String(cString: PQerrorMessage(connection)))
      isLost = PQstatus(connection) != CONNECTION_OK || self.state.hasPrefix("57P")
    }

    /// Describes an error in words.
    init(state: String = "", _ message: String, isLost: Bool = false) {
      (self.state, self.message, self.isLost) = (state, message, isLost)
    }

    /// The five letters of the error that an answer is; empty for any other.
    static func state(of result: OpaquePointer?) -> String {
      let letters = result.flatMap { PQresultErrorField($0, PostgresError.stateField) }
      return letters.map { String(cString: $0) } ?? ""
    }

    /// The error of a canceled statement, as the server says it.
    static let canceled = PostgresError(state: "57014", "the query was canceled")

    /// The letters of the error of somebody who waited too long for others.
    static let lockTimeout = "55P03"

    /// The letters under which libpq keeps the parts of an error.
    private static let stateField = Int32(UInt8(ascii: "C"))
    private static let messageField = Int32(UInt8(ascii: "M"))

    /// The message in one line, as part of a sentence, without libpq's question whether the server
    /// runs, which the advice repeats.
    private static func line(_ message: String) -> String {
      let words = message.split(whereSeparator: \.isNewline).map { line in
        line.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }.filter { !$0.hasSuffix("?") }
      let text = words.joined(separator: "; ")
      return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// A Boolean value that indicates whether the transaction may succeed when it is repeated.
    var isRepeatable: Bool { state == "40001" || state == "40P01" }
  }

  extension LedgerError {
    /// The error of a ledger for one that reading or writing a server gave.
    ///
    /// A role that may change nothing has a ledger that is open for reading only.
    init(_ error: any Error, at location: String) {
      switch error {
      case let error as LedgerError: self = error
      case let error as PostgresError: self = Self.ledgerError(error, at: location)
      case is DisorderError, is UnreadableCatalogueError:
        self = .unreadable(location: location, detail: "\(error)")
      default: self = .failed(location: location, detail: "\(error)")
      }
    }

    private static func ledgerError(_ error: PostgresError, at location: String) -> LedgerError {
      if error.state == PostgresError.canceled.state, ReadCancellation.isRequested {
        return .canceled(location: location)
      }
      if error.isLost || error.state.isEmpty {
        return .unavailable(location: location, detail: error.message)
      }
      switch error.state {
      case "25006": return .readOnly(location: location)
      case "40001", "40P01", "55P03", "53300": return .busy(location: location)
      case "53100": return .full(location: location)
      case "42P01", "3F000", "42703":
        return .unreadable(
          location: location, detail: "the schema has no ledger (\(error.message))")
      case "42501": return .refused(location: location, detail: error.message)
      case "XX001", "XX002":
        return .unreadable(location: location, detail: error.message)
      default: break
      }
      switch error.state.prefix(2) {
      case "08", "28", "3D", "53", "57", "58":
        return .unavailable(location: location, detail: error.message)
      default: return .failed(location: location, detail: error.message)
      }
    }
  }
#endif
