/// Columns and saved views.
extension CommandTable {
  static let arranging: [Command] = [
    Command(
      .columns, ["c"], "columns", "chooses what the list shows of each subscriber",
      on: [.subscribers], .sort, hint: 19),
    Command(
      .views, ["@"], "views", "a menu of saved views and of other times",
      on: [.overview, .subscribers, .due, .events, .detail], .screens, hint: 61),
    Command(
      .saveView, [], "save view", "keeps filter, order, columns and zoom under a name (@ and s)",
      on: [.subscribers, .due], .screens),
    Command(
      .closeView, [], "close view", "the list as it was before a view was opened (@ and 0)",
      on: [.subscribers, .due], .screens),
  ]
}
