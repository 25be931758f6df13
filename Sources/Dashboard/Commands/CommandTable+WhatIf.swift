extension CommandTable {
  /// The screens on which the keys of undo are about what was recorded.
  static let recorded = subjects.subtracting([.whatIf])

  /// The commands of the What-if screen, and the one that opens it for a subscriber.
  static let varying: [Command] = [
    Command(
      .whatIfOf, ["p"], "what-if", "the subscriber's timelines under another policy",
      on: lists.union([.detail]), .whatIf, hint: 24),
    Command(
      .fieldLess, ["h", "Left", "-", "_"], "less", "the previous value of the field",
      on: [.whatIf], .whatIf, hint: 11),
    Command(
      .fieldMore, ["l", "Right", "+", "="], "more", "the next value of the field",
      on: [.whatIf], .whatIf, hint: 12),
    Command(
      .presentLess, ["<"], "current less",
      "the previous value of the length that the candidate is compared with", on: [.whatIf],
      .whatIf),
    Command(
      .presentMore, [">"], "current more",
      "the next value of the length that the candidate is compared with", on: [.whatIf], .whatIf,
      hint: 16),
    Command(
      .undoChange, ["u"], "undo", "takes the latest change of the candidate back",
      on: [.whatIf], .whatIf, hint: 13),
    Command(
      .redoChange, ["^r"], "redo", "makes the change again that was taken back last",
      on: [.whatIf], .whatIf),
    Command(
      .presets, ["P"], "presets", "a menu of candidates to begin with", on: [.whatIf], .whatIf,
      hint: 14),
    Command(
      .turnReplay, ["r"], "window", "the next window of failures: 30, 90, 180 or 365 days",
      on: [.whatIf], .whatIf, hint: 15),
    Command(
      .differs, ["d"], "differs", "goes to the list of the episodes that differ",
      on: [.whatIf], .whatIf, hint: 17),
    Command(
      .assumptions, ["w"], "assumptions", "what the figures assume, and the figures in full",
      on: [.whatIf], .whatIf, hint: 18),
    Command(
      .savePolicy, ["S"], "save",
      "saves the candidate as a policy file for churntop whatif --policy", on: [.whatIf],
      .whatIf, hint: 19),
  ]
}
