import Foundation
import Synchronization
import Testing

@testable import Webhook

@Suite struct KeyTableTests {
  /// A source of keys that a test scripts, with a clock beside it.
  final class Source: Sendable {
    struct State {
      var signers: [PushSigner] = []
      var fails = false
      var fetches = 0
      var uptime = Duration.seconds(1_000)
      var maxAge: Duration?
    }
    let state = Mutex(State())
    var fetches: Int { state.withLock { $0.fetches } }
    func set(_ change: (inout sending State) -> Void) { state.withLock { change(&$0) } }

    func table() -> KeyTable {
      KeyTable(
        fetch: { try self.fetch() }, uptime: { self.state.withLock { $0.uptime } })
    }

    private func fetch() throws -> FetchedKeys {
      let (signers, fails, maxAge) = state.withLock { state in
        state.fetches += 1
        return (state.signers, state.fails, state.maxAge)
      }
      if fails { throw URLError(.timedOut) }
      return FetchedKeys(body: try PushSigner.set(signers), maxAge: maxAge)
    }
  }

  private static func found(_ lookup: KeyTable.Lookup) -> String {
    switch lookup {
    case .found: "found"
    case .unknown: "unknown"
    case .unavailable: "unavailable"
    }
  }

  private static func look(_ table: KeyTable, _ name: String) async -> String {
    found(await table.key(name))
  }

  @Test func `keys are fetched once and again when Google changes them`() async throws {
    let (old, new) = (try #require(PushSigner.first), try #require(PushSigner.second))
    let source = Source()
    source.set { $0.signers = [old] }
    let table = source.table()
    for _ in 0..<5 { #expect(await Self.look(table, old.name) == "found") }
    #expect(source.fetches == 1)

    source.set { $0.signers = [new] }
    #expect(await Self.look(table, new.name) == "unknown", "asked a moment ago")
    #expect(source.fetches == 1)
    source.set { $0.uptime += .seconds(60) }
    #expect(await Self.look(table, new.name) == "found")
    #expect(await Self.look(table, old.name) == "unknown", "withdrawn")
    #expect(source.fetches == 2)
  }

  @Test func `made-up names do not make it ask more than once a minute`() async throws {
    let signer = try #require(PushSigner.first)
    let source = Source()
    source.set { $0.signers = [signer] }
    let table = source.table()
    for index in 0..<100 { #expect(await Self.look(table, "forged-\(index)") == "unknown") }
    #expect(source.fetches == 1)
    source.set { $0.uptime += .seconds(61) }
    for index in 0..<100 { #expect(await Self.look(table, "forged-\(index)") == "unknown") }
    #expect(source.fetches == 2)
    #expect(await Self.look(table, signer.name) == "found")
  }

  @Test func `old keys are used for a day where new ones cannot be had`() async throws {
    let signer = try #require(PushSigner.first)
    let source = Source()
    source.set {
      $0.signers = [signer]
      $0.maxAge = .seconds(100)
    }
    let table = source.table()
    #expect(await Self.look(table, signer.name) == "found")
    source.set {
      $0.fails = true
      $0.uptime += .seconds(101)
    }
    #expect(await Self.look(table, signer.name) == "found", "stale, and better than none")
    #expect(await Self.look(table, "new") == "unavailable", "it may be Google's latest")
    #expect(source.fetches == 2)
    source.set { $0.uptime += .seconds(86_400) }
    #expect(await Self.look(table, signer.name) == "unavailable")
  }

  @Test func `without any keys it asks again soon`() async throws {
    let signer = try #require(PushSigner.first)
    let source = Source()
    source.set {
      $0.signers = [signer]
      $0.fails = true
    }
    let table = source.table()
    #expect(await Self.look(table, signer.name) == "unavailable")
    #expect(await Self.look(table, signer.name) == "unavailable")
    #expect(source.fetches == 1)
    source.set {
      $0.fails = false
      $0.uptime += .seconds(5)
    }
    #expect(await Self.look(table, signer.name) == "found")
  }

  @Test func `many who ask at once share one fetch`() async throws {
    let signer = try #require(PushSigner.first)
    let source = Source()
    source.set { $0.signers = [signer] }
    let table = source.table()
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<50 { group.addTask { await Self.look(table, signer.name) } }
      for await answer in group { #expect(answer == "found") }
    }
    #expect(source.fetches == 1)
  }

  @Test(arguments: [
    "", "{}", #"{"keys":[]}"#, #"{"keys":[{"kty":"EC","kid":"a"}]}"#,
    #"{"keys":[{"kty":"RSA","kid":"a","n":"!","e":"AQAB"}]}"#,
  ])
  func `a set without a usable key is no set`(_ body: String) {
    #expect(KeyTable.keys(in: Array(body.utf8)) == nil)
  }

  @Test(arguments: [
    ("public, max-age=21600, must-revalidate", 21_600), ("max-age=5", 5), ("MAX-AGE = 7", 7),
    ("no-store", nil), ("", nil), ("max-age=-3", nil), ("s-maxage=9", nil),
  ])
  func `an answer says how long it holds`(_ control: String, _ seconds: Int64?) {
    #expect(FetchedKeys.maxAge(in: control) == seconds.map { .seconds($0) })
  }
}
