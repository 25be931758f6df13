import CVirtualTerminal

/// One cell of a virtual terminal's screen.
public struct VirtualCell: Hashable, Sendable {
  /// A colour as the program asked for it.
  public enum Color: Hashable, Sendable {
    /// The terminal's own.
    case terminal
    /// One of the 256.
    case indexed(Int)
    /// A colour of its own, as `0xRRGGBB`.
    case rgb(Int)

    init(_ color: vt_color) {
      switch color.kind {
      case vt_indexed: self = .indexed(Int(color.index))
      case vt_rgb: self = .rgb(Int(color.red) << 16 | Int(color.green) << 8 | Int(color.blue))
      case _: self = .terminal
      }
    }
  }

  /// A space where nothing was written, nothing in a wide character's second column.
  public let text: String
  /// The columns the text takes; 0 in a wide character's second column.
  public let width: Int
  /// Whether the text is heavier.
  public let isBold: Bool
  /// Whether the text is underlined.
  public let isUnderlined: Bool
  /// Whether the colours are exchanged.
  public let isReversed: Bool
  /// The colour of the text.
  public let foreground: Color
  /// The colour behind it.
  public let background: Color

  init(_ cell: vt_cell) {
    var cell = cell
    let text = withUnsafeBytes(of: &cell.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.text = text.isEmpty && cell.width > 0 ? " " : text
    width = Int(cell.width)
    isBold = cell.bold
    isUnderlined = cell.underline
    isReversed = cell.reverse
    foreground = Color(cell.foreground)
    background = Color(cell.background)
  }
}

/// The modes of a pty that a program may leave behind.
public struct VirtualModes: Hashable, Sendable {
  /// Whether input comes by the line.
  public let isCanonical: Bool
  /// Whether input is shown as it is typed.
  public let echoes: Bool
  /// Whether ^C, ^Z and ^\\ send signals.
  public let hasSignals: Bool
  /// Whether line feeds return to the first column.
  public let processesOutput: Bool

  /// Whether the modes are those a shell runs programs with.
  public var areCooked: Bool { isCanonical && echoes && hasSignals && processesOutput }

  init(_ modes: vt_modes) {
    isCanonical = modes.canonical
    echoes = modes.echo
    hasSignals = modes.signals
    processesOutput = modes.output_processing
  }
}
