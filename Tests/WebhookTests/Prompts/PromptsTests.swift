import EventLedger
import Foundation
import OwnThreads
import StoreSimulator
import SubscriptionCore
import Testing

@testable import Webhook

@Suite(.ownThread) struct PromptsTests {
  @Test func `the decision is the one that churntop shows`() async throws {
    let world = try PromptWorld()
    try await world.serve { running in
      var verdicts: Set<String> = []
      for row in world.alone({ _ in true }).prefix(60) {
        let account = try #require(row.account)
        let reply = try await running.ask("GET", "/v1/prompts?account=\(account)&trace=true")
        #expect(reply.status == 200)
        #expect(reply.fields["cache-control"] == "no-store")
        let found = try #require((reply.json["subscriptions"] as? [[String: Any]])?.first)
        #expect(found["subscription"] as? String == row.id.rawValue)
        let subscriber = try #require(try world.ledger.subscriber(row.id))
        let status = subscriber.status(at: running.clock.now, policy: world.ledger.policy)
        verdicts.insert(status.prompt.verdict.name)
        let expected = status.prompt.json(
          trace: subscriber.promptTrace(at: running.clock.now, policy: world.ledger.policy))
        #expect(reply.text.contains("\"prompt\":" + expected.compact))
        #expect(reply.json["due"] as? Bool == status.prompt.isDue)
        #expect((found["deepLink"] is NSNull) != status.isForUserToPay)
      }
      #expect(verdicts.isSuperset(of: ["due", "withheld"]))
    }
  }

  @Test func `an account that is held out has nothing due, with the reason`() async throws {
    let holdout = PromptHoldout(percent: 50, salt: "autumn")
    let world = try PromptWorld(holdout: holdout)
    try await world.serve { running in
      var counts = (heldOut: 0, others: 0)
      for row in world.alone({ $0.status.state.isFailing && $0.environment == .production }) {
        let account = try #require(row.account)
        let reply = try await running.ask("GET", "/v1/prompts?account=\(account)")
        let found = try #require((reply.json["subscriptions"] as? [[String: Any]])?.first)
        let prompt = try #require(found["prompt"] as? [String: Any])
        if holdout.holdsOut(account: account, subscription: row.id) {
          #expect(reply.json["due"] as? Bool == false)
          if prompt["reason"] as? String == "heldOut" { counts.heldOut += 1 }
        } else {
          #expect(prompt["reason"] as? String != "heldOut")
          counts.others += 1
        }
      }
      #expect(counts.heldOut > 0 && counts.others > 0)
    }
  }

  @Test func `of very many subscriptions the one that gives access answers`() async throws {
    let world = try PromptWorld()
    let now = SimulatedWorld.defaultStart
    func entry(_ number: Int, endsAt: Timestamp) -> LedgerEntry {
      var facts = StoreFacts()
      (facts.account, facts.product, facts.status) = ("hoarder", "p", .active)
      facts.expiresAt = endsAt
      let event = SubscriptionEvent(
        id: EventID("hoarded\(number)"), kind: .purchased,
        subscription: SubscriptionID("as_73\(1_000 + number)"), effectiveAt: now - .days(90),
        statedAt: now - .days(90), recordedAt: now - .days(90), source: .appStoreServerAPI,
        verification: .unsigned, facts: facts)
      return LedgerEntry(
        identity: "hoarded\(number)", format: "sample", raw: [], receivedAt: now - .days(90),
        verification: .unsigned, events: [event])
    }
    let ended = (0..<210).map { entry($0, endsAt: now - .days(60)) }
    try world.ledger.append(ended + [entry(210, endsAt: now + .days(30))], now: now)
    try await world.serve { running in
      let reply = try await running.ask("GET", "/v1/access?account=hoarder")
      #expect(reply.json["granted"] as? Bool == true)
      #expect(reply.json["subscription"] as? String == "as_731210")
    }
  }

  @Test func `an account that is not known has nothing due, and pieces name nobody`() async throws {
    let world = try PromptWorld()
    let account = try #require(world.rows.compactMap(\.account).first).rawValue
    try await world.serve { running in
      for name in ["nobody", String(account.dropLast()), world.rows[0].id.rawValue] {
        for path in ["/v1/prompts", "/v1/access"] {
          let reply = try await running.ask("GET", "\(path)?account=\(name)")
          #expect(reply.status == 200)
          #expect(reply.json["reason"] as? String == "unknownAccount")
        }
      }
      let elsewhere = try await running.ask("GET", "/v1/prompts?account=\(account)&app=com.other")
      #expect(elsewhere.json["reason"] as? String == "nothingDue")
    }
  }

  @Test func `the case of a UUID says nothing, that of another identifier does`() async throws {
    let world = try PromptWorld()
    let due = try #require(world.alone { $0.status.prompt.isDue }.first)
    let account = try #require(due.account).rawValue
    try #require(account.count == 36 && account != account.uppercased())
    try await world.serve { running in
      let spellings = [account, account.uppercased(), account.lowercased()]
      for spelling in spellings {
        let prompts = try await running.ask("GET", "/v1/prompts?account=\(spelling)")
        #expect(prompts.json["due"] as? Bool == true, "\(spelling)")
        let access = try await running.ask("GET", "/v1/access?account=\(spelling)")
        #expect(access.json["subscription"] as? String == due.id.rawValue, "\(spelling)")
      }
      for spelling in spellings {
        let shown = try await running.ask(
          "POST", WebRoute.promptShown.path,
          json: #"{"account":"\#(spelling)","step":2,"idempotencyKey":"key-00001"}"#)
        #expect(shown.status == 200, "\(spelling)")
      }
    }
    #expect(AccountID("Mira").spellings == ["Mira"])
  }

  @Test(arguments: [
    "", "?account=", "?account=a&account=b", "?account=a&trace=maybe", "?account=%FF",
    "?account=a&environment=sandbox", "?account=%0A", "?account=%", "?account=a&app=",
    "?account=" + String(repeating: "a", count: 257),
  ])
  func `a query that is not understood is said to be`(_ query: String) async throws {
    let world = try PromptWorld()
    try await world.serve { running in
      let connection = RawConnection(port: running.port)
      connection.write(
        "GET /v1/prompts\(query) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
          + "Authorization: Bearer \(PromptWorld.token)\r\n\r\n")
      let answer = try #require(await connection.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 400"))
      #expect(answer.contains("bad-request"))
    }
  }

  @Test func `access follows the state at the moment of asking`() async throws {
    let world = try PromptWorld()
    let rows = world.alone { $0.environment == .production }
    let failing = try #require(rows.first { $0.status.state == .grace })
    let account = try #require(failing.account)
    let end = try #require(failing.status.access.until)
    try await world.serve { running in
      for row in rows.prefix(40) {
        let name = try #require(row.account)
        let reply = try await running.ask("GET", "/v1/access?account=\(name)")
        #expect(reply.json["granted"] as? Bool == row.status.access.granted)
        #expect(reply.json["subscription"] as? String == row.id.rawValue)
      }
      let before = try await running.ask("GET", "/v1/access?account=\(account)")
      #expect(before.json["granted"] as? Bool == true)
      #expect(before.json["until"] as? String == end.rfc3339)
      running.clock.now = end
      let after = try await running.ask("GET", "/v1/access?account=\(account)")
      #expect(after.json["granted"] as? Bool == false, "though no row was brought up to date")
      #expect(after.json["reason"] as? String == "noAccess")
      running.clock.now = end + .days(5)
      let silent = try await running.ask("GET", "/v1/access?account=\(account)")
      #expect(silent.json["granted"] as? Bool == false)
      #expect(silent.json["reason"] as? String == "notKnown")
      running.clock.now = end
      let sandbox = try await running.ask(
        "GET", "/v1/access?account=\(account)&environment=sandbox")
      #expect(sandbox.json["reason"] as? String == "noAccess")
      #expect(try await running.ask("GET", "/v1/access?account=a&environment=x").status == 400)
      let misspelt = try await running.ask("GET", "/v1/access?account=a&enviroment=sandbox")
      #expect(misspelt.status == 400)
      #expect(misspelt.text.contains("Did you mean 'environment'?"))
    }
  }
}
