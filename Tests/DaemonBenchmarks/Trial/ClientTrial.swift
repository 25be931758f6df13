import Foundation
import Glibc

/// Opens connections that send slowly, say nothing or read nothing, while deliveries go on.
struct ClientTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let seconds: Int
  let proxy: TrialProxy.Kind

  /// The ways of being a burden.
  private enum Burden: String, CaseIterable {
    case idle = "say nothing"
    case slowHead = "send their head drop by drop"
    case slowBody = "send their body drop by drop"
    case unread = "ask much and read nothing"
    case keptAlive = "ask again and again"
  }

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    for burden in Burden.allCases {
      let daemon = try TrialDaemon(folder)
      let proxy = try TrialProxy(proxy, folder: folder, to: daemon.port)
      let crowd = Crowd(port: proxy.port, count: 200, pause: 0.5) {
        Self.press(burden, $0, $1)
      }
      let post = TrialPost(world.bodies)
      let endPosting = post.start(port: proxy.port, threads: 2, pause: 0.05, client: "17.1.2.3")
      sleep(UInt32(seconds))
      let health = daemon.status(of: "/healthz")
      endPosting()
      crowd.end()
      let (memory, p99) = (daemon.memory.peak, post.milliseconds.quantile(0.99))
      daemon.end(SIGTERM)
      proxy.end()
      let stored = post.statuses[200] ?? 0
      let others = post.statuses.filter { $0.key != 200 }
      report.check(
        health == 200 && memory <= 100 && p99 <= 250 && stored > seconds && others.isEmpty,
        "200 clients\(proxy.name) that \(burden.rawValue): \(stored) deliveries stored, "
          + others.map { "\($0.value) x \($0.key), " }.joined()
          + "p99 \(p99.inMilliseconds), longest "
          + "\((post.milliseconds.last ?? 0).inMilliseconds), /healthz \(health), "
          + "\(Int(memory)) MiB")
    }
  }

  /// Sends the next bytes of a burden; `false` where the connection ended.
  private static func press(_ burden: Burden, _ client: LoadClient, _ step: Int) -> Bool {
    let text =
      switch burden {
      case .idle: ""
      case .slowHead: step == 0 ? "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: " : "a"
      case .slowBody:
        step == 0
          ? "POST \(client.path) HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n" : "{"
      case .unread:
        String(repeating: "GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n", count: 40)
      case .keptAlive: "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
      }
    return client.write(Array(text.utf8))
  }
}
