import Foundation
import Glibc

/// The time that work took: by the wall, and by the processor over all threads.
struct Stopwatch {
  /// Seconds by the wall.
  let wallSeconds: Double
  /// Seconds of processor time of the whole process.
  let cpuSeconds: Double
  /// Seconds for which threads ran or were ready to run, summed over the threads: what the
  /// processors would have been busy for if nobody else had used them.
  let demandSeconds: Double

  /// The readings of both clocks at an instant.
  struct Start {
    fileprivate let wall: Double
    fileprivate let cpu: Double
    fileprivate let waiting: Double
  }

  /// The readings of both clocks now.
  static var started: Start {
    Start(
      wall: seconds(CLOCK_MONOTONIC), cpu: seconds(CLOCK_PROCESS_CPUTIME_ID), waiting: waiting)
  }

  /// The time since a start.
  init(since start: Start) {
    wallSeconds = Self.seconds(CLOCK_MONOTONIC) - start.wall
    cpuSeconds = Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start.cpu
    demandSeconds = cpuSeconds + Self.waiting - start.waiting
  }

  /// Runs work once and measures it.
  static func measure(_ work: () throws -> Void) rethrows -> Stopwatch {
    let start = started
    try work()
    return Stopwatch(since: start)
  }

  /// Seconds for which the live threads were ready to run and had no processor.
  private static var waiting: Double {
    let tasks = "/proc/self/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.reduce(0) { sum, thread in
      let text = try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8)
      let fields = text?.split(separator: " ") ?? []
      return sum + (fields.count > 1 ? (Double(fields[1]) ?? 0) / 1e9 : 0)
    }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The most memory that the process has held so far.
enum PeakMemory {
  /// Begins a new count of the peak, where the kernel allows it.
  static func reset() {
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
  }

  /// The peak of resident memory in MiB, as the kernel counts it; 0 where it does not say.
  static var mebibytes: Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (kibibytes ?? 0) / 1024
  }
}
