/// One thing the user can ask for, declared once.
///
/// Dispatch, the hint row, the help screen, the palette, `churntop keys` and the table in the
/// article about keys are derived from these, so they agree.
public struct Command: Hashable, Sendable {
  /// The group of a command: a heading of help and of the key table.
  public enum Group: String, Hashable, Sendable, CaseIterable {
    /// Moving the cursor.
    case move
    /// Going from record to record.
    case record
    /// Moving and scaling timelines.
    case timeline
    /// Opening, going back, leaving.
    case open = "open and back"
    /// Changing the screen.
    case screens
    /// Finding.
    case find
    /// Choosing and explaining metrics.
    case metrics
    /// Replaying failures under another policy.
    case whatIf = "what if"
    /// Choosing the subscribers that an action is about.
    case mark
    /// Recording actions on subscribers.
    case act
    /// Copying, and writing to files.
    case take = "copy and export"
    /// The user's own programs.
    case own = "your own programs"
    /// Ordering lists.
    case sort
    /// News and time.
    case live
    /// Appearance.
    case display
  }

  /// Its name.
  public var id: CommandID
  /// The keys it has when nothing is configured.
  public var keys: [KeyChord]
  /// Two or three words for hints and menus.
  public var title: String
  /// One sentence without a full stop for help.
  public var tooltip: String
  /// The screens on which its keys work.
  public var screens: Set<Screen>
  /// Its heading.
  public var group: Group
  /// A Boolean value that indicates whether it writes to the ledger, so that `--readonly` disables
  /// it and a dialog precedes it.
  public var writes: Bool
  /// The rank among the hints, the lowest first; 0 for a command without a hint.
  public var hint: Int

  init(
    _ id: CommandID, _ keys: [KeyChord], _ title: String, _ tooltip: String,
    on screens: Set<Screen> = Set(Screen.allCases), _ group: Group, writes: Bool = false,
    hint: Int = 0
  ) {
    self.id = id
    self.keys = keys
    self.title = title
    self.tooltip = tooltip
    self.screens = screens
    self.group = group
    self.writes = writes
    self.hint = hint
  }

  /// A Boolean value that indicates whether it begins something that the palette can run without
  /// further words.
  public var isRunnable: Bool { group != .move }
}
