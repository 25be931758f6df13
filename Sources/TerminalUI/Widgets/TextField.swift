/// A single-line text field, scrolled so that the caret is visible.
public struct TextField: Widget, Hashable, Sendable {
  /// The text and the caret.
  public var editor: LineEditor
  /// The text before the field's text.
  public var prompt: String
  /// The text shown while the field is empty.
  public var placeholder: String
  /// A Boolean value that indicates whether the field receives keys; only then it has the hardware
  /// cursor.
  public var isFocused: Bool
  /// The first invalid character, counted from the beginning of the text.
  public var errorOffset: Int?

  /// Creates a field.
  public init(
    _ editor: LineEditor, prompt: String = "", placeholder: String = "", isFocused: Bool = true,
    errorOffset: Int? = nil
  ) {
    (self.editor, self.prompt, self.placeholder) = (editor, prompt, placeholder)
    (self.isFocused, self.errorOffset) = (isFocused, errorOffset)
  }

  /// Returns the column of a character of the text, counted from 0 and clamped to the columns of
  /// the field.
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
