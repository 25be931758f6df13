/// The state of a single-line text editor.
public struct LineEditor: Hashable, Sendable {
  /// The text.
  public private(set) var text: String
  /// The position of the next character, in characters from the beginning.
  public private(set) var caret: Int
  /// A Boolean value that indicates whether the latest text did not fit, so that its rest is
  /// missing.
  public private(set) var isCut = false
  /// The maximum number of characters.
  public static let charactersMax = 4096

  /// Creates an editor with a text and the caret at its end.
  public init(_ text: String = "") {
    self.text = ""
    caret = 0
    insert(text)
  }

  /// Creates an editor with a text and the caret after some characters of it.
  public init(_ text: String, caret: Int) {
    self.init(text)
    self.caret = min(max(0, caret), self.text.count)
  }

  /// A Boolean value that indicates whether there is no text.
  public var isEmpty: Bool { text.isEmpty }

  /// Inserts typed or pasted text, sanitized and without line ends, as far as there is space.
  public mutating func insert(_ addition: String) {
    let characters = Array(text)
    let room = max(0, Self.charactersMax - characters.count)
    isCut = addition.count > room
    guard room > 0 else { return }
    // A mark joins the previous character, so both are sanitized together.
    let before = String(characters[..<caret]) + String(addition.prefix(room))
    let after = String(characters[caret...])
    text = SafeText.sanitized(before + after)
    caret = min(SafeText.sanitized(before).count, text.count)
  }

  /// Handles a key that edits a line and returns true; others are the program's.
  ///
  /// These are the keys of a shell: arrows, Home and End, `^a ^e ^b ^f`, Backspace, Del and `^d`,
  /// `^w` for the word before the caret, `^u` for the whole line, `^k` for everything after the
  /// caret.
  public mutating func take(_ press: KeyPress) -> Bool {
    if let typed = press.typed {
      insert(String(typed))
      return true
    }
    let count = text.count
    switch (press.key, press.control) {
    case (.named(.left), _), (.character("b"), true): caret = max(0, caret - 1)
    case (.named(.right), _), (.character("f"), true): caret = min(count, caret + 1)
    case (.named(.home), _), (.character("a"), true): caret = 0
    case (.named(.end), _), (.character("e"), true): caret = count
    case (.named(.backspace), _): remove(max(0, caret - 1)..<caret)
    case (.named(.delete), _), (.character("d"), true): remove(caret..<min(count, caret + 1))
    case (.character("w"), true): remove(wordStart..<caret)
    case (.character("u"), true): remove(0..<count)
    case (.character("k"), true): remove(caret..<count)
    case _: return false
    }
    return true
  }

  private mutating func remove(_ range: Range<Int>) {
    var characters = Array(text)
    characters.removeSubrange(range)
    isCut = false
    text = String(characters)
    caret = min(range.lowerBound, text.count)
  }

  private var wordStart: Int {
    let characters = Array(text)
    var start = caret
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }
}
