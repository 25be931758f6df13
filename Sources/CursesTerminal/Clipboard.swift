import PlainText

/// The OSC 52 sequence, which copies text to the clipboard of the machine with the terminal's
/// window.
enum Clipboard {
  /// The maximum number of bytes that terminals accept, after encoding.
  static let encodedBytesMax = 74_994

  /// The maximum number of bytes of one string that GNU screen passes on, with a margin.
  static let screenBytesMax = 240

  /// Returns the bytes that set the clipboard; `nil` if the text is too long for terminals.
  ///
  /// In tmux they are sent twice: tmux processes one itself if `set-clipboard` is on, and passes
  /// the other on if `allow-passthrough` is on.
  static func sequence(_ text: String, environment: [String: String]) -> [UInt8]? {
    let encoded = Base64.encode(text.utf8, alphabet: .standard).utf8
    guard encoded.count <= encodedBytesMax else { return nil }
    let bare = Array("\u{1B}]52;c;".utf8) + encoded + [0x07]
    if let tmux = environment["TMUX"], !tmux.isEmpty {
      let doubled = bare.flatMap { $0 == 0x1B ? [$0, $0] : [$0] }
      return bare + Array("\u{1B}Ptmux;".utf8) + doubled + Array("\u{1B}\\".utf8)
    }
    if environment["TERM"]?.hasPrefix("screen") == true {
      // screen limits the length of one string; it joins strings that are sent in pieces.
      var pieces: [UInt8] = []
      for start in stride(from: 0, to: bare.count, by: screenBytesMax) {
        pieces += Array("\u{1B}P".utf8)
        pieces += bare[start..<min(bare.count, start + screenBytesMax)]
        pieces += Array("\u{1B}\\".utf8)
      }
      return pieces
    }
    return bare
  }
}
