#if Postgres
  import ArgumentParser
  import EventLedger
  import LedgerPostgres
  import PostgresServer
  import SubscriptionCore

  /// Fills a ledger on a Citus cluster and asks it what screens and daemons ask.
  struct ClusterBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cluster",
      abstract: "Fill a ledger on a Citus cluster and ask it what screens and daemons ask.",
      discussion: """
        The ledger is made in a schema of its own, which is gone at the end. Needs a build with \
        the trait Postgres.
        """)

    @Argument(help: "The conninfo of a superuser at the coordinator.")
    var conninfo: String

    @Option(help: "How many subscribers.")
    var subscribers = 100_000

    private static let now = SyntheticSubscribers.now

    func run() throws {
      let schemas = TemporarySchemas(in: TestDatabase(conninfo: conninfo))
      let ledger = try PostgresLedger(
        conninfo: schemas.conninfo(), policy: .standard, layout: .distributed)
      let filled = try Stopwatch.measure {
        try ledger.bulkLoad { () throws(LedgerError) in
          for start in stride(from: 0, to: subscribers, by: 1_000) {
            try append(start..<min(start + 1_000, subscribers), to: ledger)
          }
        }
      }
      Figure(
        name: "import into an empty ledger", value: Double(subscribers) / filled.wallSeconds,
        unit: "/s wall"
      ).report()
      try schemas.database.run("VACUUM ANALYZE")
      for sort in SubscriberSort.allCases {
        for text in ["", "state:grace"] {
          var query = SubscriberQuery(sort: sort, limit: 50)
          if !text.isEmpty { query.filter = try Filter.parse(text) }
          let name = "page of 50 by \(sort.rawValue)" + (text.isEmpty ? "" : ", \(text)")
          try Latencies(runs: 200) { _ in _ = try ledger.subscribers(query) }
            .report(name, median: 15)
        }
      }
      try measureQuestions(ledger)
      let stored = try Stopwatch.measure {
        for start in stride(from: subscribers, to: subscribers + 10_000, by: 1_000) {
          try append(start..<start + 1_000, to: ledger)
        }
      }
      Figure(
        name: "append in batches of 1,000", value: 10_000 / stored.wallSeconds, unit: "/s wall",
        goal: .atLeast(1_000)
      ).report()
      try Latencies(runs: 100) { run in
        let first = subscribers + 10_000 + run
        try append(first..<first + 1, to: ledger)
      }.report("append, one notification")
    }

    private func measureQuestions(_ ledger: PostgresLedger) throws {
      func id(_ run: Int) -> SubscriptionID {
        SyntheticSubscribers.events(of: run &* 7_919 % subscribers)[0].subscription
      }
      try Latencies(runs: 50) { _ in _ = try ledger.figures(at: Self.now) }
        .report("counts by state and every figure of the Overview")
      try Latencies(runs: 200) { run in _ = try ledger.summary(id(run)) }
        .report("one id", median: 1)
      try Latencies(runs: 100) { run in _ = try ledger.events(of: id(run)) }
        .report("the events of one subscriber")
      try Latencies(runs: 50) { _ in _ = try ledger.recentEvents(EventQuery(limit: 100)) }
        .report("the 100 newest events")
      try Latencies(runs: 50) { run in
        let piece = SyntheticSubscribers.order(of: run &* 7_919 % subscribers).dropFirst(8)
        _ = try ledger.resolve(String(piece.prefix(10)), limit: 50)
      }.report("a piece of an order")
    }

    private func append(
      _ numbers: Range<Int>, to ledger: PostgresLedger
    ) throws(LedgerError) {
      try ledger.append(numbers.map(SyntheticSubscribers.variedEntry), now: Self.now)
    }
  }
#endif
