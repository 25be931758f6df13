import SeededNumbers
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite struct InputDecoderTests {
  private func keys(_ events: [TerminalEvent]) -> [String] {
    events.map { event in
      if case .key(let press) = event { press.description } else { "\(event)" }
    }
  }

  @Test(arguments: [
    ("a", ["a"]), ("é", ["é"]), ("山🙂", ["山", "🙂"]), (" ", ["space"]), ("\r", ["Enter"]),
    ("\n", ["Enter"]), ("\t", ["Tab"]), ("\u{7F}", ["Bksp"]), ("\u{8}", ["Bksp"]),
    ("\u{1}", ["^a"]), ("\u{1A}", ["^z"]), ("\0", ["^@"]), ("\u{1C}", ["^\\"]),
    ("\u{1B}[A", ["Up"]), ("\u{1B}OA", ["Up"]), ("\u{1B}[1;3A", ["A-Up"]),
    ("\u{1B}[1;5C", ["Right"]),
    ("\u{1B}[H\u{1B}[F", ["Home", "End"]), ("\u{1B}[7~\u{1B}[8~", ["Home", "End"]),
    ("\u{1B}[5~\u{1B}[6~", ["PgUp", "PgDn"]), ("\u{1B}[2~\u{1B}[3~", ["Ins", "Del"]),
    ("\u{1B}[Z", ["S-Tab"]), ("\u{1B}OP\u{1B}[15~\u{1B}[24~", ["F1", "F5", "F12"]),
    ("\u{1B}[[A", ["F1"]), ("\u{1B}OM", ["Enter"]), ("\u{1B}x", ["A-x"]),
    ("\u{1B}[99;99;99q", []), ("\u{1B}[?1;2c", []), ("\u{1B}[12;40R", []),
  ])
  func `bytes become keys`(bytes: String, expected: [String]) {
    var decoder = InputDecoder()
    #expect(keys(decoder.feed(Array(bytes.utf8))) == expected)
    #expect(!decoder.isPending)
  }

  @Test func `the same bytes one by one give the same events`() {
    let text = "aé山🙂\u{1B}[A\u{1B}OB\u{1B}[200~pasted\u{1B}[A\u{1B}[201~\u{1B}[<0;3;4Mz\u{1B}[I"
    var whole = InputDecoder()
    let expected = whole.feed(Array(text.utf8))
    #expect(expected.contains(.paste("pasted\u{1B}[A")))
    #expect(expected.last == .focus(true))
    var single = InputDecoder()
    #expect(Array(text.utf8).flatMap { single.feed([$0]) } == expected)
  }

  @Test func `a lone Escape is a key once nothing follows`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(keys(decoder.flush()) == ["Esc"])
    #expect(!decoder.isPending)
    #expect(keys(decoder.feed([0x1B, 0x1B]) + decoder.flush()) == ["Esc", "Esc"])
    #expect(keys(decoder.feed([0x1B, 0x5B]) + decoder.flush()) == ["A-["])
  }

  @Test(
    arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", Color.rgb(0xFFFFFF)),
      ("\u{1B}]11;rgb:1c/1C/1c\u{7}", .rgb(0x1C1C1C)),
      ("\u{1B}]11;rgb:0/8/f\u{7}", .rgb(0x0088FF)),
      ("\u{1B}]11;rgba:0000/2b2b/3636/ffff\u{7}", .rgb(0x002B36)),
      ("\u{1B}]11;#002b36\u{7}", nil), ("\u{1B}]11;rgb:zz/00/00\u{7}", nil),
      ("\u{1B}]11;rgb:00/00\u{7}", nil),
    ] as [(String, Color?)])
  func `an answer about the background is no keys, whole or in pieces`(
    bytes: String, color: Color?
  ) {
    let expected = color.map { [TerminalEvent.background($0)] } ?? []
    var decoder = InputDecoder()
    decoder.expectsReport = true
    #expect(decoder.feed(Array(bytes.utf8)) == expected)
    #expect(decoder.feed([0x6A]) == [.key(KeyPress("j"))])
    var slow = InputDecoder()
    slow.expectsReport = true
    var events: [TerminalEvent] = []
    for (index, byte) in bytes.utf8.enumerated() {
      events += slow.feed([byte])
      // Between the second byte and the end, a moment may pass.
      if index > 2, index < bytes.utf8.count - 1, byte != 0x1B { events += slow.flush() }
    }
    #expect(events == expected)
  }

  @Test(
    arguments: [
      ("\u{1B}[?2026;2$y", true), ("\u{1B}[?2026;1$y", true), ("\u{1B}[?2026;0$y", false),
      ("\u{1B}[?2026;4$y", false), ("\u{1B}[?2027;2$y", nil), ("\u{1B}[?2026$y", nil),
    ] as [(String, Bool?)])
  func `an answer about synchronized output is no keys`(bytes: String, offers: Bool?) {
    var decoder = InputDecoder()
    #expect(decoder.feed(Array(bytes.utf8)) == [])
    #expect(decoder.offersSynchronizedOutput == offers)
    #expect(decoder.feed([0x6A]) == [.key(KeyPress("j"))])
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], true), (["TERM": "tmux-256color"], true),
      (["TERM": "linux"], false), (["TERM": "dumb"], false), ([:], false),
      (["TERM": "xterm-256color", "SSH_CONNECTION": "1 2 3 4"], false),
      (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], false),
    ] as [([String: String], Bool)])
  func `only a terminal at hand that hides what it does not know is asked`(
    environment: [String: String], mayAsk: Bool
  ) {
    #expect(SynchronizedOutput.mayAsk(environment) == mayAsk)
  }

  @Test func `alt and a bracket is a key, also while an answer is awaited`() {
    for expects in [false, true] {
      var decoder = InputDecoder()
      decoder.expectsReport = expects
      #expect(keys(decoder.feed([0x1B, 0x5D]) + decoder.flush()) == ["A-]"])
      #expect(keys(decoder.feed([0x6A])) == ["j"])
    }
  }

  @Test func `what begins like an answer and never ends is given up`() {
    var decoder = InputDecoder()
    decoder.expectsReport = true
    let bytes = Array("\u{1B}]11;".utf8) + [UInt8](repeating: 0x61, count: 100)
    #expect(decoder.feed(bytes) + decoder.flush() == [])
    #expect(!decoder.isPending)
    #expect(keys(decoder.feed([0x6A])) == ["j"])
  }

  @Test(arguments: [
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", "\u{1B}]11;rgb:1c/1c/1c\u{1B}\\",
    "\u{1B}]lé :q\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}P>|XTerm(390)\u{1B}\\",
    "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}]52;c;" + String(repeating: "Y", count: 9000) + "\u{7}",
  ])
  func `what a terminal says unasked is no keys, whole or in pieces`(bytes: String) {
    var whole = InputDecoder()
    #expect(keys(whole.feed(Array("\(bytes)j".utf8))) == ["j"])
    var single = InputDecoder()
    #expect(keys(Array("\(bytes)j".utf8).flatMap { single.feed([$0]) }) == ["j"])
    #expect(!single.isPending)
  }

  @Test func `a string without an end holds up the keys only until nothing follows`() {
    for start in ["\u{1B}]11;rgb", "\u{1B}P1$r", "\u{1B}_G"] {
      var decoder = InputDecoder()
      #expect(decoder.feed(Array(start.utf8)) == [])
      #expect(decoder.isPending)
      #expect(decoder.flush() == [])
      #expect(keys(decoder.feed([0x6A])) == ["j"])
      // Another Escape ends it as well.
      #expect(keys(decoder.feed(Array("\(start)\u{1B}[A".utf8))) == ["Up"])
      let endless = [UInt8](repeating: 0x61, count: InputDecoder.stringBytesMax)
      #expect(decoder.feed(Array(start.utf8) + endless) == [])
      #expect(!decoder.isPending)
      #expect(keys(decoder.feed([0x6A])) == ["j"])
    }
  }

  @Test func `alt with a letter that may begin a string is a key`() {
    for letter in ["P", "]", "_"] {
      var decoder = InputDecoder()
      let press = Array("\u{1B}\(letter)".utf8)
      #expect(keys(decoder.feed(press) + decoder.flush()) == ["A-\(letter)"])
      #expect(keys(decoder.feed(press + [0x0D])) == ["A-\(letter)", "Enter"])
    }
  }

  @Test func `what the terminal's own description states wins`() {
    var decoder = InputDecoder(sequences: [Array("\u{1B}Ow".utf8): .named(.home)])
    #expect(keys(decoder.feed(Array("\u{1B}Ow".utf8))) == ["Home"])
  }

  @Test func `a paste that never ends keeps no more than its limit`() {
    var decoder = InputDecoder()
    _ = decoder.feed(Array("\u{1B}[200~".utf8))
    let piece = [UInt8](repeating: 0x61, count: InputDecoder.pasteBytesMax)
    _ = decoder.feed(piece)
    _ = decoder.feed(piece)
    #expect(!decoder.isPending)
    let events = decoder.feed(Array("\u{1B}[201~q".utf8))
    #expect(events.count == 2)
    guard case .paste(let text)? = events.first else {
      Issue.record("no paste came")
      return
    }
    #expect(text.utf8.count == InputDecoder.pasteBytesMax)
  }

  @Test func `any bytes at all leave a decoder that still reads keys`() {
    var random = SeededNumbers(seed: 41)
    for _ in 0..<300 {
      var decoder = InputDecoder()
      let bytes = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        let special: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x7E, 0xE5, 0xFF]
        return Bool.random(using: &random)
          ? special.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      for byte in bytes { _ = decoder.feed([byte]) }
      _ = decoder.flush()
      _ = decoder.feed(Array("\u{1B}[201~".utf8))
      _ = decoder.flush()
      #expect(decoder.feed(Array("zz".utf8)).last == .key(KeyPress("z")), "after \(bytes)")
    }
  }
}
