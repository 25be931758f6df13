import Foundation
import OwnThreads
import Testing

@testable import churntop

/// What a shell completes from the user's own ledger and files.
@Suite(.ownThread) struct LedgerCompletionTests {
  private func filled() throws -> Sandbox {
    let sandbox = try Sandbox(PlayRecord.usual)
    let profile = "account,name,email\nacct-2,Ada Okafor,ada.okafor@example.com\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: profile).status == 0)
    return sandbox
  }

  /// The completions that the program offers a shell for the last of some words.
  private func offers(_ sandbox: Sandbox, _ words: [String]) throws -> [String] {
    let script = try sandbox.write("script", CompletionsCommandTests.script(.bash).output)
    let line = (["churntop"] + words).joined(separator: " ")
    let quoted = (["churntop"] + words).map { "'\($0)'" }.joined(separator: " ")
    let asking = """
      PATH=\(URL(filePath: Sandbox.program).deletingLastPathComponent().path):$PATH
      source \(script)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count) COMP_LINE='\(line)' COMP_POINT=\(line.count)
      _churntop churntop '\(words.last ?? "")' '\(words.dropLast().last ?? "churntop")'
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try RunningProgram(
      "/bin/bash", ["-c", asking], environment: sandbox.environment, folder: sandbox.path,
      input: nil
    ).finish().lines
  }

  @Test func `subscribers are completed by identifier and mail address`() throws {
    let sandbox = try filled()
    let ids = try sandbox.run("list", "--format", "ndjson").lines.compactMap { line in
      line.matches(of: /"id":"([^"]+)"/).first.map { String($0.1) }
    }
    #expect(ids.count == 6)
    #expect(try Set(offers(sandbox, ["show", ""])).isSuperset(of: ids))
    let one = try #require(ids.first)
    #expect(try offers(sandbox, ["show", String(one.prefix(one.count - 2))]).contains(one))
    #expect(
      try offers(sandbox, ["explain", "ada.o"]).map { $0.trimmingCharacters(in: .whitespaces) }
        == ["ada.okafor@example.com"])
    #expect(try offers(sandbox, ["show", "nobody"]).filter { !$0.isEmpty }.isEmpty)
  }

  @Test func `without a ledger nothing is offered and nothing is made`() throws {
    let sandbox = try Sandbox()
    #expect(try offers(sandbox, ["show", "as"]).filter { !$0.isEmpty }.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: sandbox.file(".local/share/churntop")))
  }

  @Test func `the products of the ledger complete a filter`() throws {
    let offers = try offers(try filled(), ["list", "--filter", "product:"])
    #expect(offers.contains { $0.contains("product:") && !$0.hasSuffix("product:any") })
  }

  @Test func `a saved view lists its rows in its order, narrowed by a filter`() throws {
    let sandbox = try filled()
    try FileManager.default.createDirectory(
      atPath: sandbox.file(".config/churntop"), withIntermediateDirectories: true)
    try sandbox.write(
      ".config/churntop/views.toml",
      """
      [view.saveme]
      filter = "store:google-play | state:pending"
      sort = ["-id"]
      [view.news]
      screen = "events"
      """)
    #expect(try offers(sandbox, ["list", "--view", "sa"]).contains("saveme"))
    let all = try sandbox.run("list", "--view", "saveme", "--format", "ndjson").lines
    #expect(all.count == 6)
    let ids = all.compactMap { $0.matches(of: /"id":"([^"]+)"/).first.map { String($0.1) } }
    #expect(ids == ids.sorted(by: >))
    let active = try sandbox.run(
      "list", "--view", "saveme", "--filter", "state:active", "--format", "ndjson")
    #expect(active.lines.count == 5)
    let wrong = try sandbox.run("list", "--view", "savem")
    #expect(wrong.status == 4 && wrong.diagnostics.contains("Did you mean 'saveme'?"))
    #expect(try sandbox.run("list", "--view", "news").status == 2)
  }

  @Test func `the store's pages for a subscription are printed`() throws {
    let sandbox = try filled()
    let id = try #require(
      sandbox.run("list", "--format", "ndjson", "--limit", "1").lines.first?
        .matches(of: /"id":"([^"]+)"/).first.map { String($0.1) })
    let text = try sandbox.run("show", id, "--web")
    #expect(text.status == 0)
    #expect(text.lines.first?.contains("https://play.google.com/console") == true, "\(text)")
    #expect(text.output.contains("Search for GPA."))
    let json = try sandbox.run("show", id, "--web", "--format", "json")
    #expect(json.output.contains(#""address": "https://play.google.com/console""#), "\(json)")
  }
}
