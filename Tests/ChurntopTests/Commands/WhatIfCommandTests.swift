import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct WhatIfCommandTests {
  /// Mei, in grace since 1 November; Ben, who lost access on 3 November and paid on the 8th; and
  /// somebody whose subscription simply runs.
  private static let archive =
    PlayRecord.inGrace.archive
    + [
      PlayRecord(
        token: "token-ben-0123456789", account: "acct-ben",
        order: "GPA.2000-0000-0000-00001..0", expires: "2026-10-31T00:00:00Z",
        received: "2026-10-01T00:00:05Z", notification: 2),
      PlayRecord(
        token: "token-ben-0123456789", account: "acct-ben", state: "IN_GRACE_PERIOD",
        order: "GPA.2000-0000-0000-00001..1", paidOrder: "GPA.2000-0000-0000-00001..0",
        expires: "2026-11-03T00:00:00Z", received: "2026-10-31T00:10:05Z", notification: 6),
      PlayRecord(
        token: "token-ben-0123456789", account: "acct-ben", state: "ON_HOLD",
        order: "GPA.2000-0000-0000-00001..1", paidOrder: "GPA.2000-0000-0000-00001..0",
        expires: "2026-11-03T00:00:00Z", received: "2026-11-03T00:00:05Z", notification: 5),
      PlayRecord(
        token: "token-ben-0123456789", account: "acct-ben",
        order: "GPA.2000-0000-0000-00001..1", expires: "2026-12-08T06:00:00Z",
        received: "2026-11-08T06:00:05Z", notification: 1),
    ].archive + PlayRecord.active(1).line

  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    let file = try sandbox.write("archive.ndjson", Self.archive)
    try #require(try sandbox.run("import", file).status == 0)
    return sandbox
  }

  private let asOf = ["--as-of", "2026-11-10T00:00:00Z"]

  @Test func `text shows both policies, the figures and every assumption`() throws {
    let outcome = try sandbox().run(["whatif", "--play-grace", "14", "--cap", "3"] + asOf)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == Self.golden)
  }

  @Test func `JSON has the same figures`() throws {
    let json = try sandbox().run(
      ["whatif", "--play-grace", "14", "--format", "json"] + asOf
    ).json()
    #expect(json["episodes"].number == 2)
    #expect(json["fixed"]["current"]["outcomes"]["recoveredInHold"].number == 1)
    #expect(json["fixed"]["candidate"]["outcomes"]["recoveredInGrace"].number == 1)
    #expect(json["fixed"]["differences"]["longerAccess"].number == 2)
    #expect(json["seed"].text == "41")
    #expect(json["items"].elements.count == 2)
    #expect(!json["assumptions"].elements.isEmpty)
  }

  @Test func `revenue is in the report currency with the day of its rates, and in its own`() throws
  {
    let sandbox = try sandbox()
    let config = try sandbox.write(
      "config.toml",
      "[currency]\nreport = \"EUR\"\ndate = \"2026-11-02\"\nrates = { JPY = \"160\" }\n")
    func run(_ rest: [String]) throws -> Outcome {
      try sandbox.run(["whatif", "--play-grace", "14", "--config", config] + rest + asOf)
    }
    let json = try run(["--format", "json"]).json()
    #expect(json["currency"]["report"].text == "EUR")
    #expect(json["currency"]["date"].text == "2026-11-02")
    let current = json["fixed"]["current"]
    #expect(current["revenue"].elements.map { $0["currency"].text } == ["JPY"])
    #expect(current["revenueReport"].elements.map { $0["amount"].text } == ["3.00"])
    #expect(json["expected"]["current"]["revenueReport"].elements.count == 1)
    let text = try run([]).output
    #expect(text.contains("Amounts are in EUR at the rates of 2026-11-02"))
    #expect(text.contains("3.00 EUR") && text.contains("480 JPY"))
    let plain = try sandbox.run(["whatif", "--play-grace", "14", "--format", "json"] + asOf).json()
    #expect(plain["currency"].isNull && plain["fixed"]["current"]["revenueReport"].isNull)
  }

  @Test func `the same seed prints the same, another one other bands`() throws {
    let sandbox = try sandbox()
    func output(_ seed: String) throws -> String {
      try sandbox.run(
        ["whatif", "--play-grace", "14", "--seed", seed, "--format", "json"] + asOf
      ).output
    }
    #expect(try output("7") == output("7"))
    #expect(try output("7") != output("8"))
  }

  @Test func `a file states a candidate, and what it leaves out stays`() throws {
    let sandbox = try sandbox()
    let file = try sandbox.write(
      "candidate.toml",
      """
      [recovery.googlePlay]
      graceDays = 14
      [prompts.googlePlay]
      step = 3
      cadence = "2d"
      """)
    let json = try sandbox.run(["whatif", "--policy", file, "--format", "json"] + asOf).json()
    let policy = json["policy"].elements.map { ($0["setting"].text, $0["candidate"].text) }
    #expect(policy.contains { $0 == ("App Store grace", "as observed") })
    #expect(policy.contains { $0 == ("Google Play grace", "14d") })
    #expect(policy.contains { $0 == ("Google Play prompts", "step 3 every 2d") })
    #expect(policy.contains { $0 == ("App Store prompts", "step 2 in Apple's windows") })
    #expect(json["fixed"]["candidate"]["promptsByStep"]["3"].number == 10)
  }

  @Test func `CSV lists the episodes that differ`() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.run(["whatif", "--play-grace", "14", "--format", "csv"] + asOf)
    let lines = outcome.output.split(separator: "\r\n")
    #expect(lines.count == 3, "\(outcome)")
    #expect(lines.contains { $0.contains("recoveredInHold,recoveredInGrace") })
    let none = try sandbox.run(["whatif", "--play-grace", "14", "--last", "1d"] + asOf)
    #expect(none.output.contains("0 episodes"))
    let filtered = try sandbox.run(
      ["whatif", "--play-grace", "14", "--filter", "account:acct-ben", "--format", "ndjson"] + asOf)
    #expect(filtered.lines.count == 1)
  }

  @Test func `one subscriber's timelines stand one under the other`() throws {
    let outcome = try sandbox().run(["whatif", "acct-ben", "--play-grace", "14"] + asOf)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == Self.timelines)
    let nobody = try sandbox().run(["whatif", "acct-1", "--play-grace", "14"] + asOf)
    #expect(nobody.status == 4)
    #expect(nobody.diagnostics.contains("has had no failed renewal"))
  }

  @Test(arguments: [
    ([], "whatif needs a candidate to compare with"),
    (["--app-store-grace", "7d"], "--app-store-grace: '7d' is not off, 3d, 16d or 28d"),
    (["--play-grace", "31"], "--play-grace: '31' is not a number of days from 0 to 30."),
    (["--play-hold", "x"], "--play-hold: 'x' is not a number of days from 0 to 60."),
    (["--step", "4"], "--step: there is no step 4"),
    (["--cadence", "5m"], "--cadence: '5m' is not a length of an hour or more"),
    (["--cap", "3", "--last", "soon"], "--last: 'soon' is not a length of time"),
    (["--cap", "3", "--filter", "sttae:hold"], "--filter: "),
    (["--policy", "missing.toml"], "--policy: missing.toml: cannot be read"),
  ])
  func `what is not understood is said`(_ arguments: [String], _ message: String) throws {
    let outcome = try sandbox().run(["whatif"] + arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains(message), "\(outcome)")
    #expect(outcome.output.isEmpty)
  }

  @Test func `prompts of another step are a difference, and their steps are named`() throws {
    let sandbox = try sandbox()
    let words = ["whatif", "acct-ben", "--step", "3", "--cadence", "1d"] + asOf
    let outcome = try sandbox.run(words)
    #expect(outcome.output.contains("2026-10-31 (step 2), "), "\(outcome)")
    #expect(outcome.output.contains("2026-10-31 (step 3), "), "\(outcome)")
    #expect(
      outcome.output.contains("Difference: prompts of step 2: 9 → 0, of step 3: 0 → 9."),
      "\(outcome)")
    let list = ["whatif", "--step", "3", "--cadence", "1d", "--format", "csv"] + asOf
    #expect(try sandbox.run(list).output.split(separator: "\r\n").count == 3)
  }

  @Test func `half a candidate is not compared`() throws {
    let sandbox = try sandbox()
    let wrong = try sandbox.write(
      "wrong.toml", "[recovery]\nappStoreGrace = \"7d\"\n[prompts.appStore]\ncap = 3\n")
    let outcome = try sandbox.run("whatif", "--policy", wrong)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics.contains("\(wrong):2"), "\(outcome)")
    let other = try sandbox.write("other.toml", "theme = \"mono\"\n")
    let holdout = try sandbox.write(
      "holdout.toml", "[prompts.holdout]\npercent = 100\nsalt = \"z\"\n")
    let share = try sandbox.run("whatif", "--policy", holdout)
    #expect(share.status == 2 && share.diagnostics.contains("\(holdout):"), "\(share)")
    #expect(!share.diagnostics.contains("has neither"), "\(share)")
    let empty = try sandbox.run("whatif", "--policy", other)
    #expect(empty.diagnostics.contains("has neither [recovery] nor [prompts]"), "\(empty)")
  }

  @Test func `a range compares two lengths rather than one with what was observed`() throws {
    let sandbox = try sandbox()
    let outcome = try sandbox.run(["whatif", "--play-grace", "3..14d"] + asOf)
    let row = ["Google Play grace", "3d", "14d"]
    #expect(
      outcome.lines.contains { line in line.split(separator: /\s{2,}/).map(String.init) == row },
      "\(outcome)")
    #expect(outcome.output.contains("CURRENT is its first length"))
    let half = try sandbox.run(["whatif", "--play-grace", "3.."] + asOf)
    #expect(half.status == 2, "\(half)")
  }

  @Test func `a read-only ledger is enough, and the entries stay the same`() throws {
    let sandbox = try sandbox()
    let before = try sandbox.run("export").output
    let outcome = try sandbox.run(["whatif", "--readonly", "--play-grace", "14"] + asOf)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try sandbox.run("export").output == before)
    #expect(!before.isEmpty)
  }

  private static let golden = """
    whatif  2 episodes failed since 2026-08-12 00:00Z, as of 2026-11-10 00:00Z. SIMULATION, \
    nothing is written.

    POLICY               CURRENT                    CANDIDATE
    App Store grace      as observed                as observed
    Google Play grace    as observed                14d
    Google Play hold     as observed                as observed
    App Store prompts    step 2 in Apple's windows  step 2 in Apple's windows, cap 3
    Google Play prompts  step 2 every 1d            step 2 every 1d, cap 3

    With the days of payments held fixed
    FIGURE                                CURRENT  CANDIDATE         CHANGE
    prompts due                                18          6  -12 (-66.7 %)
      step 2, the store's message              18          6  -12 (-66.7 %)
      step 3, own banner                        0          0              \u{20}
    prompts per episode, median                 9          3   -6 (-66.7 %)
    prompts per episode, 95th percentile        9          3   -6 (-66.7 %)
    episodes that reach the cap                 0          2             +2
    access-days after the failure              10         17   +7 (+70.0 %)
      of them unpaid                           10          9   -1 (-10.0 %)
    recovered in grace                          0          1             +1
    recovered after loss of access              1          0  -1 (-100.0 %)
    recovered                                   1          1              \u{20}
    canceled by the user                        0          0              \u{20}
    ran out                                     0          0              \u{20}
    open                                        1          1              \u{20}
    lost access before a prompt                 0          0              \u{20}
    revenue recovered                     480 JPY    480 JPY              \u{20}
    Episodes with longer access: 2, days gained: 7. With shorter access: 0, days lost: 0.

    To be expected, 95 % bands in brackets
    FIGURE                           CURRENT  CANDIDATE      CHANGE
    recovered in grace              0 [0, 0]   1 [0, 2]  +1 [0, +2]
    recovered after loss of access  1 [0, 2]   0 [0, 0]  -1 [-2, 0]
    recovered                       1 [0, 2]   1 [0, 2]    0 [0, 0]
    canceled, or ended otherwise           0          0           \u{20}
    run out                                1          1           \u{20}
    revenue recovered                480 JPY    480 JPY           \u{20}

    Largest differences, 2 of 2
    ID                   STORE        FAILED (UTC)  ACCESS  OUTCOME                             \
        PROMPTS
    gp_0bbc07b1239cce6b  Google Play  2026-10-31    +5d 6h  recovered in hold → recovered in \
    grace    9 → 3
    gp_afabd4a0f3e9ad16  Google Play  2026-11-01    +2d     open                                \
          9 → 3

    Assumptions
    - Dates are held fixed: payments and cancellations stay on their days, whatever the access \
    and the prompts. No behavior is modeled.
    - A date changes only where the candidate states a length of grace or hold; every other \
    date is as the store stated it. Dates less than 12 hours apart count as equal.
    - Grace and retries are counted from the renewal date, as far as it is known. Where retries \
    end earlier, a later payment does not happen.
    - A payment in grace keeps the billing date, so it pays for the days of grace. Unpaid \
    access-days are those of all other episodes, open ones up to the present included.
    - Prompts are those that are due, each taken as shown at once: they are more than the app \
    reported as shown wherever users did not open it. Snoozes and suppressions, Family Sharing \
    and awaited price consent, which withhold prompts, are not known of past episodes.
    - The expected recovery takes the same pace of payments for both policies, in grace and in \
    hold alike: the cumulative incidence since the failure, with cancellations competing, by \
    store, and for weekly plans apart. Google reports 57 % more recoveries with grace than \
    without; no such effect is part of it.
    - Bands are 95 %, from 200 resamplings of subscriptions with seed 41. They cover chance \
    alone, not these assumptions.
    - For 2 episodes the retries end later than any such episode was followed, 8d 23h: payments \
    after that are left out.
    - 1 episode still open: in the fixed figures neither recovered nor lost.

    """

  private static let timelines = """
    gp_0bbc07b1239cce6b, Google Play, failed 2026-10-31 00:10Z. SIMULATION, nothing is written.

    CURRENT
    SPAN   FROM        LAST DAY              \u{20}
    grace  2026-10-31  2026-11-02  access    \u{20}
    hold   2026-11-03  2026-11-08  no access \u{20}
    paid   2026-11-08  ?           access    \u{20}
    Prompts: 9: 2026-10-31, 2026-11-01, 2026-11-02, 2026-11-03, 2026-11-04, 2026-11-05, \
    2026-11-06, 2026-11-07, 2026-11-08

    CANDIDATE
    SPAN   FROM        LAST DAY           \u{20}
    grace  2026-10-31  2026-11-08  access \u{20}
    paid   2026-11-08  ?           access \u{20}
    Prompts: 9: 2026-10-31, 2026-11-01, 2026-11-02, 2026-11-03, 2026-11-04, 2026-11-05, \
    2026-11-06, 2026-11-07, 2026-11-08

    Difference: access 5d 6h longer, recovered in grace instead of recovered in hold. The day \
    of payment is held fixed.

    """

  @Test(arguments: [
    ["--play-grace", "10", "--play-hold", "5"], ["--play-grace", "30", "--play-hold", "60"],
    ["--play-grace", "3..7", "--play-hold", "5..40"], ["--play-hold", "60"],
    ["--play-hold", "0"], ["--play-hold", "22..40"],
  ])
  func `lengths that Google Play does not permit together are refused`(words: [String]) throws {
    let outcome = try sandbox().run(["whatif"] + words + asOf)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains("30 to 60 days of grace and hold"), "\(outcome)")
  }

  @Test func `an end that is yet to come is told where nothing differs so far`() throws {
    let words = ["whatif", "--play-grace", "7..14", "acct-mei", "--as-of", "2026-11-03"]
    let outcome = try sandbox().run(words)
    #expect(outcome.output.contains("No difference so far: "), "\(outcome)")
    #expect(outcome.output.contains("access would end 2026-11-15 "), "\(outcome)")
    #expect(outcome.output.contains(" instead of 2026-11-08 00:00Z."), "\(outcome)")
    #expect(!outcome.output.contains("makes no difference"), "\(outcome)")
  }
}
