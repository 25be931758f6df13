import CTerminal
import TerminalUI

/// The keys with terminfo capabilities.
enum TerminfoKeys {
  static let capabilities: [(name: String, key: Key)] =
    [
      ("kcuu1", .named(.up)), ("kcud1", .named(.down)), ("kcub1", .named(.left)),
      ("kcuf1", .named(.right)), ("khome", .named(.home)), ("kend", .named(.end)),
      ("kpp", .named(.pageUp)), ("knp", .named(.pageDown)), ("kich1", .named(.insert)),
      ("kdch1", .named(.delete)), ("kcbt", .named(.backTab)), ("kent", .named(.enter)),
    ] + (1...12).map { ("kf\($0)", .function($0)) }

  /// Returns the bytes of the keys in the terminfo entry of a screen's terminal.
  static func sequences(of screen: OpaquePointer) -> [[UInt8]: Key] {
    var sequences: [[UInt8]: Key] = [:]
    for (name, key) in capabilities {
      guard let bytes = ct_capability(screen, name) else { continue }
      sequences[Array(String(cString: bytes).utf8)] = key
    }
    return sequences
  }
}
