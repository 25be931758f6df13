#if Postgres
  import EventLedger
  import Foundation
  import LedgerPostgres
  import PostgresServer
  import SubscriptionCore
  import Synchronization

  /// How long calls took by the wall, each by itself.
  struct Latencies {
    /// Milliseconds, in order.
    private let sorted: [Double]

    /// Takes lengths in milliseconds.
    init(_ milliseconds: [Double]) { sorted = milliseconds.sorted() }

    /// Runs work some times, after a tenth as many that are not counted.
    init(runs: Int, _ work: (Int) throws -> Void) throws {
      for run in 0..<max(1, runs / 10) { try work(run) }
      self.init(
        try (0..<runs).map { run in try Stopwatch.measure { try work(run) }.wallSeconds * 1_000 })
    }

    /// The length that a share of the calls did not exceed.
    func quantile(_ share: Double) -> Double {
      sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    /// Prints the median and the 99th percentile beside their goals.
    func report(_ name: String, median: Double? = nil, tail: Double? = nil) {
      Figure(
        name: name + ", p50", value: quantile(0.5), unit: "ms", goal: median.map { .atMost($0) }
      ).report()
      Figure(name: "…p99", value: quantile(0.99), unit: "ms", goal: tail.map { .atMost($0) })
        .report()
    }
  }

  /// The processor time of a PostgreSQL server.
  struct ServerUsage {
    private let postmaster: Int32
    private let tick = Double(sysconf(Int32(_SC_CLK_TCK)))

    /// Finds the processes of a server that runs.
    init(_ server: PostgresServer) {
      let file = server.folder + "/data/postmaster.pid"
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      postmaster = text.split(separator: "\n").first.flatMap { Int32($0) } ?? 0
    }

    /// Seconds of processor time of all its processes so far, those that have ended included.
    var cpuSeconds: Double {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.reduce(0) { sum, name in
        guard let process = Int32(name), let fields = fields(process) else { return sum }
        guard process == postmaster || fields[1] == Double(postmaster) else { return sum }
        let ended = process == postmaster ? fields[13] + fields[14] : 0
        return sum + (fields[11] + fields[12] + ended) / tick
      }
    }

    /// The numbers of `/proc/PID/stat` behind the name: field 0 is the state, 1 the parent, 11 to
    /// 14 the processor time of itself and of its ended children (proc(5)).
    private func fields(_ process: Int32) -> [Double]? {
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")")
      else { return nil }
      let fields = stat[end...].dropFirst(2).split(separator: " ").map { Double($0) ?? 0 }
      return fields.count > 14 ? fields : nil
    }
  }

  /// A number that several threads add to.
  final class Counted: Sendable {
    private let value = Atomic(0)

    /// The number.
    var count: Int { value.load(ordering: .relaxed) }

    /// Adds one.
    func add() { value.add(1, ordering: .relaxed) }
  }

  /// How soon another program reads what one has stored, at 500 events a second.
  struct NewsMeasurement {
    /// The ledger that stores.
    let writer: PostgresLedger
    /// The first subscriber that is not known yet.
    let first: Int

    /// Stores for some seconds and prints the delays of the reader.
    func report(_ conninfo: String) throws {
      let reader = try PostgresLedger(conninfo: conninfo, policy: .standard, readOnly: true)
      let (batch, rounds) = (20, 200)
      let last = Mutex(try reader.lastPosition())
      let seen = Mutex<[Int64: Double]>([:])
      var told: [Int64: Double] = [:]
      let listener = reader.listen {
        last.withLock { last in
          guard let position = try? reader.lastPosition(), position > last,
            (try? reader.recentEvents(EventQuery(limit: 50))) != nil
          else { return }
          last = position
          seen.withLock { $0[position] = Self.now }
        }
      }
      defer { listener.end() }
      for round in 0..<rounds {
        let start = first + round * batch
        let entries = (start..<start + batch).map(SyntheticSubscribers.variedEntry)
        let began = Self.now
        try writer.append(entries, now: SyntheticSubscribers.now)
        told[try writer.lastPosition()] = began
        Thread.sleep(forTimeInterval: max(0, Double(batch) / 500 - (Self.now - began)))
      }
      Thread.sleep(forTimeInterval: 2)
      let arrivals = seen.withLock { $0 }.sorted { $0.key < $1.key }
      let delays = told.map { position, began in
        // What was read up to a later position was read then as well.
        (arrivals.first { $0.key >= position }?.value ?? .infinity) - began
      }
      Latencies(delays.map { $0 * 1_000 })
        .report("event stored by one program, read by another, 500/s", tail: 300)
    }

    private static var now: Double { ProcessInfo.processInfo.systemUptime }
  }
#endif
