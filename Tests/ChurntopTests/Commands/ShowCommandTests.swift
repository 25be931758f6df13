import OwnThreads
import ProgramConventions
import Testing

@Suite(.ownThread) struct ShowCommandTests {
  @Test func `instants of conditions and prices look like all others in text`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let products = """
      store,product,basePlan,period,country,price
      google-play,pro.monthly,monthly,P1M,JP,480 JPY

      """
    try sandbox.write("products.csv", products)
    let taken = try sandbox.run("products", "import", sandbox.file("products.csv"))
    #expect(taken.status == 0, "\(taken)")
    let shown = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-02T12:00Z", "--timezone", "Europe/Berlin")
    let tries = try #require(shown.lines.first { $0.contains("the store still tries") })
    #expect(tries.contains("+01") && !tries.contains("Z"), "\(tries)")
    #expect(shown.output.contains("480 JPY") && !shown.output.contains("480.00"), "\(shown)")
  }

  @Test func `instants in notes on data look like all others in text`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    var late = PlayRecord.inGrace[0]
    late.received = "2026-11-01T00:20:05Z"
    // Stated on 15 October.
    let line = late.line.replacing("1793492400000", with: "1792022400000")
    let imported = try sandbox.run(["import", "-"], input: line)
    try #require(imported.status == 0, "\(imported)")
    let shown = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-02T12:00Z", "--timezone", "Europe/Berlin")
    let note = try #require(shown.lines.first { $0.contains("arrived late") }, "\(shown)")
    #expect(note.contains("+02 arrived late") && !note.contains("Z"), "\(note)")
  }

  @Test(arguments: ["--timeline", "--gantt"])
  func `a part that is text says so where JSON is asked for`(part: String) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    #expect(try sandbox.run("show", "acct-mei", part).status == 0)
    let json = try sandbox.run("show", "acct-mei", part, "--format", "json")
    #expect(json.status == 2 && json.output.isEmpty, "\(json)")
    #expect(json.diagnostics.contains("JSON has the timeline"), "\(json)")
    #expect(try sandbox.run("show", "acct-mei", part, "--format", "md").status == 2)
  }

  @Test func `a purchase that was replaced did not lose access`() throws {
    let former = PlayRecord(notification: 4)
    var next = PlayRecord(token: "token-next-0123456789", product: "pro.yearly", notification: 4)
    (next.order, next.started) = ("GPA.3312-4455-6677-88991", "2026-11-03T00:00:00Z")
    next.received = "2026-11-03T00:00:05Z"
    let linked = next.line.replacing(
      "\"startTime\":", with: "\"linkedPurchaseToken\":\"\(former.token)\",\"startTime\":")
    let sandbox = try Sandbox()
    try #require(sandbox.fill(former.line + linked).status == 0)
    let shown = try sandbox.run("show", former.token, "--as-of", "2026-11-10")
    let access = try #require(shown.lines.first { $0.hasPrefix("access") }, "\(shown)")
    #expect(access.contains("replaced 2026-11-03") && !access.contains("lost"), "\(access)")
    let screen = try sandbox.run("frame", "detail", former.token, "--as-of", "2026-11-10")
    #expect(screen.output.contains("NO, replaced 3 Nov"), "\(screen)")
  }

  @Test func `a purchase that waits for its first payment gives no access, said once`() throws {
    let sandbox = try Sandbox([PlayRecord(state: "PENDING", notification: 4)])
    let screen = try sandbox.run("frame", "detail", "acct-mei", "--as-of", "2026-11-10")
    let access = try #require(screen.lines.first { $0.contains("access    NO") }, "\(screen)")
    #expect(!access.contains("no access "), "\(access)")
  }

  @Test func `json has every part of the contract`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let whole = try sandbox.run(
      "show", "acct-mei", "--as-of", "2026-11-02", "--format", "json"
    ).json()
    for key in [
      "timeline", "episodes", "prompt", "offerEligibility", "events", "anomalies", "identifiers",
    ] { #expect(whole[key].exists, "\(key)") }
    #expect(
      whole["timeline"][0].keys == [
        "access", "endStated", "from", "kind", "lastDay", "projected", "to",
      ])
    #expect(whole["episodes"].elements.count == 1)
    #expect(whole["episodes"][0]["outcome"].text == "open")
    #expect(whole["episodes"][0]["graceEnds"].text == "2026-11-08T00:00:00Z")
    #expect(whole["prompt"]["decision"].text == "due")
    #expect(whole["prompt"]["trace"][0].keys == ["condition", "holds", "value"])
    #expect(whole["offerEligibility"].keys == ["eligible", "reason"])
    #expect(whole["identifiers"]["orderIds"].elements.count == 2)
    #expect(whole["identifiers"]["originalTransactionId"].isNull)
    #expect(
      whole["payments"][0].keys == [
        "amount", "at", "currency", "dateStated", "kind", "orderId", "overlaps", "paidTo",
        "product", "refundedAt", "refundedPercent", "subscription", "transactionId",
      ])
    let payments = whole["payments"].elements
    #expect(payments.map { $0["kind"].text } == ["paid", "declined"])
    #expect(payments[0]["orderId"].text == "GPA.3312-4455-6677-88990..0")
    #expect(payments[1]["orderId"].text == "GPA.3312-4455-6677-88990..1")
    #expect(whole["access"].keys == ["granted", "known", "until"])
    let change = whole["events"].elements.first { $0["kind"].text == "billingFailed" }
    #expect(change?["from"].text == "active")
    #expect(change?["to"].text == "grace")
    #expect(change?["verified"].flag == false)
  }

  @Test func `the product's terms say who says so`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let before = try sandbox.run("show", "acct-mei", "--as-of", "2026-11-02")
    #expect(before.output.contains("store's default"), "\(before)")
    let row = try sandbox.run("show", "acct-mei", "--format", "json").json()
    let product = try #require(row["product"].text)
    let file = try sandbox.write(
      "p.csv", "store,product,name,period,graceDays\ngoogle-play,\(product),Gold,P1M,7\n")
    try #require(try sandbox.run("products", "import", file).status == 0)
    let text = try sandbox.run("show", "acct-mei").output
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.contains("name Gold an imported file"), "\(text)")
    #expect(lines.contains("period P1M an imported file"), "\(text)")
    let terms = try sandbox.run("show", "acct-mei", "--format", "json").json()["productTerms"]
    #expect(terms.elements.map { $0["term"].text } == ["name", "period", "grace", "hold"])
    #expect(terms[0]["value"].text == "Gold" && terms[0]["source"].text == "file")
    #expect(terms[2]["value"].text == "7 days" && terms[2]["source"].text == "file")
    #expect(terms[3]["source"].isNull)
  }

  @Test(arguments: [
    "acct-mei", "GPA.3312-4455-6677-88990..0", "GPA.3312-4455-6677-88990..1",
    "token-mei-0123456789", "token-me", "GPA.3312-4455-6677-88990", "6677 88990", "acct-m",
  ])
  func `a subscriber goes by every name, and by a piece of it`(name: String) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let outcome = try sandbox.run("show", name, "--format", "json")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try outcome.json()["account"].text == "acct-mei")
  }

  @Test func `an unknown name ends with 4, and so does one of several`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    var second = PlayRecord.active(1)
    second.account = "acct-mei"
    try sandbox.run(["import", "-"], input: second.line)
    let unknown = try sandbox.run("show", "nobody@example.com")
    #expect(unknown.status == 4)
    #expect(unknown.output.isEmpty)
    let ambiguous = try sandbox.run("explain", "acct-mei")
    #expect(ambiguous.status == 4)
    #expect(ambiguous.diagnostics.split(separator: "\n").count == 3, "\(ambiguous)")
    #expect(ambiguous.diagnostics.contains("gp_"))
  }

  @Test(arguments: ["acct-mei", "GPA.3312-4455-6677-88990..0"])
  func `of a time before its first event a subscriber says when it was heard of`(
    name: String
  ) throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    for command in ["show", "explain"] {
      let early = try sandbox.run(command, name, "--as-of", "2026-09-15")
      #expect(early.status == 4 && early.output.isEmpty, "\(early)")
      #expect(
        early.diagnostics.contains(
          " was first reported at 2026-10-01 00:00Z, after 2026-09-15 00:00Z."),
        "\(early)")
    }
    let unknown = try sandbox.run("show", "nobody", "--as-of", "2026-09-15")
    #expect(unknown.diagnostics.contains("No subscription goes by 'nobody'"), "\(unknown)")
  }

  @Test func `text, markdown and sentences say the same`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    for arguments in [["show"], ["show", "--format", "md"], ["explain"]] {
      let outcome = try sandbox.run(arguments + ["acct-mei", "--as-of", "2026-11-02"])
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("grace"), "\(outcome)")
    }
    #expect(try sandbox.run("show", "acct-mei", "--format", "csv").status == 2)
  }
}
