#if Postgres
  import CPostgres
  import Foundation

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

    /// A Boolean value that indicates whether a value is NULL.
    func isNull(_ row: Int, _ column: Int32) -> Bool {
      PQgetisnull(result, Int32(row), column) == 1
    }

    /// A number; 0 for NULL.
    func integer(_ row: Int, _ column: Int32) -> Int64 {
      let bytes = buffer(row, column)
      switch bytes.count {
      case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
      case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 1: return Int64(bytes[0])
      default: return 0
      }
    }

    /// A number; `nil` for NULL.
    func optionalInteger(_ row: Int, _ column: Int32) -> Int64? {
      isNull(row, column) ? nil : integer(row, column)
    }

    /// A text as it came from outside; empty for NULL.
    func text(_ row: Int, _ column: Int32) -> String {
      buffer(row, column).withMemoryRebound(to: UInt8.self) { StoredText.text($0) }
    }

    /// A text; `nil` for NULL.
    func optionalText(_ row: Int, _ column: Int32) -> String? {
      isNull(row, column) ? nil : text(row, column)
    }

    /// A string of bytes; empty for NULL.
    func bytes(_ row: Int, _ column: Int32) -> [UInt8] { Array(buffer(row, column)) }

    /// The bytes of a value in place, valid as long as the answer.
    func buffer(_ row: Int, _ column: Int32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: UnsafeRawPointer(PQgetvalue(result, Int32(row), column)),
        count: Int(PQgetlength(result, Int32(row), column)))
    }
  }
#endif
