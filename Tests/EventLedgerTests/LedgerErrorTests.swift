import EventLedger
import Testing

@Suite struct `The words of a ledger's errors` {
  static let all: [LedgerError] = [
    .unavailable(location: "/l", detail: "no such file"), .busy(location: "/l"),
    .full(location: "/l"), .readOnly(location: "/l"),
    .unreadable(location: "/l", detail: "it is not a database"),
    .failed(location: "/l", detail: "broken"),
  ]

  @Test(arguments: all)
  func `name the place and say what to do`(_ error: LedgerError) {
    #expect(error.problem.hasPrefix("/l: "))
    #expect(error.problem.hasSuffix("."))
    #expect(error.advice.hasSuffix("."))
    #expect(error.description == error.problem + " " + error.advice)
    #expect(!error.description.contains("\n"))
  }

  @Test func `name no writer where a reader may be in the way`() {
    #expect(
      LedgerError.busy(location: "/l").problem
        == "/l: another process is reading or writing the ledger.")
  }

  @Test func `tell what may go away by itself`() {
    #expect(Self.all.filter(\.isTemporary).count == 3)
    #expect(!LedgerError.readOnly(location: "").isTemporary)
  }
}
