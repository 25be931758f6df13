import StorePayloads
import StoreSimulator
import SubscriptionCore
import Testing

@Suite struct SimulatedWorldAnswersTests {
  private func world(remembers: Bool = true) throws -> SimulatedWorld {
    var world = try SimulatedWorld(seed: 5, subscribers: 120, remembers: remembers)
    _ = try world.advance(to: world.start)
    return world
  }

  private func read(_ body: [UInt8], _ world: SimulatedWorld) throws -> [SubscriptionEvent] {
    var reader = PayloadReader(
      trust: TrustPolicy(mode: .signed, roots: [try TrustedRoot(file: world.rootCertificate)]))
    return try reader.read(ArraySlice(body), heardAt: world.now).flatMap { outcome in
      switch outcome {
      case .payload(let payload): return payload.events
      case .refused(let refusal): throw refusal
      }
    }
  }

  @Test func `what a store answers is what its world knows, for every purchase`() throws {
    let world = try world()
    var asked = Set<StatedStatus>()
    for purchase in world.purchases {
      let body: [UInt8]
      switch purchase.store {
      case .appStore:
        let answer = try world.appStoreStatuses(
          transaction: purchase.key, environment: purchase.environment)
        body = Array(try #require(answer).utf8)
      case .googlePlay:
        let resource = try #require(world.playSubscription(token: purchase.key))
        body = try #require(
          ArchiveRecord.play(
            subscription: Array(resource.utf8), package: SimulatedWorld.package,
            purchaseToken: purchase.key, receivedAt: world.now))
      }
      let facts = try #require(try read(body, world).first?.facts)
      #expect(facts.environment == purchase.environment)
      switch purchase.status {
      case .grace, .hold, .paused, .pending, .expired:
        #expect(facts.status == purchase.status)
      case .active, .canceled, .revoked, .gone, .pendingCanceled: break
      }
      asked.insert(purchase.status)
    }
    #expect(asked.isSuperset(of: [.active, .grace, .hold, .expired]))
  }

  @Test func `transactions are listed once each, oldest first, the latest as it stands`() throws {
    let world = try world()
    var longest = 0
    for purchase in world.purchases where purchase.store == .appStore {
      let list = try #require(
        try world.appStoreTransactions(
          transaction: purchase.key, environment: purchase.environment))
      let events = try list.flatMap { try read(Array($0.utf8), world) }
      let paid = events.filter { $0.kind == .purchased || $0.kind == .renewed }
      #expect(paid.map(\.effectiveAt) == paid.map(\.effectiveAt).sorted())
      #expect(Set(paid.map(\.id)).count == paid.count)
      longest = max(longest, list.count)
    }
    #expect(longest > 2)
  }

  @Test func `every notification is remembered by its environment`() throws {
    let world = try world()
    let notices = world.appStoreNotices(.production)
    #expect(notices.count > 50)
    #expect(notices.map(\.sentAt).allSatisfy { $0 <= world.now })
    let names = notices.flatMap { (try? read($0.body, world)) ?? [] }.map(\.id)
    #expect(Set(names).count == names.count)
  }

  @Test func `a world that does not remember answers nothing and says the same`() throws {
    let silent = try world(remembers: false)
    let other = try world()
    #expect(silent.purchases.isEmpty)
    #expect(silent.appStoreNotices(.production).isEmpty)
    #expect(silent.playVoidedOrders.isEmpty)
    #expect(silent.failing == other.failing)
  }

  @Test func `names that nobody gave are not known`() throws {
    let world = try world()
    #expect(try world.appStoreStatuses(transaction: "1", environment: .production) == nil)
    #expect(world.playSubscription(token: "1") == nil)
    let apple = try #require(world.purchases.first { $0.store == .appStore })
    #expect(world.playSubscription(token: apple.key) == nil)
    #expect(try world.appStoreStatuses(transaction: apple.key, environment: .local) == nil)
  }
}
