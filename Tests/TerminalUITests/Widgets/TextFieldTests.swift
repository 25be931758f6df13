import TerminalScript
import TerminalUI
import Testing

@Suite struct TextFieldTests {
  private func type(_ keys: [String], into text: String = "") -> LineEditor {
    var editor = LineEditor(text)
    for key in keys {
      if let press = KeyPress(notation: key) { _ = editor.take(press) }
    }
    return editor
  }

  @Test(arguments: [
    ("ab", ["c"], "abc", 3), ("ab", ["Left", "x"], "axb", 2), ("ab", ["^a", "Del"], "b", 0),
    ("ab cd", ["^w"], "ab ", 3), ("ab  ", ["^w"], "", 0), ("ab cd", ["^u"], "", 0),
    ("ab cd", ["Home", "Right", "^k"], "a", 1), ("ab", ["Bksp", "Bksp", "Bksp"], "", 0),
    ("山田", ["Left", "x"], "山x田", 2), ("ab", ["space", "^b", "^f", "^e"], "ab ", 3),
    ("", ["^d", "Left", "^w"], "", 0), ("田👩x", ["Left", "Left", "^u"], "", 0),
  ])
  func `keys edit the line`(text: String, keys: [String], result: String, caret: Int) {
    let editor = type(keys, into: text)
    #expect(editor.text == result)
    #expect(editor.caret == caret)
  }

  @Test(arguments: ["Enter", "Esc", "Up", "^p", "A-x", "F1", "Tab"])
  func `other keys are the program's`(key: String) throws {
    var editor = LineEditor("x")
    #expect(editor.take(try #require(KeyPress(notation: key))) == false)
    #expect(editor == LineEditor("x"))
  }

  @Test func `what is pasted is made safe and limited`() {
    var editor = LineEditor()
    editor.insert("a\u{1B}[31m\nb\u{202E}")
    #expect(editor.text == "a\u{FFFD}[31m b")
    editor.insert(String(repeating: "x", count: 5000))
    #expect(editor.text.count == LineEditor.charactersMax)
  }

  @Test func `a text that does not fit is marked as cut until something is removed`() {
    var editor = LineEditor(String(repeating: "x", count: LineEditor.charactersMax))
    #expect(!editor.isCut)
    editor.insert("y")
    #expect(editor.isCut)
    _ = editor.take(KeyPress(.backspace))
    #expect(!editor.isCut)
    editor.insert("y")
    #expect(!editor.isCut)
  }

  @Test func `a mark typed after its letter joins it`() {
    var editor = LineEditor("e")
    editor.insert("\u{301}")
    editor.insert("x")
    #expect(editor.text == "e\u{301}x")
    #expect(editor.caret == 2)
  }

  @Test func `the caret is always visible and is the cursor`() {
    var frame = Frame(size: Size(width: 8, height: 1))
    frame.draw(TextField(LineEditor("abcdefghij"), prompt: "/ "), in: frame.bounds)
    #expect(frame.lines == ["/ fghij"])
    #expect(frame.cursor == Point(x: 7, y: 0))
    frame.draw(TextField(type(["^a"], into: "abcdefghij"), prompt: "/ "), in: frame.bounds)
    #expect(frame.lines == ["/ abcdef"])
    #expect(frame.cursor == Point(x: 2, y: 0))
  }

  @Test(
    arguments: [
      ("abc", 0, 2), ("abc", 2, 4), ("ab山c", 3, 6), ("abcdefghij", 9, 6), ("abcdefghij", 0, 2),
      ("abcdefghij", 5, 2), ("abcdefghij", 30, 7),
    ])
  func `the column of a character follows the scrolling`(text: String, offset: Int, column: Int) {
    let field = TextField(LineEditor(text), prompt: "/ ")
    #expect(field.column(of: offset, in: Rect(x: 0, y: 0, width: 8, height: 1)) == column)
  }

  @Test func `an empty field says what it asks for, and errors are marked`() {
    var frame = Frame(size: Size(width: 12, height: 1))
    frame.draw(TextField(LineEditor(), placeholder: "type"), in: frame.bounds)
    #expect(frame.lines == ["type"])
    #expect(frame.roles([.placeholder: "p", .input: " "]) == ["pppppppppppp"])
    frame.draw(TextField(LineEditor("ab:cd"), errorOffset: 3), in: frame.bounds)
    #expect(frame.roles([.inputError: "e", .input: "i"]) == ["iiieeiiiiiii"])
  }

  @Test func `every width draws something and stays inside`() {
    for width in 1...20 {
      var frame = Frame(size: Size(width: width, height: 1))
      frame.draw(TextField(LineEditor("山田x山田"), prompt: "find: "), in: frame.bounds)
      #expect(frame.cursor.map { frame.bounds.contains($0) } ?? (width <= 6))
    }
  }
}
