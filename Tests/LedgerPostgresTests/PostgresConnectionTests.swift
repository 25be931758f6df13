#if Postgres
  import EventLedger
  import OwnThreads
  import PostgresServer
  import Testing

  @testable import LedgerPostgres

  @Suite(.ownThread) struct `A connection to a server` {
    private func connect() throws -> PostgresConnection {
      try PostgresConnection(TemporarySchemas().database.conninfo)
    }

    @Test func `takes values over and back`() throws {
      let connection = try connect()
      let text = "a\0b\u{1}é'\"\\"
      for isKept in [true, false] {
        let rows = try connection.query(
          "SELECT $1, $2, $3, $4, $5, $6",
          [
            .integer(.min), .text(text), .bytes([0, 1, 255]), .integer(nil), .text(nil), .text(""),
          ], isKept: isKept)
        #expect(rows.count == 1)
        #expect(rows.integer(0, 0) == .min)
        #expect(rows.text(0, 1).utf8.elementsEqual(text.utf8))
        #expect(rows.bytes(0, 2) == [0, 1, 255])
        #expect(rows.optionalInteger(0, 3) == nil)
        #expect(rows.optionalText(0, 4) == nil)
        #expect(rows.optionalText(0, 5)?.isEmpty == true)
      }
    }

    @Test func `takes columns of values over`() throws {
      let connection = try connect()
      let rows = try connection.query(
        "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[]) AS d(a, b, c)",
        [.integers([1, nil, -3]), .texts(["x", "\0", nil]), .byteStrings([[], nil, [7]])])
      #expect(rows.count == 3)
      #expect((0..<3).map { rows.optionalInteger($0, 0) } == [1, nil, -3])
      #expect((0..<3).map { rows.optionalText($0, 1) } == ["x", "\0", nil])
      #expect((0..<3).map { rows.isNull($0, 2) } == [false, true, false])
      #expect(rows.bytes(2, 2) == [7])
    }

    @Test func `stops a pipeline at the first statement that fails`() throws {
      let connection = try connect()
      try connection.script("BEGIN; CREATE TEMP TABLE numbers (n bigint PRIMARY KEY)")
      let insert = "INSERT INTO numbers VALUES ($1)"
      try connection.pipeline([
        SQLStatement(insert, [.integer(1)]), SQLStatement(insert, [.integer(2)]),
      ])
      try connection.script("COMMIT")
      try connection.script("BEGIN")
      let error = #expect(throws: PostgresError.self) {
        try connection.pipeline([
          SQLStatement(insert, [.integer(3)]), SQLStatement(insert, [.integer(1)]),
          SQLStatement(insert, [.integer(4)]),
        ])
      }
      #expect(error?.state == "23505")
      #expect(error?.isLost == false)
      try connection.script("ROLLBACK")
      #expect(try connection.query("SELECT count(*) FROM numbers").integer(0, 0) == 2)
    }

    @Test(arguments: [0, 1, 2, 50])
    func `takes the answers of a pipeline by the places of its statements`(_ count: Int) throws {
      var answers: [Int64] = []
      let questions = (0..<count).map { SQLStatement("SELECT $1 * 2", [.integer(Int64($0))]) }
      try connect().pipeline(questions) { place, answer in
        #expect(place == answers.count)
        answers.append(answer.integer(0, 0))
      }
      let doubled = (0..<count).map { Int64(2 * $0) }
      #expect(answers == doubled)
    }

    @Test func `goes on after more statements than it keeps prepared`() throws {
      let connection = try connect()
      for number in 0..<600 {
        let rows = try connection.query("SELECT $1 + \(number)", [.integer(1)])
        #expect(rows.integer(0, 0) == Int64(number + 1))
      }
    }

    @Test(arguments: [
      (
        "postgres://mira:secret@db.example:5433/ledger?sslmode=require",
        "postgres://mira@db.example:5433/ledger"
      ),
      (
        "postgres://mira@db1:5433,db2:5434/ledger?target_session_attrs=read-write",
        "postgres://mira@db1:5433,db2:5434/ledger"
      ),
      ("host=db1,db2 port=5433 dbname=ledger", "postgres://db1:5433,db2:5433/ledger"),
      ("postgres://db1,db2:5434/ledger", "postgres://db1,db2:5434/ledger"),
      (
        "host=/run/postgres user=mira password=secret dbname=ledger",
        "postgres://mira@/run/postgres/ledger"
      ),
      ("service=churn password=secret", "service=churn"), ("", "postgres://"),
      ("password=secret host", "postgres://"),
      ("postgresql://u:sec/ret@db:5433/churn", "postgres://"),
      ("postgres://u:se?c@r@db/churn", "postgres://"),
      ("postgres://u:7/c?r@db/churn", "postgres://"),
      ("postgres://u:s/e@c@db/churn", "postgres://"),
      ("postgres://u:se?cret@[::1]:5433/churn?sslmode=require", "postgres://u@::1:5433/churn"),
    ])
    func `is named without its secrets`(_ conninfo: String, _ location: String) {
      #expect(ConnectionString(conninfo).location == location)
    }
  }
#endif
