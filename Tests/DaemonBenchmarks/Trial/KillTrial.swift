import Foundation
import Glibc

/// Kills the daemon again and again while it is written to; what it acknowledged stays, once.
struct KillTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let kills: Int

  /// Kills it at any instant, and looks into the ledger at the end.
  func run(_ report: TrialReport) throws {
    let post = TrialPost(world.bodies)
    var starts: [Double] = []
    for _ in 0..<kills {
      let begin = ProcessInfo.processInfo.systemUptime
      let daemon = try TrialDaemon(folder)
      starts.append((ProcessInfo.processInfo.systemUptime - begin) * 1_000)
      let endPosting = post.start(port: daemon.port, threads: 8)
      usleep(UInt32.random(in: 0...400_000))
      daemon.end(SIGKILL)
      endPosting()
    }
    let daemon = try TrialDaemon(folder)
    let status = daemon.end(SIGTERM).status
    let faults = try world.faults(of: folder.ledger, acknowledged: post.acknowledged)
    report.check(
      faults.isEmpty && status == 0,
      "kills: \(kills) kills, \(post.statuses[200] ?? 0) acknowledged of "
        + "\(post.acknowledged.count) notifications, "
        + (faults.isEmpty ? "0 lost, 0 doubled; " : faults.joined(separator: ", ") + "; ")
        + "start median \(starts.sorted().quantile(0.5).inMilliseconds), "
        + "longest \((starts.max() ?? 0).inMilliseconds)")
  }
}

/// Asks the daemon to stop while it is written to.
struct StopTrial {
  let world: TrialWorld
  let folder: TrialFolder

  /// Stops it twenty-five times.
  func run(_ report: TrialReport) throws {
    let post = TrialPost(world.bodies)
    var (longest, statuses): (Double, Set<Int32>) = (0, [])
    for _ in 0..<25 {
      let daemon = try TrialDaemon(folder)
      let endPosting = post.start(port: daemon.port, threads: 8)
      usleep(UInt32.random(in: 0...200_000))
      let end = daemon.end(SIGTERM)
      endPosting()
      longest = max(longest, end.seconds)
      statuses.insert(end.status)
    }
    let faults = try world.faults(of: folder.ledger, acknowledged: post.acknowledged)
    report.check(
      faults.isEmpty && statuses == [0] && longest < 2,
      "stops: 25 under load, longest \((longest * 1_000).inMilliseconds), "
        + "\(post.statuses[200] ?? 0) acknowledged, "
        + (faults.isEmpty ? "0 lost" : faults.joined(separator: ", ")))
  }
}
