import Foundation
import LedgerSQLite
import OwnThreads
import ProgramConventions
import SubscriptionCore
import Testing

@Suite(.ownThread) struct PromptCommandTests {
  /// Somebody whose grace still runs at the machine's own present.
  private func inGrace() throws -> Sandbox {
    let sandbox = try Sandbox()
    let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    var records = PlayRecord.inGrace
    records[0].received = (now - .days(20)).rfc3339
    records[0].expires = (now - .days(2)).rfc3339
    records[1].received = (now - .days(2)).rfc3339
    records[1].expires = (now + .days(5)).rfc3339
    let outcome = try sandbox.fill(records.archive)
    try #require(outcome.status == 0, "\(outcome)")
    return sandbox
  }

  private func decision(_ sandbox: Sandbox) throws -> String? {
    let shown = try sandbox.run("show", "acct-mei", "--format", "json").json()
    return shown["prompt"]["decision"].text
  }

  @Test func `a prompt shown is recorded with who and when, and the schedule follows`() throws {
    let sandbox = try inGrace()
    #expect(try decision(sandbox) == "due")
    let outcome = try sandbox.run("prompt", "shown", "acct-mei", "--step", "2")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try decision(sandbox) == "scheduled")
    let shown = try sandbox.run("show", "acct-mei", "--format", "json").json()
    let event = try #require(
      shown["events"].elements.first { $0["kind"].text == "promptShown" })
    #expect(event["actor"].text == "mira")
    #expect(event["step"].number == 2)
    #expect(event["source"].text == "operator")
  }

  @Test func `a time without a zone is the zone's of text output, as on screen`() throws {
    let sandbox = try inGrace()
    let zone = ["--timezone", "America/Los_Angeles"]
    let snoozed = try sandbox.run(
      ["prompt", "snooze", "acct-mei", "--until", "2030-11-30 09:00", "--format", "json"] + zone)
    #expect(try snoozed.json()["snoozedUntil"].text == "2030-11-30T17:00:00Z", "\(snoozed)")
    let named = try sandbox.run(
      ["prompt", "snooze", "acct-mei", "--until", "2030-11-30T09:00Z", "--format", "json"] + zone)
    #expect(try named.json()["snoozedUntil"].text == "2030-11-30T09:00:00Z", "\(named)")
    let past = try sandbox.run(
      ["list", "--as-of", "2026-11-03", "--format", "json"] + zone)
    #expect(try past.json()["asOf"].text == "2026-11-03T08:00:00Z", "\(past)")
  }

  @Test func `what is printed after an action is of the instant of rows that are ahead`() throws {
    let sandbox = try inGrace()
    let ahead = Timestamp(seconds: Int64(Date().timeIntervalSince1970)) + .days(3)
    let ledger = try SQLiteLedger(path: sandbox.file("ledger.sqlite"), policy: .standard)
    try ledger.advance(to: ahead)
    try ledger.close()
    let noted = try sandbox.run("prompt", "note", "acct-mei", "card replaced").output
    #expect(noted.contains("access: until "), "\(noted)")
    #expect(!noted.contains("(in 5d") && !noted.contains("(in 4d"), "\(noted)")
  }

  @Test func `what was recorded last is taken back first`() throws {
    let sandbox = try inGrace()
    try sandbox.run("prompt", "suppress", "acct-mei")
    try sandbox.run("prompt", "note", "acct-mei", "card replaced")
    #expect(try decision(sandbox) == "withheld")
    #expect(try sandbox.run("prompt", "undo", "acct-mei").status == 0)
    #expect(try decision(sandbox) == "withheld")
    #expect(try sandbox.run("prompt", "undo", "acct-mei").status == 0)
    #expect(try decision(sandbox) == "due")
    #expect(try sandbox.run("prompt", "undo", "acct-mei").status == 4)
  }

  @Test func `taking back an undoing brings the action back`() throws {
    let sandbox = try inGrace()
    try sandbox.run("prompt", "suppress", "acct-mei")
    try sandbox.run("prompt", "undo", "acct-mei")
    #expect(try decision(sandbox) == "due")
    let shown = try sandbox.run("show", "acct-mei", "--format", "json").json()
    let undone = try #require(
      shown["events"].elements.first { $0["kind"].text == "undone" }?["id"].text)
    let back = try sandbox.run("prompt", "undo", "acct-mei", "--event", undone)
    #expect(back.status == 0, "\(back)")
    #expect(try decision(sandbox) == "withheld")
    #expect(try sandbox.run("prompt", "undo", "acct-mei", "--event", undone).status == 1)
    #expect(try sandbox.run("prompt", "undo", "acct-mei").status == 0)
    #expect(try decision(sandbox) == "due")
  }

  @Test func `what others recorded is taken back by its event alone`() throws {
    let sandbox = try inGrace()
    try sandbox.run("prompt", "shown", "acct-mei", "--step", "2", "--by", "app")
    try sandbox.run("prompt", "note", "acct-mei", "card replaced")
    try sandbox.run("prompt", "claim", "acct-mei", "--by", "tom")
    let own = try sandbox.run("prompt", "undo", "acct-mei")
    #expect(own.status == 0 && own.output.contains("undone: noted"), "\(own)")
    let refused = try sandbox.run("prompt", "undo", "acct-mei")
    #expect(refused.status == 4 && refused.output.isEmpty, "\(refused)")
    let candidates = refused.diagnostics.split(separator: "\n").dropFirst()
    #expect(candidates.count == 2, "\(refused)")
    #expect(candidates.first?.contains("by tom") == true, "\(refused)")
    #expect(candidates.last?.contains("  prompt shown (step 2, by app) of 20") == true)
    #expect(try decision(sandbox) == "scheduled")
    let event = try #require(candidates.last?.split(separator: " ").first)
    let named = try sandbox.run("prompt", "undo", "acct-mei", "--event", String(event))
    #expect(named.status == 0 && named.output.contains("prompt shown (step 2, by app)"))
    #expect(try decision(sandbox) == "due")
  }

  @Test func `what is taken back is said`() throws {
    let sandbox = try inGrace()
    let snooze = try sandbox.run("prompt", "snooze", "acct-mei", "--until", "2099-01-01")
    #expect(snooze.output.contains(": prompt snoozed (until 2099-01-01"), "\(snooze)")
    let undo = try sandbox.run("prompt", "undo", "acct-mei")
    #expect(
      undo.output.contains(": undone: prompt snoozed (until 2099-01-01 00:00Z, by mira) of 20"),
      "\(undo)")
    #expect(undo.output.contains("(by mira)"), "\(undo)")
  }

  @Test func `a prompt cannot have been shown in the future`() throws {
    let sandbox = try inGrace()
    let outcome = try sandbox.run("prompt", "shown", "acct-mei", "--step", "2", "--at", "+2d")
    #expect(outcome.status == 2, "\(outcome)")
    #expect(try decision(sandbox) == "due")
  }

  @Test func `a time that cannot be is named in the zone in which it was written`() throws {
    let sandbox = try inGrace()
    let zone = ["--timezone", "Asia/Tokyo"]
    let past = try sandbox.run(["prompt", "snooze", "acct-mei", "--until", "2001-01-01"] + zone)
    #expect(
      past.diagnostics.contains(
        "--until: 2001-01-01 00:00+09 is over already; write a time yet to come."), "\(past)")
    let shown = ["prompt", "shown", "acct-mei", "--step", "2", "--at"]
    let future = try sandbox.run(shown + ["2099-01-01"] + zone)
    #expect(future.diagnostics.contains("--at: 2099-01-01 00:00+09 is yet to come;"), "\(future)")
    let old = try sandbox.run(shown + ["2001-01-01"] + zone)
    #expect(old.diagnostics.contains("2001-01-01 00:00+09 is longer ago than"), "\(old)")
  }

  @Test func `a changed strategy is applied by whoever may write, and said`() throws {
    let sandbox = try inGrace()
    let config = try sandbox.write("strategy.toml", "[prompts.googlePlay]\nstep = 3\n")
    let check = try sandbox.run("rebuild", "--check", "--config", config)
    #expect(check.status == 3, "\(check)")
    #expect(try sandbox.run("rebuild", "--check").status == 0)
    let kept = try sandbox.run("list", "--readonly", "--config", config)
    #expect(kept.diagnostics.contains("another configuration"), "\(kept)")
    let applied = try sandbox.run("list", "--config", config)
    #expect(applied.diagnostics.contains("is rebuilt"), "\(applied)")
    #expect(applied.diagnostics.contains("1 subscriber changed with the rules"), "\(applied)")
    #expect(try sandbox.run("rebuild", "--check", "--config", config).status == 0)
    #expect(!(try sandbox.run("list", "--config", config).diagnostics.contains("anew")))
  }

  @Test func `a snooze puts prompts off and a claim names its owner`() throws {
    let sandbox = try inGrace()
    let outcome = try sandbox.run(
      "prompt", "snooze", "acct-mei", "--for", "2d", "--format", "json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["snoozedUntil"].text != nil)
    #expect(try outcome.json()["prompt"]["decision"].text == "scheduled")
    let claim = try sandbox.run(
      "prompt", "claim", "acct-mei", "--by", "jo", "--format", "json")
    #expect(try claim.json()["claimedBy"].text == "jo")
  }

  @Test(
    arguments: [
      (["shown", "acct-mei", "--step", "1"], Int32(2)), (["shown", "acct-mei"], 64),
      (["shown", "acct-mei", "--step", "2", "--at", "noon"], 2),
      (["shown", "acct-mei", "--step", "2", "--at", "-91d"], 2),
      (["snooze", "acct-mei"], 2), (["snooze", "acct-mei", "--for", "soon"], 2),
      (["snooze", "acct-mei", "--until", "2001-01-01"], 2),
      (["snooze", "acct-mei", "--for", "1d", "--until", "2099-01-01"], 2),
      (["note", "acct-mei", "  "], 2), (["note", "nobody", "x"], 4), (["undo", "acct-mei"], 4),
      (["undo", "acct-mei", "--event", "no-such"], 4),
      (["suppress", "acct-mei", "--readonly"], 1),
      (["suppress", "acct-mei", "--format", "csv"], 2),
    ] as [([String], Int32)])
  func `an action that makes no sense is not recorded`(
    arguments: [String], status: Int32
  ) throws {
    let sandbox = try inGrace()
    let before = try sandbox.run("export").output
    let outcome = try sandbox.run(["prompt"] + arguments)
    #expect(outcome.status == status, "\(outcome)")
    #expect(try sandbox.run("export").output == before)
  }

  @Test func `where only the output fails the action is said to be recorded`() throws {
    let sandbox = try inGrace()
    let shell = try RunningProgram(
      "/bin/bash", ["-c", "'\(Sandbox.program)' prompt note acct-mei text > /dev/full"],
      environment: sandbox.environment, folder: sandbox.path, input: nil
    ).finish()
    #expect(shell.status == 1, "\(shell)")
    #expect(
      shell.diagnostics.contains("The action is recorded. The output cannot be written"),
      "\(shell)")
    #expect(try sandbox.run("events", "--format", "ndjson").output.contains("noted"))
  }

  @Test(arguments: [["prompt", "note", "acct-mei", "text"], ["erase", "acct-mei", "--yes"]])
  func `nothing is recorded by nobody`(words: [String]) throws {
    let sandbox = try inGrace()
    for name in ["", " \t"] {
      let outcome = try sandbox.run(words + ["--by", name])
      #expect(outcome.status == 2 && outcome.diagnostics.contains("--by"), "\(outcome)")
    }
    let events = try sandbox.run("events", "--format", "ndjson").output
    #expect(events.contains("billingFailed") && !events.contains("noted"))
  }

  @Test func `the end of a claim is in the time zone of text`() throws {
    let sandbox = try inGrace()
    let claim = ["prompt", "claim", "acct-mei", "--until", "2030-01-01T00:00:00Z"]
    let tokyo = ["--timezone", "Asia/Tokyo"]
    #expect(try sandbox.run(claim + tokyo).output.contains("until 2030-01-01 09:00+09"))
    #expect(try sandbox.run(["show", "acct-mei"] + tokyo).output.contains("2030-01-01 09:00+09"))
  }

  @Test func `where no payment fails an action on prompts is recorded, and said to change nothing`()
    throws
  {
    let said = "Recorded, but no payment is failing here, so nothing changes for now."
    let failing = try inGrace()
    let told = try failing.run("prompt", "snooze", "acct-mei", "--for", "1d")
    #expect(told.status == 0 && !told.diagnostics.contains(said), "\(told)")
    // Three days ago the payment had not failed.
    let early = ["prompt", "shown", "acct-mei", "--step", "2", "--at", "-3d"]
    #expect(try failing.run(early).diagnostics.contains(said))
    let sandbox = try Sandbox([PlayRecord.active(1)])
    let id = try #require(
      try sandbox.run("list", "--format", "json").json()["items"][0]["id"].text)
    for action in ["shown --step 2", "snooze --for 1d", "suppress"] {
      let words = action.split(separator: " ").map(String.init)
      let outcome = try sandbox.run(["prompt"] + words + [id, "--format", "json"])
      #expect(outcome.status == 0 && outcome.diagnostics.contains(said), "\(outcome)")
      #expect(try outcome.json()["id"].text == id)
    }
    let noted = try sandbox.run("prompt", "note", id, "called twice")
    #expect(noted.status == 0 && !noted.diagnostics.contains(said), "\(noted)")
  }
}
