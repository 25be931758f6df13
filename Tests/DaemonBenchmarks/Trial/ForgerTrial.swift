import Foundation
import Glibc

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
