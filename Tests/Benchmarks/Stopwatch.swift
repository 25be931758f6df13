import Foundation
import Glibc

/// The time that work took: by the wall, and by the processor over all threads.
struct Stopwatch {
  /// Seconds by the wall.
  let wallSeconds: Double
  /// Seconds of processor time of the whole process.
  let cpuSeconds: Double

  /// The readings of both clocks at an instant.
  struct Start {
    fileprivate let wall: Double
    fileprivate let cpu: Double
  }

  /// The readings of both clocks now.
  static var started: Start {
    Start(wall: seconds(CLOCK_MONOTONIC), cpu: seconds(CLOCK_PROCESS_CPUTIME_ID))
  }

  /// The time since a start.
  init(since start: Start) {
    wallSeconds = Self.seconds(CLOCK_MONOTONIC) - start.wall
    cpuSeconds = Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start.cpu
  }

  /// Runs work once and measures it.
  static func measure(_ work: () throws -> Void) rethrows -> Stopwatch {
    let start = started
    try work()
    return Stopwatch(since: start)
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The most memory that the process has held so far.
enum PeakMemory {
  /// The peak of resident memory in MiB, as the kernel counts it; 0 where it does not say.
  static var mebibytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (kibibytes ?? 0) / 1024
  }
}
