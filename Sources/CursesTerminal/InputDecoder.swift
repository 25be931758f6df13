import TerminalUI

/// A decoder that turns the bytes from a terminal into events.
///
/// It buffers incomplete input: a character of several bytes, an escape sequence, a paste. A lone
/// Escape is indistinguishable from the beginning of a sequence, so the caller calls ``flush()``
/// when nothing has followed for a moment. Bytes without a meaning are dropped.
public struct InputDecoder: Sendable {
  /// The maximum number of bytes of one paste; the rest is dropped.
  public static let pasteBytesMax = 1 << 20
  /// The maximum length of an escape sequence.
  static let sequenceBytesMax = 64
  /// The maximum length of a control string, which a terminal sends as a response.
  static let stringBytesMax = 1 << 16

  /// A Boolean value that indicates whether the terminal was queried, so that `ESC ]` begins its
  /// response.
  ///
  /// The response may come in pieces and late; until it is complete, no part of it counts as keys.
  var expectsReport = false

  /// A Boolean value that indicates whether the terminal supports synchronized output; `nil` until
  /// it responds.
  private(set) var offersSynchronizedOutput: Bool?

  private var pending: [UInt8] = []
  private var paste: [UInt8]?
  /// The length so far of the control string whose end is awaited.
  private var stringBytes: Int?
  private let sequences: [[UInt8]: Key]

  /// Creates a decoder of the sequences that all current terminals share and of those in the
  /// terminal's terminfo entry.
  public init(sequences: [[UInt8]: Key] = [:]) {
    self.sequences = sequences.filter { $0.key.count > 1 && $0.key[0] == 0x1B }
  }

  /// A Boolean value that indicates whether the buffer may be the beginning of a longer key
  /// sequence.
  public var isPending: Bool {
    if paste != nil { return false }
    if stringBytes != nil { return true }
    return !pending.isEmpty && !(expectsReport && BackgroundReport.mayBegin(pending))
  }

  /// Decodes bytes and returns the events they complete, in order.
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    pending += bytes
    return decode(isFinal: false)
  }

  /// Treats the buffer as complete: a lone Escape is the Escape key, and a control string ends.
  public mutating func flush() -> [TerminalEvent] {
    stringBytes = nil
    return paste == nil ? decode(isFinal: true) : []
  }

  private mutating func decode(isFinal: Bool) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var rest = pending[...]
    while !rest.isEmpty {
      if paste != nil {
        guard takePaste(&rest, &events) else { break }
        continue
      }
      if let count = stringBytes {
        guard skipString(&rest, after: count) else { break }
        continue
      }
      guard let step = next(rest, isFinal: isFinal) else { break }
      rest = rest.dropFirst(step.count)
      switch step.meaning {
      case .event(let event):
        events.append(event)
        if case .background = event { expectsReport = false }
      case .pasteBegins: paste = []
      case .stringBegins: stringBytes = step.count
      case .synchronizedOutput(let isOffered): offersSynchronizedOutput = isOffered
      case .nothing: break
      }
    }
    pending = Array(rest)
    return events
  }

  /// Moves bytes into the paste and returns whether its end was reached.
  private mutating func takePaste(
    _ rest: inout ArraySlice<UInt8>, _ events: inout [TerminalEvent]
  ) -> Bool {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    // Moved out while it grows, so that it is not copied.
    var text = paste ?? []
    paste = []
    while let escape = rest.firstIndex(of: 0x1B) {
      keep(rest[..<escape], in: &text)
      rest = rest[escape...]
      if rest.starts(with: end) {
        rest = rest.dropFirst(end.count)
        paste = nil
        events.append(.paste(String(decoding: text, as: UTF8.self)))
        return true
      }
      if end.starts(with: rest) {
        paste = text
        return false
      }
      keep(rest.prefix(1), in: &text)
      rest = rest.dropFirst()
    }
    keep(rest, in: &text)
    rest = rest[rest.endIndex...]
    paste = text
    return false
  }

  /// Drops bytes of a control string, and returns whether anything after it may be decoded.
  ///
  /// It is terminated by `BEL` or `ESC \`; any other Escape, `CAN` and `SUB` abort it, as in a
  /// terminal's own parser (<https://vt100.net/emu/dec_ansi_parser>).
  private mutating func skipString(_ rest: inout ArraySlice<UInt8>, after count: Int) -> Bool {
    let text = rest.prefix { ![0x07, 0x18, 0x1A, 0x1B].contains($0) }
    rest = rest.dropFirst(text.count)
    stringBytes = count + text.count
    guard let end = rest.first else {
      if count + text.count >= Self.stringBytesMax { stringBytes = nil }
      return false
    }
    if end == 0x1B {
      guard rest.count > 1 else { return false }
      if rest.dropFirst().first == UInt8(ascii: "\\") { rest = rest.dropFirst(2) }
    } else {
      rest = rest.dropFirst()
    }
    stringBytes = nil
    return true
  }

  private func keep(_ bytes: ArraySlice<UInt8>, in text: inout [UInt8]) {
    text += bytes.prefix(max(0, Self.pasteBytesMax - text.count))
  }

  private typealias Step = (meaning: EscapeSequence.Meaning, count: Int)

  /// Returns the first key or sequence in the bytes; `nil` while it is incomplete.
  private func next(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Step? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return escape(bytes, isFinal: isFinal) }
    return character(bytes, isFinal: isFinal).map { step in
      guard let press = step.press else { return (.nothing, step.count) }
      return (.event(.key(press)), step.count)
    }
  }

  private func escape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> Step? {
    let lone: Step = (.event(.key(KeyPress(.escape))), 1)
    let after = bytes.dropFirst()
    guard let second = after.first else { return isFinal ? lone : nil }
    switch second {
    case 0x5B, 0x4F:
      if let step = sequence(bytes) { return step }
      if bytes.count > Self.sequenceBytesMax { return (.nothing, bytes.count) }
      guard isFinal else { return nil }
      // Nothing followed: alt and a bracket or a letter.
      return bytes.count == 2 ? alternate(second) : (.nothing, bytes.count)
    case 0x1B: return lone
    case 0x50, 0x5D, 0x5F:
      if second == 0x5D, expectsReport {
        if let report = BackgroundReport(bytes) {
          return (report.color.map { .event(.background($0)) } ?? .nothing, report.count)
        }
        // An incomplete response is waited for.
        if BackgroundReport.mayBegin(bytes), bytes.count < Self.sequenceBytesMax { return nil }
      }
      guard let third = after.dropFirst().first else { return isFinal ? alternate(second) : nil }
      // What the terminal says unasked, in a string that begins with ESC and `P`, `]` or `_`.
      return (0x20...0x7E).contains(third) ? (.stringBegins, 3) : alternate(second)
    case _:
      guard let step = character(after, isFinal: isFinal) else { return nil }
      guard var press = step.press else { return (.nothing, step.count + 1) }
      press.alt = true
      return (.event(.key(press)), step.count + 1)
    }
  }

  /// Returns alt with the key of a byte, which came after Escape.
  private func alternate(_ byte: UInt8) -> Step {
    (.event(.key(KeyPress(.character(Character(Unicode.Scalar(byte))), alt: true))), 2)
  }

  /// Returns a sequence that begins with `ESC [` or `ESC O`; `nil` while its last byte is missing.
  private func sequence(_ bytes: ArraySlice<UInt8>) -> Step? {
    let start = bytes.startIndex
    var end = start + 2
    if bytes[start + 1] == 0x5B {
      if end < bytes.endIndex, bytes[end] == 0x5B { end += 1 }  // The Linux console's F1 to F5.
      while end < bytes.endIndex, (0x20...0x3F).contains(bytes[end]) { end += 1 }
    }
    guard end < bytes.endIndex else { return nil }
    guard (0x40...0x7E).contains(bytes[end]) else { return (.nothing, end - start) }
    let count = end - start + 1
    let all = bytes[start...end]
    if let key = sequences[Array(all)] { return (.event(.key(KeyPress(key))), count) }
    return (EscapeSequence(all).meaning, count)
  }

  /// Returns a control character or a character of one to four bytes; `nil` while bytes are
  /// missing.
  private func character(
    _ bytes: ArraySlice<UInt8>, isFinal: Bool
  ) -> (press: KeyPress?, count: Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (Self.ascii(first), 1) }
    let length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
    let present = bytes.prefix(length)
    let isBroken = present.dropFirst().contains { $0 & 0xC0 != 0x80 }
    if length == 1 || isBroken { return (nil, 1) }
    guard present.count == length else { return isFinal ? (nil, present.count) : nil }
    guard let scalar = String(validating: present, as: UTF8.self)?.unicodeScalars.first else {
      return (nil, length)
    }
    return (KeyPress(Character(scalar)), length)
  }

  private static func ascii(_ byte: UInt8) -> KeyPress {
    switch byte {
    case 0x08, 0x7F: KeyPress(.backspace)
    case 0x09: KeyPress(.tab)
    case 0x0A, 0x0D: KeyPress(.enter)
    case 0x1B: KeyPress(.escape)
    case 0x01...0x1A:
      KeyPress(.character(Character(Unicode.Scalar(byte + 0x60))), control: true)
    case 0x00, 0x1C...0x1F:
      KeyPress(.character(Character(Unicode.Scalar(byte + 0x40))), control: true)
    case _: KeyPress(Character(Unicode.Scalar(byte)))
    }
  }
}
