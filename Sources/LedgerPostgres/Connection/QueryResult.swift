#if Postgres
  import CPostgres
  import LedgerRows

  /// The rows of an answer in binary form, read where libpq keeps them.
  ///
  /// Only the types that the ledger's tables have are read: `bigint`, `text`, `bytea` and
  /// `boolean`.
  struct QueryResult: ~Copyable {
    private let result: OpaquePointer

    /// Takes an answer of libpq over.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// The number of rows.
    var count: Int { Int(PQntuples(result)) }

    /// The number of rows that a statement changed.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// A row, which is valid as long as the answer.
    func row(_ row: Int) -> ResultRow { ResultRow(result: result, row: Int32(row)) }

    /// Calls a closure for every row.
    ///
    /// - Returns: The values that it gave, in the order of the rows.
    func compactMap<Value>(_ read: (ResultRow) throws -> Value?) rethrows -> [Value] {
      try (0..<count).compactMap { place in try read(row(place)) }
    }

    /// A Boolean value that indicates whether a value is NULL.
    func isNull(_ row: Int, _ column: Int32) -> Bool { self.row(row).isNull(column) }

    /// A number; 0 for NULL.
    func integer(_ row: Int, _ column: Int32) -> Int64 { self.row(row).integer(column) }

    /// A number; `nil` for NULL.
    func optionalInteger(_ row: Int, _ column: Int32) -> Int64? {
      self.row(row).optionalInteger(column)
    }

    /// A text as it came from outside; empty for NULL.
    func text(_ row: Int, _ column: Int32) -> String { self.row(row).text(column) }

    /// A text; `nil` for NULL.
    func optionalText(_ row: Int, _ column: Int32) -> String? { self.row(row).optionalText(column) }

    /// A string of bytes; empty for NULL.
    func bytes(_ row: Int, _ column: Int32) -> [UInt8] { Array(buffer(row, column)) }

    /// The bytes of a value in place, valid as long as the answer.
    func buffer(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer {
      self.row(row).buffer(column)
    }
  }

  /// One row of an answer, which is read as long as the answer is there.
  ///
  /// It is not to be taken of an answer that has no name, which may be gone by the next call.
  struct ResultRow: SQLRow {
    fileprivate let result: OpaquePointer
    fileprivate let row: Int32

    func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) == 1 }

    func integer(_ column: Int32) -> Int64 {
      let bytes = buffer(column)
      switch bytes.count {
      case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 1: return Int64(bytes[0])
      default: return 0
      }
    }

    func text(_ column: Int32) -> String {
      buffer(column).withMemoryRebound(to: UInt8.self) { StoredText.text($0) }
    }

    func buffer(_ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: UnsafeRawPointer(PQgetvalue(result, row, column)),
        count: Int(PQgetlength(result, row, column)))
    }
  }

  // MARK: Statements that every database understands

  extension PostgresConnection: SQLConnection {
    typealias Dialect = PostgresDialect

    func fetch<Value>(
      _ sql: String, _ values: [SQLArgument], isKept: Bool, _ read: (any SQLRow) throws -> Value?
    ) throws -> [Value] {
      try query(sql, values.map(SQLValue.init), isKept: isKept).compactMap { try read($0) }
    }

    func fetch<Value>(
      _ select: SQLCondition, isKept: Bool, _ read: (any SQLRow) throws -> Value?
    ) throws -> [Value] {
      try query(select, isKept: isKept).compactMap { try read($0) }
    }

    func execute(_ sql: String, _ values: [SQLArgument]) throws -> Int {
      try run(sql, values.map(SQLValue.init))
    }
  }

  extension SQLValue {
    init(_ argument: SQLArgument) {
      switch argument {
      case .integer(let number): self = .integer(number)
      case .text(let text): self = .text(text)
      case .bytes(let bytes): self = .bytes(bytes)
      case .integers(let numbers): self = .integers(numbers)
      }
    }
  }
#endif
