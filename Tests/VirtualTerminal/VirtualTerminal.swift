import CVirtualTerminal
import OwnThreads

/// A terminal in memory, for tests: it shows bytes or runs a program, and its screen can be read.
public final class VirtualTerminal {
  /// What has become of the program.
  public enum ProgramState: Hashable, Sendable {
    /// It runs.
    case running
    /// It was suspended.
    case stopped
    /// It ended by itself, with that status.
    case exited(Int32)
    /// A signal ended it.
    case signaled(Int32)
  }

  private let terminal: OpaquePointer

  /// Creates a terminal.
  public init(columns: Int, rows: Int) {
    guard let terminal = vt_open(Int32(rows), Int32(columns)) else {
      preconditionFailure("no memory for a terminal")
    }
    self.terminal = terminal
  }

  deinit { vt_close(terminal) }

  /// Shows bytes as if a program had written them.
  public func feed(_ bytes: [UInt8]) {
    vt_feed(terminal, bytes, bytes.count)
  }

  /// Starts a program under a pty.
  ///
  /// - Returns: Whether it could be started.
  public func spawn(_ path: String, arguments: [String] = [], environment: [String: String]) -> Bool
  {
    withCStrings([path] + arguments) { argv in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
        vt_spawn(terminal, path, argv, envp) == 0
      }
    }
  }

  private func withCStrings<R>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    var copies: [UnsafeMutablePointer<CChar>?] = strings.map { string in
      let bytes = Array(string.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return copy
    }
    copies.append(nil)
    defer { for copy in copies { copy?.deallocate() } }
    return body(copies)
  }

  /// Types text, which may contain control characters.
  public func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = vt_send(terminal, bytes, bytes.count)
  }

  /// Shows what the program writes until a condition holds.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait for it at most, counted in waits for output.
  ///   - condition: What to wait for; it is asked after each piece of output.
  /// - Returns: Whether the condition holds.
  public func wait(seconds: Int = 20, until condition: () -> Bool) -> Bool {
    OwnThreads.expect()
    var patience = seconds * 50
    while !condition() {
      guard patience > 0 else { return false }
      if vt_pump(terminal, 20) <= 0 {
        patience -= 1
        _ = vt_state(terminal, 0)
      }
    }
    return true
  }

  /// Shows what the program writes until the screen contains a text.
  public func wait(seconds: Int = 20, for text: String) -> Bool {
    wait(seconds: seconds) { self.text.contains(text) }
  }

  /// Waits for the program to stop or end.
  public func waitForEnd(seconds: Int = 20) -> ProgramState {
    OwnThreads.expect()
    var patience = seconds * 50
    while patience > 0, state == .running {
      if vt_pump(terminal, 0) <= 0 {
        _ = vt_state(terminal, 20)
        patience -= 1
      }
    }
    while vt_pump(terminal, 0) > 0 {}
    return state
  }

  /// What has become of the program.
  public var state: ProgramState {
    let state = vt_state(terminal, 0)
    if state == vt_stopped { return .stopped }
    if state == vt_exited { return .exited(vt_status(terminal)) }
    if state == vt_signaled { return .signaled(vt_status(terminal)) }
    return .running
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) { _ = vt_signal(terminal, number) }

  /// Continues a stopped program in the foreground, as `fg` does.
  public func resume() { _ = vt_continue(terminal) }

  /// Closes the pty, as when the window is closed.
  public func hangUp() { vt_hang_up(terminal) }

  /// Changes the size.
  public func resize(columns: Int, rows: Int) { vt_resize(terminal, Int32(rows), Int32(columns)) }

  /// Columns.
  public var columns: Int { Int(vt_columns(terminal)) }
  /// Rows.
  public var rows: Int { Int(vt_rows(terminal)) }
  /// Where the cursor is.
  public var cursor: (column: Int, row: Int) {
    (Int(vt_cursor_column(terminal)), Int(vt_cursor_row(terminal)))
  }
  /// Whether the cursor is shown.
  public var isCursorVisible: Bool { vt_cursor_is_visible(terminal) }
  /// Whether the alternate screen is shown.
  public var isAlternate: Bool { vt_is_alternate(terminal) }
  /// Whether the mouse is reported to the program.
  public var reportsMouse: Bool { vt_mouse_mode(terminal) != 0 }
  /// The modes of the pty.
  public var modes: VirtualModes { VirtualModes(vt_pty_modes(terminal)) }

  /// A cell; an empty one outside of the screen.
  public func cell(column: Int, row: Int) -> VirtualCell {
    VirtualCell(vt_cell_at(terminal, Int32(row), Int32(column)))
  }

  /// The rows as text, without the spaces at their ends.
  public var lines: [String] {
    (0..<rows).map { row in
      var line = ""
      for column in 0..<columns { line += cell(column: column, row: row).text }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// The rows as text, one line each.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  /// The bytes shown since ``forgetOutput()``.
  public var output: [UInt8] {
    var count = 0
    guard let bytes = vt_output(terminal, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Forgets the bytes shown so far.
  public func forgetOutput() { vt_forget_output(terminal) }
}
