import OwnThreads
import ProgramConventions
import Testing

@Suite(.ownThread) struct ExplainCommandTests {
  /// Somebody in grace at Google Play, in Japan, with a name and a time zone.
  private func inGrace() throws -> Sandbox {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let people = try sandbox.write(
      "people.csv",
      "account,name,email,tags,timezone\nacct-mei,Mei Tanaka,mei@example.com,,Asia/Tokyo\n")
    try #require(sandbox.run("accounts", "import", people).status == 0)
    return sandbox
  }

  private func reply(_ sandbox: Sandbox, _ more: String...) throws -> Outcome {
    try sandbox.run(
      ["explain", "acct-mei", "--for", "customer", "--as-of", "2026-11-02"] + more)
  }

  @Test func `a customer is answered in the language of the storefront and her own time`() throws {
    let link =
      "https://play.google.com/store/account/subscriptions?sku=pro.monthly&package="
      + "com.example.reader"
    #expect(
      try reply(inGrace()).output == """
        Mei Tanaka 様

        お問い合わせいただき、ありがとうございます。

        「Pro Monthly」の2026年11月1日 09:00（日本時間）のお支払いを、Google Playで完了できませんでした。\
        2026年11月8日 09:00（日本時間）までは引き続きご利用いただけます。\
        ご契約を継続するには、次のページでお支払い方法をご確認ください。
        \(link)
        お支払いが完了すれば、更新日を含め、これまでどおりご利用いただけます。

        ご不明な点がございましたら、このメッセージにご返信ください。

        """)
    #expect(
      try reply(inGrace(), "--lang", "en").output == """
        Hello Mei Tanaka,

        Google Play could not collect your payment for Pro Monthly due on 1 November 2026 at \
        09:00 (Japan time). You can continue to use it until 8 November 2026 at 09:00 (Japan \
        time). To keep your subscription, please check your payment method here:
        \(link)
        Once the payment goes through, everything stays as it was, including your billing date.

        If anything is unclear, just reply to this message.

        """)
  }

  @Test func `a reply of another time says so beside it`() throws {
    let sandbox = try inGrace()
    let past = try reply(sandbox)
    #expect(past.diagnostics.contains("The reply is of 2026-11-02 00:00Z"), "\(past)")
    let present = try sandbox.run("explain", "acct-mei", "--for", "customer")
    #expect(present.status == 0 && !present.diagnostics.contains("reply is of"), "\(present)")
    let support = try sandbox.run("explain", "acct-mei", "--as-of", "2026-11-02")
    #expect(!support.diagnostics.contains("reply is of"), "\(support)")
  }

  @Test func `Markdown has no markup of a store's or a customer's`() throws {
    let sandbox = try Sandbox()
    let records = PlayRecord.inGrace.archive
      .replacing("pro.monthly", with: "<script>alert(1)</script>|a`b")
    try #require(sandbox.run(["import", "-"], input: records).status == 0)
    let people = "account,name\nacct-mei,*Mei* <b>Tan\n"
    try #require(sandbox.run(["accounts", "import", "-"], input: people).status == 0)
    let words = ["explain", "acct-mei", "--as-of", "2026-11-02", "--format", "md"]
    let support = try sandbox.run(words)
    #expect(support.output.contains(#"\<script\>alert(1)\</script\>\|a\`b"#), "\(support)")
    let customer = try sandbox.run(words + ["--for", "customer", "--lang", "en"])
    #expect(customer.output.hasPrefix(#"Hello \*Mei\* \<b\>Tan,"#), "\(customer)")
    #expect(!customer.output.contains("<script>"), "\(customer)")
  }

  /// Two users with a name in common, of whom one has two purchases, and one with a short name.
  private func known() throws -> Sandbox {
    let sandbox = try inGrace()
    var second = PlayRecord.active(2)
    second.account = "acct-1"
    let records = [PlayRecord.active(1), second, .active(3), .active(4)]
    try #require(sandbox.fill(records.archive).status == 0)
    let people = try sandbox.write(
      "more.csv",
      "account,name,email,tags,timezone\nacct-1,Zoe Achebe,,,\nacct-3,Zoe Okafor,,,\n"
        + "acct-4,정 예은,,,\n")
    try #require(sandbox.run("accounts", "import", people).status == 0)
    return sandbox
  }

  @Test(arguments: [
    "Mei Tanaka", "mei tanaka", "정 예은", "zoe okafor", "Tanaka Mei", "Okafor, Zoe",
    "From: Mei <mei@example.com>", "mailto:MEI@example.com",
  ])
  func `a whole name is enough where it is one subscription's`(name: String) throws {
    let outcome = try known().run("explain", name, "--as-of", "2026-11-02")
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: [
    ("Zoe Achebe", "names several subscriptions", 2),
    ("Zoe", "the names of these users have it in them", 3),
    ("정예은", "these have a name near to it", 1), ("예은", "have it in them", 1),
    ("Zoe Okafro", "these have a name near to it", 1),
    ("Zoé Ökáför", "these have a name near to it", 1),
  ])
  func `a name that is not enough lists whose it may be`(
    name: String, words: String, count: Int
  ) throws {
    let outcome = try known().run("show", name, "--as-of", "2026-11-02")
    #expect(outcome.status == 4)
    let lines = outcome.diagnostics.split(separator: "\n")
    #expect(lines.first?.contains(words) == true, "\(outcome)")
    #expect(lines.count == 1 + count, "\(outcome)")
    for line in lines.dropFirst() {
      #expect(line.contains("Zoe ") || line.contains("정 예은"), "\(line)")
      #expect(line.hasSuffix("pro.monthly  active"), "\(line)")
    }
  }

  @Test(arguments: ["jose nunez", "Núñez, José", "angel nuñez"])
  func `some words of a name list whose it may be`(typed: String) throws {
    let sandbox = try known()
    let people = try sandbox.write(
      "words.csv", "account,name,email,tags,timezone\nacct-3,José Ángel Núñez,,,\n")
    try #require(sandbox.run("accounts", "import", people).status == 0)
    let outcome = try sandbox.run("explain", typed, "--as-of", "2026-11-02")
    #expect(outcome.status == 4)
    #expect(outcome.diagnostics.contains("José Ángel Núñez"), "\(outcome)")
  }

  @Test func `a sign in a name may be another one`() throws {
    let sandbox = try known()
    let people = try sandbox.write(
      "signs.csv", "account,name,email,tags,timezone\nacct-3,Miles O’Neill-Smith,,,\n")
    try #require(sandbox.run("accounts", "import", people).status == 0)
    for name in ["miles o'neill-smith", "Miles O`Neill Smith", "MILES O’NEILL-SMITH"] {
      let outcome = try sandbox.run("explain", name, "--as-of", "2026-11-02")
      #expect(outcome.status == 0, "\(outcome)")
    }
    let part = try sandbox.run("explain", "o'neill", "--as-of", "2026-11-02")
    #expect(part.diagnostics.contains("have it in them"), "\(part)")
  }

  @Test(arguments: ["Zoe", "Zeo Okafor"])
  func `a list of candidates that ends early says so`(_ name: String) throws {
    let sandbox = try Sandbox((1...25).map(PlayRecord.active))
    let people = (1...25).map { "acct-\($0),Zoe Okafor \($0),,,\n" }.joined()
    let file = try sandbox.write("many.csv", "account,name,email,tags,timezone\n" + people)
    try #require(sandbox.run("accounts", "import", file).status == 0)
    let lines = try sandbox.run("show", name).diagnostics.split(separator: "\n")
    #expect(lines.count == 1 + 20 + 1, "\(lines)")
    #expect(lines.last?.contains("and more") == true, "\(lines)")
  }

  @Test func `without a zone of hers, the zone asked for is named`() throws {
    let sandbox = try Sandbox(PlayRecord.inGrace)
    let utc = try reply(sandbox, "--lang", "en")
    #expect(utc.output.contains("1 November 2026 at 00:00 (UTC)"), "\(utc)")
    let berlin = try reply(sandbox, "--lang", "en", "--timezone", "Europe/Berlin")
    #expect(berlin.output.contains("1 November 2026 at 01:00 (Berlin time)"), "\(berlin)")
    let json = try reply(sandbox, "--format", "json").json()
    #expect(json.keys == ["asOf", "id", "language", "reply", "situation", "timezone"])
    #expect(json["language"].text == "ja")
    #expect(json["situation"].text == "grace")
  }

  @Test func `a team's own words go before the shipped ones, and are checked`() throws {
    let sandbox = try inGrace()
    try sandbox.makeFolder(".config/churntop/replies")
    let file = ".config/churntop/replies/ja.toml"
    try sandbox.write(file, "[texts]\ngreeting = \"[{name} さん]\"\nclosing = \"サポート\"\n")
    let own = try reply(sandbox)
    #expect(own.output.hasPrefix("Mei Tanaka さん\n\n「Pro Monthly」の"), "\(own)")
    #expect(own.output.hasSuffix("\n\nサポート\n"))
    #expect(try sandbox.run("config", "validate").status == 0)
    try sandbox.write(file, "[texts]\ngreeting = \"Hi\"\ngrace = \"{until} {lnk}\"\nfoo = \"\"\n")
    let check = try sandbox.run("config", "validate")
    #expect(check.status == 3)
    #expect(check.output.contains("ja.toml:3: 'grace' has {until}"), "\(check)")
    #expect(check.output.contains("ja.toml:4: 'foo' is not a setting"), "\(check)")
    // What is left out is said in the shipped words.
    #expect(try reply(sandbox).output.contains("引き続きご利用いただけます"))
    try sandbox.write(file, "")
    try sandbox.write(
      ".config/churntop/replies/de.toml",
      "countries = [\"jp\"]\n[texts]\ngrace = \"Bitte hier: {link}\"\n")
    let german = try sandbox.run("config", "validate")
    #expect(german.output.contains("de.toml:2: [texts] has no words for greeting,"), "\(german)")
    #expect(try reply(sandbox, "--lang", "de").output.contains("Bitte hier: https://play"))
  }

  @Test func `an unknown language or reader is refused with the nearest`() throws {
    let sandbox = try inGrace()
    let outcome = try reply(sandbox, "--lang", "jaa")
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics.contains("Did you mean 'ja'?"), "\(outcome)")
    #expect(try sandbox.run("explain", "acct-mei", "--lang", "ja").status == 2)
    #expect(try sandbox.run("explain", "acct-mei", "--for", "nobody").status != 0)
  }
}
