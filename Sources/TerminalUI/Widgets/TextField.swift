/// One line to type into, scrolled so that the caret is visible.
public struct TextField: Widget, Hashable, Sendable {
  /// The text and the caret.
  public var editor: LineEditor
  /// What stands before the text.
  public var prompt: String
  /// What is shown while there is no text.
  public var placeholder: String
  /// Whether keys go to the field; only then it has the hardware cursor.
  public var isFocused: Bool
  /// The first character that is wrong, counted from the beginning of the text.
  public var errorOffset: Int?

  /// Creates a field.
  public init(
    _ editor: LineEditor, prompt: String = "", placeholder: String = "", isFocused: Bool = true,
    errorOffset: Int? = nil
  ) {
    self.editor = editor
    self.prompt = prompt
    self.placeholder = placeholder
    self.isFocused = isFocused
    self.errorOffset = errorOffset
  }

  /// The column in which a character of the text is drawn, counted from 0, as far to the left as
  /// the field begins and as far to the right as it ends.
  ///
  /// - Complexity: O(*n*) for *n* characters.
  public func column(of offset: Int, in rect: Rect) -> Int {
    let start = rect.x + min(SafeText.width(of: prompt), rect.width)
    let place = start + width(before: offset) - scroll(in: rect.right - start)
    return min(max(start, place), max(start, rect.right - 1))
  }

  private func width(before offset: Int) -> Int {
    SafeText.width(of: String(editor.text.prefix(offset)))
  }

  private func scroll(in room: Int) -> Int { max(0, width(before: editor.caret) - room + 1) }

  /// Draws the field in the first row of the block.
  public func draw(into frame: inout Frame, in rect: Rect) {
    guard !rect.isEmpty else { return }
    frame.fill(rect.row(0), role: .input)
    let start = frame.put(
      prompt, at: Point(x: rect.x, y: rect.y),
      width: min(SafeText.width(of: prompt), rect.width), role: .hintKey)
    let room = rect.right - start
    guard room > 0 else { return }
    if editor.isEmpty {
      frame.put(placeholder, at: Point(x: start, y: rect.y), width: room, role: .placeholder)
    }
    let scroll = scroll(in: room)
    let caret = Point(x: start + width(before: editor.caret) - scroll, y: rect.y)
    frame.clipped(to: Rect(x: start, y: rect.y, width: room, height: 1)) { frame in
      var x = start - scroll
      for (offset, character) in editor.text.enumerated() {
        let isWrong = errorOffset.map { offset >= $0 } ?? false
        x = frame.put(
          String(character), at: Point(x: x, y: rect.y), role: isWrong ? .inputError : .input)
      }
    }
    if isFocused { frame.cursor = caret }
  }
}
