import Crypto
import Foundation
import Glibc

/// Lets the stores be unknown to DNS, silent or senseless; deliveries go on.
struct StoreTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let seconds: Int

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    try folder.write("key.p8", P256.Signing.PrivateKey().pemRepresentation)
    let silent = try SilentServer(answer: nil)
    let senseless = try SilentServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{{{{")
    let hosts = [
      ("unknown to DNS", "https://store.invalid"),
      ("silent", "http://127.0.0.1:\(silent.port)"),
      ("senseless", "http://127.0.0.1:\(senseless.port)"),
    ]
    for (name, host) in hosts {
      try folder.configure(
        """
        issuer = "57246542-96fe-1a63-e053-0824d011072a"
        key = "2X9R4HXF34"
        keyFile = "\(folder.file("key.p8"))"
        host = "\(host)"
        """)
      let daemon = try TrialDaemon(folder)
      let post = TrialPost(world.bodies)
      let endPosting = post.start(port: daemon.port, threads: 2, pause: 0.02, client: "17.1.2.3")
      sleep(UInt32(seconds))
      endPosting()
      let (lines, ready) = (daemon.lines.count, daemon.status(of: "/readyz"))
      let end = daemon.end(SIGTERM)
      let p99 = post.milliseconds.quantile(0.99)
      report.check(
        ready == 200 && p99 <= 250 && lines < 100 && end.status == 0 && end.seconds < 15
          && post.statuses.keys.allSatisfy { $0 == 200 },
        "stores \(name): \(post.statuses[200] ?? 0) deliveries stored, p99 \(p99.inMilliseconds), "
          + "/readyz \(ready), \(lines) lines in \(seconds) s, "
          + "stopped in \((end.seconds * 1_000).inMilliseconds)")
    }
  }
}

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
      report.check(
        health == 200 && memory <= 100 && p99 <= 250 && stored > seconds,
        "200 clients\(proxy.name) that \(burden.rawValue): \(stored) deliveries stored, "
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

/// Posts forgeries of every kind, from one address and from many, while deliveries go on.
struct ForgerTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let seconds: Int
  let proxy: TrialProxy.Kind

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    let daemon = try TrialDaemon(folder)
    let proxy = try TrialProxy(proxy, folder: folder, to: daemon.port)
    for forgery in Forgery.allCases {
      let bodies = try forgery.bodies(from: world.bodies[0], count: 2_000)
      // A proxy says itself whose a request is, so that nobody comes from many addresses there.
      for isMany in proxy.isDirect ? [false, true] : [false] {
        let forged = Tally()
        let crowd = Crowd(port: proxy.port, count: 16) { client, _ in
          let address =
            isMany ? "100.\(Int.random(in: 64..<128)).\(Int.random(in: 0..<256)).7" : forgery.client
          forged.note(client.post(bodies.randomElement() ?? [], client: address))
          return !client.isOver
        }
        let truly = TrialPost(world.bodies)
        let endPosting = truly.start(port: proxy.port, threads: 2, pause: 0.05, client: "17.1.2.3")
        sleep(UInt32(seconds))
        endPosting()
        crowd.end()
        let (statuses, p99) = (forged.statuses, truly.milliseconds.quantile(0.99))
        let stored = truly.statuses[200] ?? 0
        report.check(
          statuses[200] == nil && p99 <= 250 && stored > seconds && daemon.memory.peak <= 100,
          "\(forgery.rawValue), \(isMany ? "many addresses" : "one address")\(proxy.name): "
            + statuses.sorted { $0.key < $1.key }.map { "\($0.value) x \($0.key)" }
            .joined(separator: ", ")
            + "; \(stored) deliveries stored, p99 \(p99.inMilliseconds), "
            + "\(Int(daemon.memory.peak)) MiB")
      }
    }
    daemon.end(SIGTERM)
    proxy.end()
    let faults = try world.faults(of: folder.ledger, acknowledged: [])
    report.check(faults.isEmpty, "forgers: the ledger is sound afterwards")
  }
}
