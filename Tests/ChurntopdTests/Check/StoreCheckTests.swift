import Foundation
import OwnThreads
import SimulatedStores
import StoreClients
import StoreSimulator
import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite(.ownThread) struct StoreCheckTests {
  private let folder: DaemonFolder

  init() throws { folder = try DaemonFolder() }

  /// What a check of the fake stores finds, with a fault at an endpoint.
  private func findings(
    _ fault: StoreFault? = nil, at endpoint: StoreEndpoint = .subscription, package: String? = nil
  ) async throws -> [StoreCheck.Finding] {
    let present = Dependencies.current.clock()
    let stores = try FakeStores(subscribers: 5, start: present, clock: { present })
    if let fault { await stores.set(fault, at: endpoint) }
    let folder = folder
    return try await FakeStoreServer.serving(stores) { addresses in
      let place = try SimulationFolder(folder.path)
      _ = try await place.write(stores, at: addresses, port: 0)
      if let package {
        let text = try String(contentsOfFile: place.configuration, encoding: .utf8)
        try folder.write(
          "churntopd.toml",
          text.replacing(#/package = "[^"]*"/#, with: "package = \"\(package)\""))
      }
      var dependencies = Dependencies.current
      dependencies.clock = { present }
      let check = ConfigurationCheck(path: place.configuration, dependencies: dependencies)
      #expect(check.problems == [])
      let store = StoreCheck(clock: { present }, sleep: { _ in })
      var findings: [StoreCheck.Finding] = []
      for app in check.clients.appStore { findings += await store.check(app) }
      for app in check.clients.googlePlay { findings += await store.check(app) }
      if fault == nil, package == nil {
        for (store, call) in [
          (Store.googlePlay, StoreCall.token), (.googlePlay, .voidedPurchases),
          (.appStore, .testNotification),
        ] {
          let ok = check.metrics.value(.apiCalls, store.rawValue, call.rawValue, "ok")
          #expect(ok > 0, "\(store) \(call)")
        }
      }
      return findings
    }
  }

  @Test func `keys that are accepted are said to be`() async throws {
    let findings = try await findings()
    #expect(findings.contains { $0.isSound && $0.text == "the key is accepted" })
    #expect(findings.contains { $0.isSound && $0.text == "subscriptions may be queried" })
    #expect(findings.contains { $0.isSound && $0.text == "voided purchases may be queried" })
  }

  @Test func `a missing permission is named with where to give it`() async throws {
    let play = try await findings(.status(403), at: .subscription)
    let refused = try #require(play.first { $0.place.hasPrefix("Google Play") })
    #expect(!refused.isSound)
    #expect(refused.text.contains("churntop@simulated.iam.gserviceaccount.com"))
    #expect(refused.text.contains("Manage orders and subscriptions"))
    let apple = try await findings(.status(401), at: .testNotification)
    let key = try #require(apple.first { $0.place.hasPrefix("App Store") })
    #expect(!key.isSound && key.text.contains("In-App Purchase key"))
  }

  @Test func `a package that the account does not see is no proof of a permission`() async throws {
    let play = try await findings(package: "org.other").filter {
      $0.place == "Google Play org.other"
    }
    #expect(play.map(\.isSound) == [false])
    #expect(play.first?.text.hasSuffix("for the given package name") == true)
  }

  @Test func `without an address in App Store Connect it is said where to set it`() async throws {
    let findings = try await findings(.status(404), at: .testNotification)
    let unset = try #require(findings.first { $0.place.hasPrefix("App Store") })
    #expect(!unset.isSound && unset.text.contains("App Store Server Notifications"))
  }
}
