import EventLedger
import Foundation
import GRDB
import Glibc
import LedgerSQLite
import SubscriptionCore

/// Takes the ledger's room, its lock and its file away while the daemon runs.
struct LedgerTrial {
  let world: TrialWorld
  let folder: TrialFolder

  /// How many notifications are posted in each state of the ledger.
  private static let share = 100

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    try fillDisk(report)
    try lock(report)
    try remove(report, replacing: false)
    try remove(report, replacing: true)
  }

  /// Lets files grow to two mebibytes, then as they like.
  private func fillDisk(_ report: TrialReport) throws {
    let post = TrialPost(world.bodies)
    var daemon = try TrialDaemon(folder, prefix: ["sh", "-c", "ulimit -f 4096; exec \"$@\"", "sh"])
    post.post(port: daemon.port, bodies: 10 * Self.share)
    let (refused, ready) = (post.statuses[503] ?? 0, daemon.status(of: "/readyz"))
    let lines = daemon.lines.count
    daemon.end(SIGTERM)
    daemon = try TrialDaemon(folder)
    let before = post.statuses[200] ?? 0
    post.post(port: daemon.port, bodies: Self.share)
    let after = (post.statuses[200] ?? 0) - before
    daemon.end(SIGTERM)
    let faults = try world.faults(of: folder.ledger, acknowledged: post.acknowledged)
    report.check(
      faults.isEmpty && refused > 0 && before > 0 && ready == 503 && after == Self.share
        && lines < 60,
      "disk full: \(before) stored, \(refused) refused with 503, /readyz \(ready), \(lines) lines "
        + "logged; with room \(after) of \(Self.share) stored; "
        + (faults.isEmpty ? "0 lost" : faults.joined(separator: ", ")))
  }

  /// Holds the ledger's lock for some seconds.
  private func lock(_ report: TrialReport) throws {
    let daemon = try TrialDaemon(folder)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.ledger, configuration: configuration)
    let post = TrialPost(Array(world.bodies.reversed()))
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let endPosting = post.start(port: daemon.port, threads: 4, pause: 0.01)
    sleep(5)
    let health = daemon.status(of: "/healthz")
    try other.inDatabase { try $0.execute(sql: "COMMIT") }
    sleep(2)
    endPosting()
    try other.close()
    daemon.end(SIGTERM)
    let faults = try world.faults(of: folder.ledger, acknowledged: post.acknowledged)
    report.check(
      faults.isEmpty && health == 200 && (post.statuses[200] ?? 0) > 4,
      "locked for 5 s: /healthz \(health), \(post.statuses[200] ?? 0) stored after it, "
        + "longest answer \((post.milliseconds.last ?? 0).inMilliseconds), "
        + (faults.isEmpty ? "0 lost" : faults.joined(separator: ", ")))
  }

  /// Removes the ledger's files under the daemon, or puts another ledger in their place.
  private func remove(_ report: TrialReport, replacing: Bool) throws {
    let daemon = try TrialDaemon(folder)
    let files = FileManager.default
    let other = folder.file("other.sqlite")
    if replacing {
      try SQLiteLedger(path: other, policy: .standard).close()
      rename(other, folder.ledger)
    } else {
      for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: folder.ledger + suffix) }
    }
    let post = TrialPost(world.bodies)
    post.post(port: daemon.port, bodies: Self.share)
    let ready = daemon.status(of: "/readyz")
    daemon.end(SIGTERM)
    for suffix in ["", "-wal", "-shm"] { try? files.removeItem(atPath: folder.ledger + suffix) }
    report.check(
      post.statuses == [503: Self.share] && ready == 503,
      "\(replacing ? "replaced" : "removed"): /readyz \(ready), \(post.statuses[200] ?? 0) of "
        + "\(Self.share) acknowledged")
  }
}

/// Starts the daemon in a year to come, and then in the present.
struct ClockTrial {
  let world: TrialWorld
  let folder: TrialFolder

  /// Lets the clock be ahead for one start; `churntop rebuild` brings everything back.
  func run(_ report: TrialReport) throws {
    guard FileManager.default.fileExists(atPath: "/usr/bin/faketime") else {
      return report.skip("clock: faketime is not installed")
    }
    let post = TrialPost(world.bodies)
    var daemon = try TrialDaemon(folder, prefix: ["faketime", "-m", "-f", "+400d"])
    post.post(port: daemon.port, bodies: 50)
    daemon.end(SIGTERM)
    daemon = try TrialDaemon(folder)
    let ahead = daemon.status(of: "/readyz")
    daemon.end(SIGTERM)
    let ledger = try SQLiteLedger(path: folder.ledger, policy: .standard)
    let now = Timestamp(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1_000))
    _ = try ledger.rebuild(check: false, at: now) { _ in }
    try ledger.close()
    daemon = try TrialDaemon(folder)
    let after = daemon.status(of: "/readyz")
    post.post(port: daemon.port, bodies: 50)
    daemon.end(SIGTERM)
    let faults = try world.faults(of: folder.ledger, acknowledged: post.acknowledged)
    report.check(
      faults.isEmpty && ahead == 503 && after == 200 && post.statuses == [200: 100],
      "clock: 400 days ahead and back, /readyz \(ahead), after a rebuild \(after); "
        + (faults.isEmpty ? "rows agree" : faults.joined(separator: ", ")))
  }
}
