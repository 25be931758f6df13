/// Going from match to match.
extension CommandTable {
  static let matching: [Command] = [
    Command(
      .matchNext, ["n"], "next match", "the next row that the latest filter matches",
      on: [.subscribers, .due], .find),
    Command(
      .matchPrevious, ["N"], "previous match", "the previous row that the latest filter matches",
      on: [.subscribers, .due], .find),
  ]
}
