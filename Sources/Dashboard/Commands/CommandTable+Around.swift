extension CommandTable {
  private static let lists: Set<Screen> = [.subscribers, .due]
  private static let subjects: Set<Screen> = [
    .overview, .subscribers, .due, .events, .detail,
  ]

  /// What concerns the world around the screens: time, clipboard, files, mouse.
  static let around: [Command] = [
    Command(
      .copy, ["y"], "copy", "a menu of what goes to the clipboard", on: subjects, .take, hint: 17),
    Command(
      .copyOpen, ["^y"], "copy text",
      "copies the text of what is open: a menu, a question, help, or else the latest message",
      .take),
    Command(
      .reply, ["r"], "reply", "what to write to the customer, to read and to copy", on: [.detail],
      .take, hint: 23),
    Command(
      .export, ["e"], "export", "writes the list to a file: CSV, JSON, JSON Lines, Markdown",
      on: lists.union([.events]), .take, hint: 66),
    Command(
      .asOf, [], "as-of time", "sets the whole program to another time (@ and t)", .live),
    Command(.live, [], "back to now", "goes back to the present (@ and l)", .live),
    Command(
      .slower, [","], "slower", "makes the demo's time run slower", .live),
    Command(.faster, ["."], "faster", "makes the demo's time run faster", .live),
    Command(
      .mouse, ["M"], "mouse", "switches the mouse on, and off again for the terminal's selection",
      .display),
    Command(
      .reveal, ["m"], "reveal", "shows the masked name and mail address of this subscriber",
      on: [.detail], .display, hint: 67),
  ]
}
