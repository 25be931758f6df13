import TerminalUI

/// A terminal's response to a query of its background: `ESC ] 11 ; rgb:R/G/B`, terminated by `BEL`
/// or `ESC \`.
///
/// Each component has one to four hexadecimal digits, as in the X Window System
/// (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>, "OSC Ps ; Pt").
struct BackgroundReport {
  private static let start = Array("\u{1B}]11;".utf8)

  /// The number of bytes of the response.
  let count: Int
  /// The colour; `nil` if the response has an unknown form.
  let color: Color?

  /// Returns whether bytes may be the beginning of a response.
  static func mayBegin(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count > 2 && bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
  }

  /// Parses a response at the beginning of bytes; `nil` while it is incomplete, and for anything
  /// else.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: Self.start) else { return nil }
    let body = bytes.dropFirst(Self.start.count)
    guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == 0x1B }) else { return nil }
    var after = end + 1
    if bytes[end] == 0x1B {
      guard after < bytes.endIndex else { return nil }
      if bytes[after] == UInt8(ascii: "\\") { after += 1 }
    }
    count = after - bytes.startIndex
    color = Self.color(String(decoding: body[..<end], as: UTF8.self))
  }

  private static func color(_ text: String) -> Color? {
    guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else {
      return nil
    }
    let parts = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    var rgb: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      let most = UInt32(1) << UInt32(4 * part.count) - 1
      rgb = rgb << 8 | value * 255 / most
    }
    return .rgb(rgb)
  }
}
