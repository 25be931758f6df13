import EventLedger
import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct `churntop ledger status --sizes` {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
    try #require(try sandbox.run("import", "records.ndjson").status == 0)
  }

  @Test func `says what takes the room of the file, and all of it`() throws {
    let status = try sandbox.run("ledger", "status", "--sizes", "--format", "json").json()
    let sizes = status["sizes"]
    let parts = sizes["parts"].elements
    let bytes = parts.map { $0["bytes"].number ?? 0 }
    #expect(bytes.reduce(0, +) == sizes["bytes"].number)
    #expect(bytes == bytes.sorted(by: >))
    let names = Set(parts.compactMap { $0["part"].text })
    #expect(names.isSuperset(of: ["payloads", "events", "rows", "listIndexes", "search"]))
    let items = parts.flatMap { $0["items"].elements.compactMap { $0["name"].text } }
    #expect(Set(items).isSuperset(of: ["entries", "events", "eventsOnce", "subscribers"]))
    let text = try sandbox.run("ledger", "status", "--sizes").output
    #expect(text.contains("payloads of the stores") && text.contains("together"), "\(text)")
  }

  @Test func `prints no sizes unless asked for`() throws {
    let status = try sandbox.run("ledger", "status", "--format", "json")
    #expect(status.output.contains("\"sizes\": null"), "\(status)")
    #expect(try !sandbox.run("ledger", "status").output.contains("together"))
  }

  @Test(arguments: [
    ("entries", "entries", LedgerSize.Part.payloads),
    ("sqlite_autoindex_entries_1", "ENTRIES", .payloads),
    ("subscribers", "subscribers", .rows), ("subscribersByLoss", "subscribers", .listIndexes),
    ("edge11", "subscribers", .counters), ("pieces_data", "pieces_data", .search),
    ("textblocks", "textblocks", .search),
    ("outdatedEpisodeBlocks", "outdatedEpisodeBlocks", .episodes),
    ("deliveriesDead", "deliveries", .outbox), ("subscriptions", "subscriptions", .subscriptions),
    ("meta", "meta", .other), ("accountsByEmail", "accounts", .accounts),
  ])
  func `a table or index belongs to a part`(
    _ name: String, _ table: String, _ part: LedgerSize.Part
  ) {
    #expect(LedgerSize(name: name, table: table, bytes: 1).part == part)
  }
}
