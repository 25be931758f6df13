import Foundation
import Testing

@testable import SubscriptionCore

@Suite struct PromptHoldoutTests {
  static let holdout = PromptHoldout(percent: 10, salt: "autumn")

  /// Computed by an independent program (Python 3) from the description of the hash.
  @Test(
    arguments: [
      ("autumn", "user-1", 0xC5FD_D7CC_935A_0FB6), ("autumn", "user-2", 0xDA99_7331_517A_BBAA),
      ("winter", "user-1", 0xAEFD_47C3_7998_1234),
    ] as [(String, AccountID, UInt64)])
  func `the hash is the one described`(_ salt: String, _ account: AccountID, _ hash: UInt64) {
    let holdout = PromptHoldout(percent: 10, salt: salt)
    #expect(holdout.hash(account: account, subscription: "as_1") == hash)
  }

  @Test func `without an account the subscription decides`() {
    #expect(
      Self.holdout.hash(account: nil, subscription: "as_2000000335310644") == 0x538D_679B_D273_9613)
    let heldOut = (0..<60).filter {
      Self.holdout.holdsOut(account: AccountID("user-\($0)"), subscription: "as_1")
    }
    #expect(heldOut == [22, 33, 44, 45, 48, 51])
  }

  @Test(arguments: [1, 10, 50])
  func `numbered accounts are held out at the stated share, each on its own`(_ percent: Int) {
    let holdout = PromptHoldout(percent: percent, salt: "autumn")
    let other = PromptHoldout(percent: percent, salt: "winter")
    let count = 20_000
    let arms = (0..<count).map {
      let account = AccountID("user-\($0)")
      return (
        holdout.holdsOut(account: account, subscription: ""),
        other.holdsOut(account: account, subscription: "")
      )
    }
    let share = Double(percent) / 100
    func isExpected(_ found: Int, _ share: Double) -> Bool {
      abs(Double(found) - Double(count) * share)
        < 4 * (Double(count) * share * (1 - share)).squareRoot()
    }
    #expect(isExpected(arms.count { $0.0 }, share))
    // Neighbours and other salts are as often held out together as chance has it.
    #expect(isExpected(arms.count { $0.0 && $0.1 }, share * share))
    #expect(isExpected(zip(arms, arms.dropFirst()).count { $0.0 && $1.0 }, share * share))
  }

  private func read(_ json: String) throws -> PromptPolicy {
    try JSONDecoder().decode(PromptPolicy.self, from: Data(json.utf8))
  }

  @Test func `a policy without a holdout is written as before, and one with it is read back`()
    throws
  {
    let encoder = JSONEncoder()
    #expect(
      !String(decoding: try encoder.encode(PromptPolicy.standard), as: UTF8.self)
        .contains("holdout"))
    let policy = try read(
      #"{"holdout": {"percent": 5, "salt": "winter", "since": "2026-11-01"}}"#)
    let since = CivilDate(year: 2026, month: 11, day: 1)
    #expect(policy.holdout == PromptHoldout(percent: 5, salt: "winter", since: since))
    #expect(
      try JSONDecoder().decode(PromptPolicy.self, from: encoder.encode(policy)) == policy)
    #expect(try read(#"{"holdout": {"percent": 5, "salt": "winter"}}"#).holdout?.since == nil)
  }

  @Test(arguments: [
    #"{"percent": 0, "salt": "a"}"#, #"{"percent": 51, "salt": "a"}"#, #"{"salt": "a"}"#,
    #"{"percent": 5}"#, #"{"percent": 5, "salt": " "}"#,
    #"{"percent": 5, "salt": "a", "since": "November"}"#,
    #"{"percent": 5, "salt": "a", "since": "2026-11-01T00:00:00Z"}"#,
  ])
  func `a holdout that means nothing is refused`(_ json: String) {
    #expect(throws: DecodingError.self) { try read("{\"holdout\": \(json)}") }
  }

  // MARK: Decisions

  static let account = (0..<100).map { AccountID("user-\($0)") }
    .first { holdout.holdsOut(account: $0, subscription: "as_1") }

  private func subject(_ account: AccountID? = account) -> PromptCase {
    PromptCase.failing(.googlePlay).with { ($0.id, $0.account) = ("as_1", account) }
  }

  @Test func `an account that is held out is never shown a prompt`() {
    let policy = PromptPolicy(holdout: Self.holdout)
    let other = PromptPolicy(holdout: PromptHoldout(percent: 10, salt: "spring"))
    let now = failure + .days(2)
    #expect(
      PromptSchedule.decide(subject(), policy: policy, at: now).verdict == .withheld(.heldOut))
    #expect(PromptSchedule.upcoming(subject(), policy: policy, from: failure, count: 3).isEmpty)
    #expect(PromptSchedule.decide(subject("user-1"), policy: policy, at: now).isDue)
    #expect(PromptSchedule.decide(subject(), policy: .standard, at: now).isDue)
    #expect(PromptSchedule.decide(subject(), policy: other, at: now).isDue)
    let anonymous = subject(nil).with { $0.id = nil }
    #expect(PromptSchedule.decide(anonymous, policy: policy, at: now).isDue)
  }

  @Test func `a failure before the first day is no part of the comparison`() {
    func verdict(_ day: Int) -> PromptDecision.Verdict {
      let since = CivilDate(year: 2026, month: 11, day: day)
      let holdout = PromptHoldout(percent: 10, salt: "autumn", since: since)
      return PromptSchedule.decide(
        subject(), policy: PromptPolicy(holdout: holdout), at: failure + .days(4)
      ).verdict
    }
    #expect(verdict(1) == .withheld(.heldOut))
    #expect(verdict(2) == .due(since: failure))
  }

  @Test func `Step 1 shows nothing to anyone, so nothing is held out`() {
    let policy = PromptPolicy(
      googlePlay: PromptPlan(step: .storeMessages), holdout: Self.holdout)
    let decision = PromptSchedule.decide(subject(), policy: policy, at: failure + .days(2))
    #expect(decision.verdict == .withheld(.storeMailsOnly))
  }

  @Test func `the trace names the holdout where there is one`() throws {
    func condition(_ subject: PromptCase, _ holdout: PromptHoldout?) -> PromptCondition? {
      PromptSchedule.trace(
        subject, policy: PromptPolicy(holdout: holdout), at: failure + .days(2)
      ).first { $0.condition == "not held out for comparison" }
    }
    #expect(condition(subject(), nil) == nil)
    #expect(
      condition(subject(), Self.holdout)
        == PromptCondition(
          condition: "not held out for comparison", value: "among the 10 % of accounts held out",
          holds: false))
    #expect(condition(subject("user-1"), Self.holdout)?.holds == true)
  }
}
