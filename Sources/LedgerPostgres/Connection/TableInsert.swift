#if Postgres
  import CPostgres

  /// The statements that insert new rows into a table: one for a few of them, which goes over
  /// together with other statements, and COPY for many, which the server stores by the page.
  struct TableInsert {
    /// The statement for a few rows, which binds an array for each column.
    let statement: String
    /// The statement for many.
    let copy: String

    /// The fewest rows that are copied: a COPY waits for the server once more.
    static let copiedMin = 100

    /// Inserts into columns of a table, with their types.
    ///
    /// A column of arrays takes a text a row, as PostgreSQL writes arrays, where rows are few.
    init(_ table: String, _ columns: [(name: String, type: String)]) {
      let names = columns.map(\.name).joined(separator: ", ")
      let cast = columns.map { "\($0.name)::\($0.type)" }.joined(separator: ", ")
      let arrays = columns.enumerated().map { place, column in
        "$\(place + 1)::\(column.type.hasSuffix("[]") ? "text" : column.type)[]"
      }
      statement = """
        INSERT INTO \(table) (\(names))
        SELECT \(cast) FROM unnest(\(arrays.joined(separator: ", "))) AS d(\(names))
        """
      copy = "COPY \(table) (\(names)) FROM STDIN (FORMAT binary)"
    }
  }

  extension PostgresConnection {
    /// Sends new rows, given column by column, by COPY.
    ///
    /// - Throws: `PostgresError`, with none of them stored.
    func copy(_ sql: String, _ columns: [SQLValue]) throws(PostgresError) {
      let begun = PQexec(handle, sql)
      defer { PQclear(begun) }
      guard PQresultStatus(begun) == PGRES_COPY_IN else {
        throw PostgresError(begun, of: handle)
      }
      var rows = CopiedRows(columns)
      while let bytes = rows.next() {
        // The server may end the copy early, and says why at its end.
        let isSent = bytes.withUnsafeBytes { bytes in
          PQputCopyData(
            handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
        }
        guard isSent == 1 else { throw PostgresError(nil, of: handle) }
      }
      guard PQputCopyEnd(handle, nil) == 1 else { throw PostgresError(nil, of: handle) }
      try end()
    }

    private func end() throws(PostgresError) {
      var failure: PostgresError?
      while let result = PQgetResult(handle) {
        defer { PQclear(result) }
        if PQresultStatus(result) != PGRES_COMMAND_OK, failure == nil {
          failure = PostgresError(result, of: handle)
        }
      }
      if let failure { throw failure }
    }
  }

  /// Rows in the binary form of COPY, some at a time
  /// (<https://www.postgresql.org/docs/current/sql-copy.html>).
  struct CopiedRows {
    private let columns: [SQLValue]
    private let count: Int
    private var place = 0
    private var isEnded = false

    private static let head: [UInt8] =
      Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + Array(repeating: 0, count: 8)

    /// The bytes that are sent at a time.
    private static let length = 64 << 10

    /// Takes rows column by column, all of the same length.
    init(_ columns: [SQLValue]) {
      (self.columns, count) = (columns, columns.first?.rowCount ?? 0)
    }

    /// Returns the next bytes; `nil` behind the last.
    mutating func next() -> [UInt8]? {
      guard !isEnded else { return nil }
      var cells = CellBytes(place == 0 ? CopiedRows.head : [], capacity: CopiedRows.length + 4_096)
      while place < count, cells.bytes.count < CopiedRows.length {
        cells.append(Int16(truncatingIfNeeded: columns.count))
        for column in columns { column.append(row: place, to: &cells) }
        place += 1
      }
      if place >= count {
        cells.append(Int16(-1))
        isEnded = true
      }
      return cells.bytes
    }
  }

  /// Cells of rows one behind the other, each behind its length.
  struct CellBytes {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8], capacity: Int) {
      self.bytes = bytes
      self.bytes.reserveCapacity(capacity)
    }

    mutating func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(cell number: Int64?) {
      guard let number else { return append(Int32(-1)) }
      append(Int32(8))
      append(number)
    }

    mutating func append(cell string: some Collection<UInt8>) {
      append(Int32(clamping: string.count))
      bytes.append(contentsOf: string)
    }

    /// Adds an array of numbers of 32 bits.
    mutating func append(cell numbers: [Int32]) {
      append(Int32(20 + 8 * numbers.count))
      for number in [1, 0, 23, Int32(clamping: numbers.count), 1] { append(number) }
      for number in numbers {
        append(Int32(4))
        append(number)
      }
    }
  }

  extension SQLValue {
    /// The number of rows of a column.
    var rowCount: Int {
      switch self {
      case .integers(let numbers): numbers.count
      case .texts(let texts), .storedTexts(let texts): texts.count
      case .byteStrings(let strings): strings.count
      case .numberLists(let lists): lists.count
      case .integer, .text, .bytes, .storedText: 1
      }
    }

    /// Adds the cell of a row of a column.
    fileprivate func append(row: Int, to cells: inout CellBytes) {
      switch self {
      case .integers(let numbers): cells.append(cell: numbers[row])
      case .texts(let texts):
        guard let text = texts[row] else { return cells.append(Int32(-1)) }
        cells.append(cell: StoredText.stored(text).utf8)
      case .storedTexts(let texts):
        guard let text = texts[row] else { return cells.append(Int32(-1)) }
        cells.append(cell: text.utf8)
      case .byteStrings(let strings):
        guard let string = strings[row] else { return cells.append(Int32(-1)) }
        cells.append(cell: string)
      case .numberLists(let lists): cells.append(cell: lists[row])
      case .integer, .text, .bytes, .storedText: preconditionFailure("a column has many rows")
      }
    }
  }
#endif
