import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct `churntop ledger compact` {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("records.ndjson", PlayRecord.inGrace.map(\.line).joined())
    try #require(try sandbox.run("import", "records.ndjson").status == 0)
  }

  @Test func `says what became of the file, and what is exported stays`() throws {
    let before = try sandbox.run("export").output
    let json = try sandbox.run("ledger", "compact", "--format", "json").json()
    #expect(json["payloads"].number == 0 && json["events"].number == 0)
    #expect((json["bytesBefore"].number ?? 0) >= (json["bytesAfter"].number ?? .max))
    let text = try sandbox.run("ledger", "compact")
    #expect(text.status == 0, "\(text)")
    #expect(text.output.contains("0 payloads and 0 events compressed, "), "\(text)")
    #expect(try sandbox.run("export").output == before)
    #expect(try sandbox.run("verify").status == 0)
  }

  @Test func `asks for a file that may be written`() throws {
    let refused = try sandbox.run("ledger", "compact", "--readonly")
    #expect(refused.status == 1, "\(refused)")
    let server = try sandbox.run("ledger", "compact", "--ledger", "service=none")
    #expect(server.status == 2, "\(server)")
  }
}
