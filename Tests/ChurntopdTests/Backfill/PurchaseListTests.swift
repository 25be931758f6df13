import EventLedger
import ProgramConventions
import StoreSync
import SubscriptionCore
import Testing

@testable import churntopd

@Suite struct `A list of purchases in a file` {
  private let folder: DaemonFolder
  private static let one = [
    StoreApp(store: .appStore, app: "com.example"),
    StoreApp(store: .appStore, app: "com.example", environment: .sandbox),
    StoreApp(store: .googlePlay, app: "com.example.play"),
  ]

  init() throws { folder = try DaemonFolder() }

  private func lines(_ text: String, apps: [StoreApp] = one) throws -> [PurchaseList.Line] {
    var list = try PurchaseList(folder.write("list", text), apps: PurchaseApps(apps))
    var lines: [PurchaseList.Line] = []
    while let line = try list.next() { lines.append(line) }
    #expect(list.share == 100)
    return lines
  }

  private func apple(_ name: String, _ account: AccountID? = nil, line: Int) -> PurchaseList.Line {
    .purchase(
      BackfillPurchase(
        store: .appStore, app: "com.example", name: name, account: account, line: line))
  }

  private func play(_ name: String, _ account: AccountID? = nil, line: Int) -> PurchaseList.Line {
    .purchase(
      BackfillPurchase(
        store: .googlePlay, app: "com.example.play", name: name, account: account, line: line))
  }

  @Test(arguments: [
    "store,purchase_token,transaction_id,account\napp-store,,2000,ann\ngoogle-play,t.1-x,,bob\n",
    "\u{FEFF}Store,Purchase Token,originalTransactionId,User ID\r\n"
      + "Apple,,2000,ann\r\nandroid,t.1-x,,bob",
    "\n\"platform\",\"id\",\"appAccountToken\",note\n\"iOS\",2000,ann,\"a, b\"\n"
      + "Google Play,t.1-x,bob,",
    "purchaseToken,transaction,obfuscated_account_id\n,2000,ann\nt.1-x,,bob\n\n",
  ])
  func `is read whatever its columns are called`(text: String) throws {
    let first = text.hasPrefix("\n") ? 3 : 2
    #expect(
      try lines(text) == [apple("2000", "ann", line: first), play("t.1-x", "bob", line: first + 1)])
  }

  @Test func `has no line so long that it fills the memory`() throws {
    let long = String(repeating: "x", count: 1 << 20)
    #expect(
      try lines("store,id\napp-store,\(long)\napp-store,7\n\(long)") == [
        .problem(2, "it is longer than 64 KiB"), apple("7", line: 3),
        .problem(4, "it is longer than 64 KiB"),
      ])
    #expect(throws: CommandError.self) { try lines(long) }
  }

  @Test func `may be JSON line by line`() throws {
    let text = """
      {"store":"app-store","transactionId":2000000123456789,"account":"ann"}

      {"store":"google-play","purchaseToken":"t","account":null,"packageName":"com.example.play"}
      {"store":"google-play","purchaseToken":
      [1]
      """
    #expect(
      try lines(text) == [
        apple("2000000123456789", "ann", line: 1), play("t", line: 3),
        .problem(4, "it is not a JSON object"), .problem(5, "it is not a JSON object"),
      ])
  }

  @Test func `names in JSON what two keys call differently, and takes what they call the same`()
    throws
  {
    let text = """
      {"transactionId":"2000","originalTransactionId":"1000","store":"app-store"}
      {"transactionId":"2000","userId":"ann","appAccountToken":"bob"}
      {"transactionId":"2000","originalTransactionId":2000,"userId":"ann","account":null}
      """
    let advice = "differently. Leave one of them out"
    #expect(
      try lines(text) == [
        .problem(1, "two keys name the transaction \(advice)"),
        .problem(2, "two keys name the account \(advice)"), apple("2000", "ann", line: 3),
      ])
  }

  @Test(arguments: [
    "a b", "x,\u{301}y", "say \"\u{301}no\"", "=cmd|' /C calc'!A0", "'-1", "a\rb",
  ])
  func `is read again as --unknown has written it`(account: String) throws {
    let text = "store,id,account\napp-store,2000,\(BackfillSession.cell(account))\n"
    #expect(try lines(text) == [apple("2000", AccountID(account), line: 2)])
    #expect(BackfillSession.cell("a\r\nb") == "\"a\r\nb\"")
  }

  @Test func `loses nothing to a bad line, which is named`() throws {
    let text = """
      store,id,account,app
      app-store,2000,ann,
      app-store,2.0E+15,ann,
      app-store,"2001,ann,
      amazon,1,ann,
      ,1,ann,
      google-play,,ann,
      google-play,a b,ann,
      app-store,2002,ann
      app-store,2003,ann,com.other
      google-play,t,,com.example.play
      """
    let lines = try lines(text)
    #expect(lines.first == apple("2000", "ann", line: 2))
    #expect(lines.last == play("t", line: 11))
    let problems = lines.compactMap { line in
      if case .problem(let number, let text) = line { "\(number): \(text)" } else { String?.none }
    }
    #expect(
      problems == [
        "3: '2.0E+15' is not a transaction identifier, which has digits alone; a spreadsheet has "
          + "rounded it",
        "4: a quotation mark is not closed on its line",
        "5: 'amazon' is not a store; write app-store or google-play",
        "6: it names no store; write app-store or google-play into a column 'store'",
        "7: it names no purchase token",
        "8: the purchase token holds signs that no token has, or is too long",
        "9: 3 values for 4 columns",
        "10: the app 'com.other' is not configured for app-store, which has com.example",
      ])
  }

  @Test func `has to name the app where several are configured`() throws {
    let apps = Self.one + [StoreApp(store: .googlePlay, app: "com.second")]
    let text = "token,bundle id\nt,\nu,com.second\n"
    #expect(
      try lines(text, apps: apps) == [
        .problem(
          2,
          "it names no app, and several of google-play are configured: com.example.play, "
            + "com.second"),
        .purchase(BackfillPurchase(store: .googlePlay, app: "com.second", name: "u", line: 3)),
      ])
    let none = try lines("transaction\n1\n", apps: [StoreApp(store: .googlePlay, app: "a")])
    #expect(none == [.problem(2, "no app of app-store is configured with a key for queries")])
    let only = try lines("id\nt\n", apps: [StoreApp(store: .googlePlay, app: "a")])
    #expect(
      only == [.purchase(BackfillPurchase(store: .googlePlay, app: "a", name: "t", line: 2))])
  }

  @Test(arguments: [
    ("", "is empty"), ("\n \n", "is empty"), ("name,mail\nx,y\n", ":1: no column names"),
    ("[{}]", "is a JSON array"), ("id,ids\n", ":1: two columns are the purchase"),
    ("id,\"x\n", ":1: a quotation mark"),
    ("store,id,account\rapp-store,2000,ann\r", ":1: its lines end as on Macs"),
  ])
  func `is refused whole where its first line says nothing`(text: String, words: String) throws {
    let path = try folder.write("list", text)
    let error = #expect(throws: CommandError.self) {
      _ = try PurchaseList(path, apps: PurchaseApps(Self.one))
    }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test func `that cannot be read is named`() throws {
    for path in [folder.path, folder.file("none")] {
      let error = #expect(throws: CommandError.self) {
        _ = try PurchaseList(path, apps: PurchaseApps(Self.one))
      }
      #expect(error?.description.hasPrefix(path) == true)
    }
  }

  @Test func `of any length is read in pieces`() throws {
    let text = "id\n" + (0..<40_000).map { "token-\($0)\n" }.joined()
    let lines = try lines("store," + text.replacing("\ntoken", with: "\nplay,token"))
    #expect(lines.count == 40_000)
    #expect(lines.last == play("token-39999", line: 40_001))
  }
}
