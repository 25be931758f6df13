import Foundation
import SubscriptionCore
import Testing

/// What is said of a subscription in every state and with every flag, as text that a person has
/// read against the stores' rules.
///
/// With `CHURNTOP_RECORD=1` in the environment the texts are written anew.
struct GoldenExplanationTests {
  private static func url(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(name).txt")
  }

  @Test(arguments: [("app-store", Life.appStore), ("google-play", Life.googlePlay)])
  func `every state and flag is told as it was read and approved`(
    _ name: String, _ lives: [Life]
  ) throws {
    let text = try lives.map { try $0.picture() }.joined(separator: "\n")
    let url = Self.url(name)
    if ProcessInfo.processInfo.environment["CHURNTOP_RECORD"] == "1" {
      try text.write(to: url, atomically: true, encoding: .utf8)
      return
    }
    let known = try String(contentsOf: url, encoding: .utf8)
    let (told, expected) = (text.split(separator: "\n"), known.split(separator: "\n"))
    let difference = zip(told, expected).first { $0 != $1 }
    #expect(told.count == expected.count)
    #expect(difference == nil, "\(name): \(difference.map { "\($0.0)\nnot\n\($0.1)" } ?? "")")
  }

  @Test func `every state and every flag is among them`() throws {
    let statuses = try (Life.appStore + Life.googlePlay).map {
      try $0.story.status($0.now, beside: $0.related)
    }
    let states = Set(statuses.map(\.state))
    let flags = statuses.reduce(into: Set<SubscriptionFlag>()) { $0.formUnion($1.flags) }
    #expect(states == Set(SubscriptionState.allCases))
    #expect(flags == Set(SubscriptionFlag.allCases))
  }

  @Test(arguments: Life.googlePlay.filter { $0.name.contains("pause pending") })
  func `access ends where a pause begins, on the timeline as well`(_ life: Life) throws {
    let subscriber = try life.story.subscriber()
    let status = subscriber.status(at: at(life.now), policy: .standard)
    #expect(status.access == Access(granted: true, until: at("2023-05-01")))
    #expect(status.renewsAt == nil)
    #expect(status.nextChangeAt == at("2023-05-01"))
    let ahead = subscriber.timeline(at: at(life.now), policy: .standard).filter {
      $0.from >= at("2023-05-01")
    }
    #expect(ahead.map(\.kind) == [.paused])
    #expect(ahead.allSatisfy { !$0.access && $0.projected })
    let begun = subscriber.status(at: at("2023-05-01"), policy: .standard)
    #expect(begun.state == .paused)
    #expect(begun.access == Access(granted: false, until: at("2023-05-01")))
  }

  @Test func `a pause of which only the date was heard does not outlast a renewal`() throws {
    var story = Story.play {
      $0.tell(.pauseScheduled, "2023-04-15") { ($0.status, $0.autoRenew) = (.active, true) }
    }
    story.tell(.renewed, "2023-05-01") {
      ($0.status, $0.expiresAt, $0.autoRenew) = (.active, at("2023-06-01"), true)
    }
    #expect(try story.status("2023-05-10").state == .active)
    #expect(try story.status("2023-05-10").renewsAt == at("2023-06-01"))
    #expect(try story.anomalies("2023-05-10").isEmpty)
  }

  @Test(arguments: [Life.appStore, Life.googlePlay].flatMap { $0 }.filter { $0.name == "unknown" })
  func `of what no store has told nothing is claimed`(_ life: Life) throws {
    let subscriber = try life.story.subscriber()
    let status = subscriber.status(at: at(life.now), policy: .standard)
    #expect(!status.isAccessKnown)
    #expect(status.prompt.verdict == .withheld(.notKnown))
    #expect(subscriber.offerEligibility(at: at(life.now), policy: .standard) == .notKnown)
  }
}
