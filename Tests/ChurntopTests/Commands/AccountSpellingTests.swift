import OwnThreads
import Testing

/// Accounts that are UUIDs, which the stores spell in lower case and Swift prints in capitals.
@Suite(.ownThread) struct AccountSpellingTests {
  private static let account = "03d6db1f-77aa-4c0e-9f31-5be2a9c4d801"
  private static let capitals = account.uppercased()

  private func filled(_ accounts: [String] = [account]) throws -> Sandbox {
    let sandbox = try Sandbox()
    let records = accounts.enumerated().map { number, account in
      var record = PlayRecord.active(number)
      record.account = account
      return record
    }
    try #require(try sandbox.fill(records.archive).status == 0)
    return sandbox
  }

  @Test func `an erasure erases the account that is found, however it is spelled`() throws {
    let sandbox = try filled([Self.account, "somebody"])
    #expect(try sandbox.run("show", Self.capitals).status == 0)
    let outcome = try sandbox.run("erase", Self.capitals, "--yes")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output == "1 entry of \(Self.account) erased\n")
    #expect(try sandbox.run("show", Self.capitals).status == 4)
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
    #expect(try sandbox.run("erase", Self.capitals, "--yes").status == 4)
  }

  @Test func `an erasure erases both spellings of a UUID, and the profile of either`() throws {
    let sandbox = try filled([Self.account, Self.capitals])
    let users = "account,name\n\(Self.account),Mei Tan\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: users).status == 0)
    #expect(try sandbox.run("erase", Self.account, "--yes").lines.count == 2)
    #expect(try sandbox.run("list", "--format", "ndjson").lines.isEmpty)
    #expect(try sandbox.run("erase", Self.account, "--yes").status == 4)
  }

  @Test func `another account that differs in case is not erased with it`() throws {
    let sandbox = try filled(["AbCdEf", "abcdef"])
    let unclear = try sandbox.run("erase", "ABCDEF", "--yes")
    #expect(unclear.status == 4, "\(unclear)")
    #expect(unclear.diagnostics.contains("AbCdEf") && unclear.diagnostics.contains("abcdef"))
    #expect(try sandbox.run("erase", "AbCdEf", "--yes").status == 0)
    let left = try sandbox.run("list", "--format", "ndjson").lines
    #expect(left.count == 1 && left[0].contains("\"abcdef\""), "\(left)")
    // The one that is left is somebody else's as well, also when the command is run again.
    let again = try sandbox.run("erase", "AbCdEf", "--yes")
    #expect(again.status == 4 && again.diagnostics.contains("abcdef"), "\(again)")
    #expect(try sandbox.run("list", "--format", "ndjson").lines.count == 1)
  }

  @Test func `an account that only a refused payload names is erased, and nobody else's`() throws {
    let sandbox = try Sandbox()
    let refused = ["user-99", "user-9"].map { account in
      #"{"store":"google-play","packageName":"com.example","purchaseToken":"t\#(account)","#
        + #""subscription":{"lineItems":7,"externalAccountIdentifiers":"#
        + #"{"obfuscatedExternalAccountId":"\#(account)"}}}"#
    }
    let input = refused.joined(separator: "\n")
    #expect(try sandbox.run(["import", "-"], input: input).status == 3)
    let outcome = try sandbox.run("erase", "user-9", "--yes")
    #expect(outcome.output == "0 entries and 1 refused payload of user-9 erased\n", "\(outcome)")
    #expect(try sandbox.run("erase", "user-9", "--yes").status == 4)
    let left = try sandbox.run("quarantine", "list", "--format", "ndjson").lines
    #expect(left.count == 1, "\(left)")
    #expect(try sandbox.run("quarantine", "show", "1").output.contains("user-99"))
  }

  @Test(arguments: [[account], [capitals], [account, capitals]])
  func `a profile in capitals is attached to its subscriptions`(_ spelled: [String]) throws {
    let sandbox = try filled(spelled)
    let users = "account,name\n\(Self.capitals),Mei Tan\n"
    let outcome = try sandbox.run(["accounts", "import", "-"], input: users)
    #expect(outcome.status == 0 && outcome.output == "1 account stored\n", "\(outcome)")
    let named = try sandbox.run("list", "--filter", "name:~mei", "--format", "ndjson").lines
    #expect(named.count == spelled.count, "\(named)")
  }

  @Test func `a profile waits in lower case for the first subscription`() throws {
    let sandbox = try Sandbox()
    let users = "account,name\n\(Self.capitals),Mei Tan\n"
    try #require(try sandbox.run(["accounts", "import", "-"], input: users).status == 0)
    var record = PlayRecord.active(1)
    record.account = Self.account
    try #require(try sandbox.run(["import", "-"], input: record.line).status == 0)
    #expect(try sandbox.run("list", "--filter", "name:~mei", "--format", "ndjson").lines.count == 1)
  }
}
