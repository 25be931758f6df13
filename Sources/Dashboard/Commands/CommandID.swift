/// The name of everything a key or the palette can do; the raw value is the name in `keys.toml`.
public enum CommandID: String, Hashable, Sendable, CaseIterable {
  /// One line down.
  case moveDown = "move.down"
  /// One line up.
  case moveUp = "move.up"
  /// To the first line.
  case moveTop = "move.top"
  /// To the last line.
  case moveBottom = "move.bottom"
  /// Half a page down.
  case moveHalfDown = "move.half-down"
  /// Half a page up.
  case moveHalfUp = "move.half-up"
  /// One page down.
  case movePageDown = "move.page-down"
  /// One page up.
  case movePageUp = "move.page-up"
  /// To the first line on screen.
  case moveScreenTop = "move.screen-top"
  /// To the middle line on screen.
  case moveScreenMiddle = "move.screen-middle"
  /// To the last line on screen.
  case moveScreenBottom = "move.screen-bottom"
  /// The next subscriber of the list, from inside one.
  case recordNext = "record.next"
  /// The previous subscriber of the list, from inside one.
  case recordPrevious = "record.previous"
  /// The next newer event of the subscriber.
  case eventNext = "event.next"
  /// The next older event of the subscriber.
  case eventPrevious = "event.previous"
  /// The other purchases of the same user.
  case linked = "record.linked"
  /// Moves the timelines to earlier times.
  case timeEarlier = "time.earlier"
  /// Moves the timelines to later times.
  case timeLater = "time.later"
  /// Less time a cell, down to one minute.
  case timeZoomIn = "time.zoom-in"
  /// More time a cell, up to thirty days.
  case timeZoomOut = "time.zoom-out"
  /// Brings the present back into view.
  case timeToday = "time.today"
  /// Shows the latest billing episode whole.
  case timeFit = "time.fit"
  /// Opens what the cursor is on.
  case open = "nav.open"
  /// Opens the subscriber of the event under the cursor.
  case openSubscriber = "nav.open-subscriber"
  /// Shows the subscriber beside or below the list, and hides it again.
  case openBeside = "nav.open-beside"
  /// Back one step: closes what is open, clears the filter, leaves the screen.
  case back = "nav.back"
  /// Leaves churntop at once.
  case quit = "nav.quit"
  /// Counts, prompts, time to loss of access.
  case overview = "screen.overview"
  /// The list with timelines.
  case subscribers = "screen.subscribers"
  /// The prompts that are due, soon due, or held back.
  case due = "screen.due"
  /// What was heard, newest first.
  case events = "screen.events"
  /// Moves the cursor to the next panel.
  case paneNext = "pane.next"
  /// Moves the cursor to the previous panel.
  case panePrevious = "pane.previous"
  /// The payments of the subscriber.
  case payments = "pane.payments"
  /// The subscribers whose plan is not known.
  case unknownPlans = "list.unknown-plans"
  /// Narrows the list while typing.
  case filter = "filter.edit"
  /// Removes the filter.
  case filterClear = "filter.clear"
  /// Chooses what the list shows of each subscriber.
  case columns = "columns.choose"
  /// A menu of saved views and of other times.
  case views = "view.menu"
  /// Keeps filter, order, columns and zoom under a name.
  case saveView = "view.save"
  /// Goes back to the list as it was before a view was opened.
  case closeView = "view.close"
  /// The next row that the latest filter matches.
  case matchNext = "match.next"
  /// The previous row that the latest filter matches.
  case matchPrevious = "match.previous"
  /// A command by its name, or a subscriber by any identifier.
  case palette = "palette.open"
  /// Keys of this screen, filter language, states.
  case help = "help.open"
  /// Why a prompt is due or is not.
  case why = "why.toggle"
  /// A menu of what can be recorded.
  case actions = "act.menu"
  /// Records that the user was shown the prompt.
  case markShown = "act.shown"
  /// No prompts until a time of your choice.
  case snooze = "act.snooze"
  /// No more prompts in this billing episode.
  case suppress = "act.suppress"
  /// Writes a note into the subscriber's history.
  case note = "act.note"
  /// Tells colleagues that you take the case for a day.
  case claim = "act.claim"
  /// Takes back the latest thing recorded here.
  case undo = "act.undo"
  /// Records again what was taken back last.
  case redo = "act.redo"
  /// Marks the row and goes one line down.
  case markToggle = "mark.toggle"
  /// Marks from here to where it is pressed again.
  case markRange = "mark.range"
  /// Marks all that the list has, seen or not.
  case markAll = "mark.all"
  /// Removes every mark.
  case markNone = "mark.none"
  /// Asks for a fresh answer from the store.
  case askStore = "act.ask-store"
  /// A menu of the orders.
  case sortMenu = "sort.menu"
  /// Turns the order round.
  case sortInvert = "sort.invert"
  /// Orders by the previous column.
  case sortPrevious = "sort.previous"
  /// Orders by the next column.
  case sortNext = "sort.next"
  /// A menu of the programs in `commands.toml`.
  case commands = "cmd.menu"
  /// The latest messages.
  case messages = "ui.messages"
  /// Gives the terminal to the shell until `fg`.
  case suspend = "ui.suspend"
  /// Stops and starts the arrival of news on screen.
  case pause = "live.pause"
  /// Reads again and merges what has arrived.
  case refresh = "live.refresh"
  /// Keeps the newest event in view.
  case follow = "live.follow"
  /// Draws the screen anew.
  case redraw = "live.redraw"
  /// Sets the whole program to another time.
  case asOf = "time.as-of"
  /// Goes back to the present.
  case live = "time.live"
  /// Makes a simulated world's time run slower.
  case slower = "clock.slower"
  /// Makes a simulated world's time run faster.
  case faster = "clock.faster"
  /// A menu of what goes to the clipboard.
  case copy = "copy.menu"
  /// Copies the text of what is open in front of the screen, or the latest message.
  case copyOpen = "copy.open"
  /// What to write to the customer.
  case reply = "reply.open"
  /// Writes the list to a file.
  case export = "export.menu"
  /// Lets the terminal report the mouse.
  case mouse = "ui.mouse"
  /// Shows the person of one masked subscriber.
  case reveal = "ui.reveal"
  /// A list of the themes.
  case theme = "ui.theme"
  /// The next set of signs: unicode, narrow, ascii.
  case glyphs = "ui.glyphs"
  /// Hides and shows names and mail addresses.
  case mask = "ui.mask"
}
