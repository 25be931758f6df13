import Testing

@testable import churntop

struct LeadingOptionsTests {
  @Test(
    arguments: [
      (["--ledger", "x", "list"], ["list", "--ledger", "x"]),
      (["--ledger=x", "list", "--limit", "3"], ["list", "--ledger=x", "--limit", "3"]),
      (["--readonly", "prompt", "note", "id"], ["prompt", "note", "--readonly", "id"]),
      (["--as-of", "-3d", "stats"], ["stats", "--as-of", "-3d"]),
      (["--ledger", "list"], ["--ledger", "list"]),
      (["list", "--ledger", "x"], ["list", "--ledger", "x"]),
      (["--ledger", "x"], ["--ledger", "x"]), (["--help"], ["--help"]), ([], []),
      (["--ledger", "x", "bogus"], ["--ledger", "x", "bogus"]),
    ] as [([String], [String])])
  func `options in front are moved behind the command`(given: [String], moved: [String]) {
    #expect(LeadingOptions.moved(given, root: Churntop.self) == moved)
  }
}
