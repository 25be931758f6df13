import CTerminal
import Glibc
import TerminalUI

/// A real terminal, drawn by ncurses and restored on every exit.
///
/// ncurses draws into memory and each frame reaches the terminal in one write. While it is open,
/// its signal handlers replace the process's handlers for the terminal's signals: they only record
/// the signal. A crash, `exit` or a second and third request to end restore the terminal too.
@TerminalActor
public final class CursesTerminal: @TerminalActor Terminal {
  /// The options for opening a terminal.
  public struct Options: Sendable {
    /// The theme.
    public var theme: Theme
    /// The colours to use; fewer are used if the terminal has fewer.
    public var tier: ColorTier
    /// The environment variables, which describe the terminal.
    public var environment: [String: String]
    /// The time for which a lone Escape may be the beginning of a key of several bytes.
    public var escapeMilliseconds = 25
    /// The size and terminfo entry of a screen without a terminal, whose output is readable as
    /// bytes.
    public var headless: (size: Size, terminal: String)?

    /// Creates options.
    public init(
      theme: Theme, tier: ColorTier, environment: [String: String] = [:],
      headless: (size: Size, terminal: String)? = nil
    ) {
      (self.theme, self.tier) = (theme, tier)
      (self.environment, self.headless) = (environment, headless)
    }
  }

  /// Ends a wait for events from any thread; it is shared by the whole process.
  public nonisolated static var wake: @Sendable () -> Void { { ct_wake() } }

  /// The number of bytes of the last frame.
  public private(set) var lastFrameBytes = 0

  let screen: OpaquePointer
  private let environment: [String: String]
  private var styles: StyleTable
  private var decoder: InputDecoder
  private var queue: [TerminalEvent] = []
  private var shown: Frame?
  private var isOpen = true
  private let isReal: Bool
  private let escapeMilliseconds: Int32
  /// A Boolean value that indicates whether to query the terminal for mode 2026 after the first
  /// frame.
  private var asksMode: Bool

  /// Opens the terminal.
  public init(_ options: Options) throws(TerminalError) {
    let terminal = options.headless?.terminal ?? options.environment["TERM"]
    var result = ct_opened
    let screen = (terminal ?? "").withCString { name in
      var settings = ct_options()
      settings.terminal = terminal == nil ? nil : name
      settings.use_color = options.tier > .mono
      settings.synchronize = SynchronizedOutput.isKnownGood(options.environment)
      settings.rows = Int32(options.headless?.size.height ?? 0)
      settings.columns = Int32(options.headless?.size.width ?? 0)
      return ct_open(&settings, &result)
    }
    guard let screen else { throw TerminalError(result, terminal: terminal, number: errno) }
    self.screen = screen
    environment = options.environment
    escapeMilliseconds = Int32(clamping: max(0, options.escapeMilliseconds))
    isReal = options.headless == nil
    asksMode =
      isReal && !SynchronizedOutput.isKnownGood(environment)
      && SynchronizedOutput.mayAsk(environment)
    let colors = Int(ct_colors(screen))
    styles = StyleTable(theme: options.theme, tier: options.tier, colors: colors)
    decoder = InputDecoder(sequences: TerminfoKeys.sequences(of: screen))
  }

  /// Opens a terminal, runs a body on its thread, and restores the terminal.
  ///
  /// - Throws: A ``TerminalError`` if there is no suitable terminal.
  public static func withTerminal<R: Sendable>(
    _ options: Options, _ body: @TerminalActor (CursesTerminal) -> R
  ) async throws(TerminalError) -> R {
    let terminal = try CursesTerminal(options)
    defer { terminal.close() }
    return body(terminal)
  }

  /// Restores the terminal; nothing is shown or read afterwards.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    ct_close(screen)
  }

  /// The present size.
  public var size: Size {
    isOpen
      ? Size(width: Int(ct_columns(screen)), height: Int(ct_rows(screen)))
      : Size(width: 0, height: 0)
  }

  /// Shows a frame; unchanged rows are not passed to ncurses.
  public func show(_ frame: Frame) {
    guard isOpen else { return }
    let size = size
    for y in 0..<size.height where shown.map({ frame.differs(from: $0, inRow: y) }) ?? true {
      ct_row_begin(screen, Int32(y))
      styles.draw(frame.row(y), on: screen)
      ct_row_end(screen)
    }
    shown = frame
    let cursor = frame.cursor.flatMap { Rect(size).contains($0) ? $0 : nil }
    lastFrameBytes = ct_flush(screen, Int32(cursor?.y ?? -1), Int32(cursor?.x ?? 0))
    if asksMode {
      asksMode = false
      send(Array(SynchronizedOutput.question.utf8))
    }
  }

  /// The bytes of the last frame, for a screen without a terminal.
  public var lastFrame: [UInt8] {
    var count = 0
    guard isOpen, let bytes = ct_bytes(screen, &count) else { return [] }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// Resizes a screen without a terminal.
  public func resize(to size: Size) {
    guard isOpen else { return }
    ct_set_size(screen, Int32(max(1, size.height)), Int32(max(1, size.width)))
    shown = nil
  }

  /// Waits for the next event.
  public func nextEvent(within milliseconds: Int64?) -> TerminalEvent? {
    guard isOpen else { return .closed }
    if !queue.isEmpty { return queue.removeFirst() }
    let isLook = milliseconds == 0
    let patience = Self.patience(
      milliseconds, withEscape: decoder.isPending ? escapeMilliseconds : nil)
    let found = ct_wait(screen, patience)
    if found & Int32(ct_signaled) != 0 { takeSignals() }
    if found & Int32(ct_input) != 0 {
      takeInput()
    } else if found & Int32(ct_gone) != 0 {
      queue.append(.closed)
    } else if found == 0, !isLook {
      queue += decoder.flush()
    }
    return queue.isEmpty ? nil : queue.removeFirst()
  }

  /// Performs a request that only a terminal can perform.
  public func perform(_ request: TerminalRequest) {
    guard isOpen else { return }
    switch request {
    case .suspend: suspend()
    case .run(let arguments):
      let before = size
      let status: ProgramStatus = run(arguments)
      resume(with: .ran(status), after: before)
    case .repaint: ct_repaint(screen)
    case .mouse(let on): ct_set_mouse(screen, on)
    case .theme(let theme):
      if !styles.use(theme) { ct_repaint(screen) }
      shown = nil
    case .askBackground where isReal:
      decoder.expectsReport = true
      send(Array("\u{1B}]11;?\u{1B}\\".utf8))
    case .askBackground: break
    case .copy(let text):
      if let bytes = Clipboard.sequence(text, environment: environment) { send(bytes) }
    case .bell: send([0x07])
    }
  }

  /// Returns the timeout of a wait, negative for none: the given timeout, limited to the time for
  /// which a lone Escape may be the beginning of a sequence.
  nonisolated static func patience(
    _ milliseconds: Int64?, withEscape escapeMilliseconds: Int32?
  ) -> Int32 {
    let asked = milliseconds.map { Int32(clamping: $0) } ?? -1
    guard let escapeMilliseconds else { return asked }
    return asked < 0 ? escapeMilliseconds : min(asked, escapeMilliseconds)
  }

  private func send(_ bytes: [UInt8]) { ct_send(screen, bytes, bytes.count) }

  private func takeInput() {
    let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { bytes in
      let count = ct_read(screen, bytes.baseAddress, bytes.count)
      if count > 0 { queue += decoder.feed(bytes.prefix(count)) }
      return count
    }
    if decoder.offersSynchronizedOutput == true { ct_synchronize(screen) }
    if count < 0 { queue.append(.closed) }
  }

  private func takeSignals() {
    while case let number = ct_take_signal(), number != 0 {
      switch number {
      case SIGWINCH: takeSize()
      case SIGTSTP: suspend()
      case SIGCONT:
        let before = size
        ct_resume(screen)
        resume(with: .resumed, after: before)
      case _: queue.append(.terminate(signal: number))
      }
    }
  }

  private func takeSize() {
    guard ct_update_size(screen) else { return }
    shown = nil
    queue.append(.resize(size))
  }

  /// Queues the event that ends a pause, after the size of a window that was resized during it.
  private func resume(with event: TerminalEvent, after before: Size) {
    shown = nil
    if size != before { queue.append(.resize(size)) }
    queue.append(event)
  }

  private func suspend() {
    let before = size
    ct_suspend(screen)
    // The signal that continued the program has been handled.
    while case let number = ct_take_signal(), number != 0 {
      if ![SIGCONT, SIGTSTP, SIGWINCH].contains(number) {
        queue.append(.terminate(signal: number))
      }
    }
    resume(with: .resumed, after: before)
  }
}

extension TerminalError {
  init(_ result: ct_result, terminal: String?, number: Int32) {
    switch result {
    case ct_not_a_terminal: self = .notATerminal
    case ct_unknown_terminal: self = .unknownTerminal(terminal ?? "")
    case ct_incapable_terminal: self = .incapableTerminal(terminal ?? "")
    case _: self = .system(number)
    }
  }
}
