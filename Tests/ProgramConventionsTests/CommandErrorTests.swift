import Testing

@testable import ProgramConventions

@Suite struct CommandErrorTests {
  @Test(
    arguments: [
      (.failed("x"), 1, ["x"]), (.partlyFailed, 1, []),
      (.notUnderstood("x", details: ["  ^"]), 2, ["x", "  ^"]), (.needsALook, 3, []),
      (.notFound("x"), 4, ["x"]),
      (.ambiguous("x", candidates: ["a", "b"]), 4, ["x", "  a", "  b"]),
      (.outputClosed, 141, []),
    ] as [(CommandError, Int32, [String])])
  func `each ends with the status and the words of the contract`(
    _ error: CommandError, _ status: Int32, _ lines: [String]
  ) {
    #expect(error.status.rawValue == status)
    #expect(error.lines == lines)
  }
}
