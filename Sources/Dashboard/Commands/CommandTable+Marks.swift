/// Marking rows, and taking back what was done to them.
extension CommandTable {
  private static let lists: Set<Screen> = [.subscribers, .due]
  private static let subjects: Set<Screen> = [
    .overview, .subscribers, .due, .events, .detail,
  ]

  static let marking: [Command] = [
    Command(
      .markToggle, ["space"], "mark", "marks the row and goes one line down", on: lists, .mark,
      hint: 11),
    Command(
      .markRange, ["v"], "range", "marks from here to where v is pressed again", on: lists, .mark,
      hint: 46),
    Command(
      .markAll, ["*"], "mark all", "marks all that the list has, seen or not", on: lists, .mark,
      hint: 47),
    Command(.markNone, ["\\"], "mark none", "removes every mark", on: lists, .mark),
  ]

  static let undoing: [Command] = [
    Command(
      .undo, ["u"], "undo", "takes back the latest thing recorded here", on: subjects, .act,
      writes: true, hint: 31),
    Command(
      .redo, ["^r"], "redo", "records again what was taken back last", on: subjects, .act,
      writes: true),
  ]
}
