import Foundation
import Glibc

/// Posts forgeries of every kind, from one address and from many, while deliveries go on.
struct ForgerTrial {
  let world: TrialWorld
  let folder: TrialFolder
  let seconds: Int
  let proxy: TrialProxy.Kind

  /// What is posted over and over.
  private struct Flood {
    /// What it is.
    var name: String
    /// Whose it is, where it comes from one address.
    var client: String
    /// The path that it is posted to.
    var path = LoadClient.notifications
    /// The bodies, each with its `Authorization`.
    var requests: [(body: [UInt8], authorization: String?)]
  }

  /// Tries each in turn.
  func run(_ report: TrialReport) throws {
    let signer = try PushTokenSigner()
    let keys = signer.keySet
    let google = try SilentServer(
      answer: "HTTP/1.1 200 OK\r\nContent-Length: \(keys.utf8.count)\r\n\r\n\(keys)")
    let hash = String(repeating: "0", count: 64)
    try folder.write(
      "tokens.json", #"[{"name":"app","sha256":"\#(hash)","scopes":["prompts:write"]}]"#)
    try folder.write("account.json", signer.account(port: google.port))
    try folder.configure(
      signer.configuration(port: google.port, accountFile: folder.file("account.json")),
      server: """
        tokens = "\(folder.file("tokens.json"))"
        pushKeys = "http://127.0.0.1:\(google.port)"
        """)
    let daemon = try TrialDaemon(folder)
    let proxy = try TrialProxy(proxy, folder: folder, to: daemon.port)
    let push = try LoadClient(port: daemon.port, path: FalseBearer.pushPath)
      .post(FalseBearer.body, authorization: signer.bearer())
    report.check(push == 200, "forgers: a push with a true token is answered \(push)")
    for flood in try floods(signer) {
      // A proxy says itself whose a request is, so that nobody comes from many addresses there.
      for isMany in proxy.isDirect ? [false, true] : [false] {
        run(flood, isMany: isMany, daemon, proxy, report)
      }
    }
    daemon.end(SIGTERM)
    proxy.end()
    let faults = try world.faults(of: folder.ledger, acknowledged: [])
    report.check(faults.isEmpty, "forgers: the ledger is sound afterwards")
  }

  private func floods(_ signer: PushTokenSigner) throws -> [Flood] {
    try Forgery.allCases.map { forgery in
      let bodies = try forgery.bodies(from: world.bodies[0], count: 2_000)
      return Flood(
        name: forgery.rawValue, client: forgery.client, requests: bodies.map { ($0, nil) })
    }
      + FalseBearer.allCases.map { bearer in
        let values = try bearer.values(of: signer, count: 2_000)
        return Flood(
          name: bearer.rawValue, client: bearer.client, path: bearer.path,
          requests: values.map { (FalseBearer.body, $0) })
      }
  }

  private func run(
    _ flood: Flood, isMany: Bool, _ daemon: TrialDaemon, _ proxy: TrialProxy,
    _ report: TrialReport
  ) {
    let forged = StatusCounts()
    let (requests, sender) = (flood.requests, flood.client)
    let crowd = Crowd(port: proxy.port, count: 16, path: flood.path) { client, _ in
      let address =
        isMany ? "100.\(Int.random(in: 64..<128)).\(Int.random(in: 0..<256)).7" : sender
      let (body, authorization) = requests.randomElement() ?? ([], nil)
      forged.note(client.post(body, client: address, authorization: authorization))
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
      "\(flood.name), \(isMany ? "many addresses" : "one address")\(proxy.name): "
        + statuses.sorted { $0.key < $1.key }.map { "\($0.value) x \($0.key)" }
        .joined(separator: ", ")
        + "; \(stored) deliveries stored, p99 \(p99.inMilliseconds), "
        + "\(Int(daemon.memory.peak)) MiB")
  }
}
