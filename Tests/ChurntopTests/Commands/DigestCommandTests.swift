import EventLedger
import Foundation
import OwnThreads
import SubscriptionCore
import Testing

@testable import churntop

@Suite(.ownThread) struct DigestCommandTests {
  private func filled() throws -> Sandbox {
    try Sandbox(PlayRecord.inGrace + (1...3).map(PlayRecord.active))
  }

  private static let asOf = ["--as-of", "2026-11-01T09:00:00Z"]

  @Test func `json has every figure, the cases and the system`() throws {
    let outcome = try filled().run(["digest", "--format", "json"] + Self.asOf)
    let page = try outcome.json()
    #expect(page["since"].text == "2026-10-31T18:00:00Z")
    #expect(page["asOf"].text == "2026-11-01T09:00:00Z")
    #expect(page["comparedWith"].text == "day")
    #expect(
      page["figures"].elements.compactMap { $0["figure"].text }
        == Digest.Item.allCases.map(\.rawValue))
    let failed = page["figures"].elements.first
    #expect(failed?["count"].number == 1)
    #expect(failed?["parts"]["google-play"].number == 1)
    #expect(failed?["mrr"]["amounts"].elements.first?["amount"].text == "480.00")
    #expect(failed?["mrr"]["unknown"].number == 0)
    #expect(failed?["usual"]["median"].number == 0)
    #expect(failed?["usual"]["change"].text == "noise")
    #expect(page["cases"].elements.first?["reason"].text == "failed")
    #expect(page["cases"].elements.first?["subscriber"]["account"].text == "acct-mei")
    #expect(page["system"]["feeds"].elements.first?["store"].text == "google-play")
    // Nothing of the past is known about the quarantine.
    #expect(page["system"]["refused"].isNull)
  }

  @Test func `the filters of figures list as many subscribers as they count`() throws {
    let sandbox = try filled()
    let page = try sandbox.run(["digest", "--format", "json"] + Self.asOf).json()
    var counted = 0
    for figure in page["figures"].elements {
      guard let count = figure["count"].number, let filter = figure["subscribers"].text else {
        continue
      }
      let listed = try sandbox.run(["list", "--format", "ndjson", "--filter", filter] + Self.asOf)
      #expect(listed.output.split(separator: "\n").count == count, "\(filter): \(listed)")
      counted += count
    }
    #expect(counted > 1)
  }

  @Test(arguments: ["text", "ndjson", "csv", "md"])
  func `each format has the failure`(format: String) throws {
    let outcome = try filled().run(["digest", "--format", format] + Self.asOf)
    #expect(outcome.status == 0, "\(outcome)")
    let isText = format == "text" || format == "md"
    #expect(outcome.output.contains(isText ? "Failed renewals" : "\"failed\"") || format == "csv")
    if format == "csv" { #expect(outcome.output.contains("failed,1,JPY,480.00,0,0,0,0,,")) }
    if isText {
      #expect(outcome.output.contains("Since 2026-10-31 18:00Z: 1 failed"))
      #expect(outcome.output.contains("COUNTRY") && outcome.output.contains("JP"), "\(outcome)")
    }
  }

  @Test func `a quiet time is one line`() throws {
    let outcome = try filled().run(
      "digest", "--since", "12:00", "--as-of", "2026-10-01T20:00:00Z", "--filter", "store:app-store"
    )
    #expect(outcome.status == 0)
    #expect(
      outcome.output
        == "Since 2026-10-01 12:00Z: no payment failed, none was recovered, no subscriber was lost."
        + " Nothing is due, and no access in grace ends within 24 h. Only store:app-store.\n")
  }

  @Test func `a filter narrows, and the time is the shown zone's`() throws {
    let sandbox = try filled()
    let other = try sandbox.run(
      ["digest", "--filter", "country:US", "--format", "json"] + Self.asOf)
    #expect(try other.json()["figures"].elements.first?["count"].number == 0)
    let tokyo = try sandbox.run(
      ["digest", "--since", "18:00", "--timezone", "Asia/Tokyo", "--format", "json"] + Self.asOf)
    #expect(try tokyo.json()["since"].text == "2026-11-01T09:00:00Z")
    for (text, instant) in [
      ("2026-10-30", "2026-10-29T15:00:00Z"), ("2026-10-30 09:00", "2026-10-30T00:00:00Z"),
      ("2026-10-30 09:00Z", "2026-10-30T09:00:00Z"),
    ] {
      let typed = try sandbox.run(
        ["digest", "--since", text, "--timezone", "Asia/Tokyo", "--format", "json"] + Self.asOf)
      #expect(try typed.json()["since"].text == instant, "\(typed)")
    }
    let berlin = try sandbox.run(
      ["digest", "--since", "yesterday 18:00", "--timezone", "Europe/Berlin"] + Self.asOf)
    #expect(berlin.output.contains("Since 2026-10-31 18:00+01"), "\(berlin)")
  }

  @Test(arguments: [
    (["digest", "--since", "soon"], "is not a time"),
    (["digest", "--since", "+3h"], "is in the future"),
    (["digest", "--since", "25:00"], "is not a time"),
    (["digest", "--filter", "stat:hold"], "--filter"),
    (["digest", "--bom"], "--bom"),
  ])
  func `what makes no sense is said in one line`(arguments: [String], words: String) throws {
    let outcome = try filled().run(arguments)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.diagnostics.contains(words), "\(outcome.diagnostics)")
  }

  @Test func `refused payloads are told of the present, late news not of a new ledger`() throws {
    let sandbox = try filled()
    let refused = try sandbox.run(["import", "-"], input: "{\"signedPayload\":\"x.y.z\"}\n")
    #expect(refused.status == 3)
    let page = try sandbox.run("digest", "--since", "-1h", "--format", "json").json()
    #expect(page["system"]["quarantined"].number == 1)
    #expect(page["system"]["refused"].number == 1)
    // Everything earlier was imported at once, which is no news of earlier days.
    #expect(page["system"]["late"]["count"].number == nil)
  }

  @Test func `an erased user is in no digest`() throws {
    let sandbox = try filled()
    #expect(try sandbox.run("erase", "acct-mei", "--yes").status == 0)
    for format in ["text", "json", "ndjson", "csv", "md"] {
      let outcome = try sandbox.run(["digest", "--format", format] + Self.asOf)
      #expect(!outcome.output.contains("acct-mei") && !outcome.output.contains("token-mei"))
    }
  }
}
