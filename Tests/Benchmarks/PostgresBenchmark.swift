#if Postgres
  import ArgumentParser
  import Dispatch
  import EventLedger
  import Foundation
  import LedgerPostgres
  import PostgresServer
  import SubscriptionCore

  /// Fills a ledger on a PostgreSQL server of its own and asks it what screens and daemons ask.
  struct PostgresBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "postgres",
      abstract: "Fill a ledger on a PostgreSQL server and ask it what screens and daemons ask.",
      discussion: """
        Server and client share this machine, and the server flushes every commit to the disk; it \
        has its default settings, but makes no checkpoint and no vacuum meanwhile. Needs a build \
        with the trait Postgres.
        """)

    @Option(help: "How many subscribers.")
    var subscribers = 200_000

    @Option(help: "How many of them get a profile at the end, with a name to mishear.")
    var people = 100_000

    private static let now = SyntheticSubscribers.now

    /// A checkpoint or a vacuum in the midst of some figure would be no part of it.
    private static let settings = ["max_wal_size": "8GB", "autovacuum": "off"]

    func run() throws {
      let server = try PostgresServer(settings: Self.settings)
      defer { server.stop() }
      let database = TestDatabase(conninfo: server.conninfo, server: server)
      let ledger = try PostgresLedger(conninfo: server.conninfo, policy: .standard)
      let usage = ServerUsage(server)
      try fill(ledger, database, usage)
      try measurePages(ledger)
      try measureCounts(ledger)
      try measureNames(ledger)
      try measureWriters(server)
      try store(
        subscribers * 4..<subscribers * 4 + 10_000, 1_000, named: "append in batches of 1,000",
        goal: 3_000, ledger, database, usage)
      try NewsMeasurement(writer: ledger, first: subscribers * 3).report(server.conninfo)
      try measureAdvance(ledger, usage)
      try measurePeople(ledger, database)
    }

    /// Imports one snapshot a subscriber.
    private func fill(
      _ ledger: PostgresLedger, _ database: TestDatabase, _ usage: ServerUsage
    ) throws {
      try measure(
        subscribers, named: "import into an empty ledger", goal: 15_000, database, usage
      ) {
        try ledger.bulkLoad { () throws(LedgerError) in
          var next = 0
          _ = try ledger.append(now: Self.now) {
            let batch = next..<min(next + 1_000, subscribers)
            next = batch.upperBound
            return batch.isEmpty ? nil : batch.map(SyntheticSubscribers.variedEntry)
          }
        }
      }
      Figure(
        name: "tables and indexes", value: try database.size() / Double(subscribers),
        unit: "bytes a subscriber"
      ).report()
      try database.run("VACUUM ANALYZE")
    }

    private func measurePages(_ ledger: PostgresLedger) throws {
      for sort in SubscriberSort.allCases {
        for text in ["", "state:grace", "state:hold"] {
          var query = SubscriberQuery(sort: sort, limit: 50)
          if !text.isEmpty { query.filter = try Filter.parse(text) }
          let name = "page of 50 by \(sort.rawValue)" + (text.isEmpty ? "" : ", \(text)")
          try Latencies(runs: 200) { _ in _ = try ledger.subscribers(query) }
            .report(name, median: 1, tail: 5)
        }
      }
    }

    private func measureCounts(_ ledger: PostgresLedger) throws {
      try Latencies(runs: 100) { _ in _ = try ledger.figures(at: Self.now) }
        .report("counts by state and every figure of the Overview", median: 5)
      for text in ["state:grace", "product:games state:hold", "account:~77"] {
        let filter = try Filter.parse(text)
        try Latencies(runs: 20) { _ in _ = try ledger.count(filter) }
          .report("exact count, \(text)", median: text == "state:grace" ? 50 : nil)
        try Latencies(runs: 20) { _ in _ = try ledger.count(filter, atMost: 100_000) }
          .report("count up to 100,000, \(text)", median: 300)
      }
    }

    private func measureNames(_ ledger: PostgresLedger) throws {
      func number(_ run: Int) -> Int { run &* 7_919 % subscribers }
      try Latencies(runs: 200) { run in
        let id = SyntheticSubscribers.events(of: number(run))[0].subscription
        _ = try ledger.summary(id)
      }.report("one id", median: 1)
      try Latencies(runs: 100) { run in
        let piece = SyntheticSubscribers.order(of: number(run)).dropFirst(8).prefix(10)
        _ = try ledger.resolve(String(piece), limit: 50)
      }.report("a piece of an order", median: 20)
      try Latencies(runs: 20) { run in
        _ = try ledger.near("usre-\(number(run))", limit: 20)
      }.report("a misspelt account", median: 300)
    }

    /// Gives accounts profiles, and looks for people whose names were misheard.
    private func measurePeople(_ ledger: PostgresLedger, _ database: TestDatabase) throws {
      let count = min(people, subscribers)
      let time = try Stopwatch.measure {
        for start in stride(from: 0, to: count, by: 10_000) {
          let batch = start..<min(start + 10_000, count)
          try ledger.putProfiles(batch.map(SyntheticSubscribers.profile))
        }
      }
      Figure(name: "profiles stored", value: Double(count) / time.wallSeconds, unit: "/s wall")
        .report()
      try database.run("VACUUM ANALYZE accounts")
      let texts = (0..<20).map { SyntheticSubscribers.misheard($0 &* 7_919 % count) }
      for place in texts[0].indices {
        try Latencies(runs: 20) { run in
          _ = try ledger.near(texts[run][place].text, limit: 50)
        }.report(texts[0][place].what, median: 300)
      }
    }

    /// Appends one notification at a time from as many programs as a number says.
    private func measureWriters(_ server: PostgresServer) throws {
      for (round, writers) in [1, 8].enumerated() {
        let seconds = 5.0
        let ledgers = try (0..<writers).map { _ in
          try PostgresLedger(conninfo: server.conninfo, policy: .standard)
        }
        let first = subscribers * (round + 1)
        let stored = Counted()
        let group = DispatchGroup()
        for (writer, ledger) in ledgers.enumerated() {
          // Each queue has a thread of its own.
          DispatchQueue(label: "program \(writer)").async(group: group) {
            let end = Date().addingTimeInterval(seconds)
            var index = first + writer
            while Date() < end {
              let entry = SyntheticSubscribers.variedEntry(of: index)
              guard (try? ledger.append([entry], now: Self.now)) != nil else { return }
              stored.add()
              index += writers
            }
          }
        }
        group.wait()
        Figure(
          name: "append, one notification each, \(writers) programs",
          value: Double(stored.count) / seconds, unit: "/s wall",
          goal: writers == 8 ? .atLeast(200) : nil
        ).report()
      }
    }

    /// Stores one snapshot each of some subscribers, a batch at a time, and prints what each cost.
    private func store(
      _ numbers: Range<Int>, _ batch: Int, named name: String, goal: Double,
      _ ledger: PostgresLedger, _ database: TestDatabase, _ usage: ServerUsage
    ) throws {
      try measure(numbers.count, named: name, goal: goal, database, usage) {
        for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: batch) {
          let entries = (start..<min(start + batch, numbers.upperBound))
            .map(SyntheticSubscribers.variedEntry)
          try ledger.append(entries, now: Self.now)
        }
      }
    }

    /// Prints what each of as many subscribers cost that a closure stores.
    private func measure(
      _ subscribers: Int, named name: String, goal: Double, _ database: TestDatabase,
      _ usage: ServerUsage, _ store: () throws -> Void
    ) throws {
      let (before, log) = (usage.cpuSeconds, try database.writtenLog())
      let time = try Stopwatch.measure(store)
      let count = Double(subscribers)
      Figure(
        name: name, value: count / time.wallSeconds, unit: "/s wall", goal: .atLeast(goal)
      ).report()
      Figure(name: "…client", value: time.cpuSeconds / count * 1e6, unit: "CPU µs each").report()
      Figure(
        name: "…server", value: (usage.cpuSeconds - before) / count * 1e6, unit: "CPU µs each"
      ).report()
      Figure(
        name: "…write-ahead log", value: (try database.writtenLog() - log) / count,
        unit: "bytes each"
      ).report()
    }

    /// Lets the clock pass the renewals of the day ahead: one row in twenty-nine or so.
    private func measureAdvance(_ ledger: PostgresLedger, _ usage: ServerUsage) throws {
      let before = usage.cpuSeconds
      var changed = 0
      let time = try Stopwatch.measure {
        changed = try ledger.advance(to: Self.now + .days(1)).count
      }
      let server = usage.cpuSeconds - before
      Figure(name: "advance by a day, rows changed", value: Double(changed), unit: "").report()
      Figure(
        name: "…10,000 of them", value: server / Double(changed) * 10_000,
        unit: "server CPU s", goal: .atMost(0.6)
      ).report()
      Figure(
        name: "…client", value: time.cpuSeconds / Double(changed) * 10_000, unit: "CPU s"
      ).report()
      try Latencies(runs: 200) { _ in
        _ = try ledger.advance(to: Self.now + .days(1))
      }.report("a second in which no row's time comes", median: 1)
    }
  }

  extension TestDatabase {
    /// How many bytes of its log the server has written so far.
    fileprivate func writtenLog() throws -> Double {
      try number("SELECT pg_current_wal_insert_lsn() - '0/0'")
    }

    /// The bytes of every table of the ledger with its indexes.
    fileprivate func size() throws -> Double {
      try number(
        """
        SELECT sum(pg_total_relation_size(oid)) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        """)
    }

    private func number(_ sql: String) throws -> Double {
      Double(try run(sql) ?? "") ?? 0
    }
  }
#endif
