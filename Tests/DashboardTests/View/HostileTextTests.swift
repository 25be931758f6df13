import EventLedger
import LedgerContract
import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

/// Names from outside: escape sequences, controls that turn the writing, wide and endless text.
struct HostileTextTests {
  static let names = [
    "\u{1B}[31mred\u{1B}[0m", "a\u{202E}drow\u{202C}b", "田中美恵子田中美恵子田中美恵子", "👩‍💻 coder",
    String(repeating: "e\u{301}", count: 200), String(repeating: "W", count: 200), "tab\tnew\nline",
    "\u{9B}2J\u{7}", "zero\u{200B}width\u{FEFF}", "",
  ]

  static func world(_ name: String) throws -> TestWorld {
    let world = try TestWorld { world in
      world.grace("as_2000000900000002", "acc-2", failed: "2025-11-11", ends: "2025-11-27")
      world.act(
        "as_2000000900000002", .noted, "2025-11-12",
        SubscriptionEvent.Action(actor: name, text: name))
    }
    try world.ledger.putProfiles([
      AccountProfile(account: "acc-2", name: name, email: name + "@x", tags: [name])
    ])
    return world
  }

  @Test(arguments: names, [GlyphSet.unicode, .ascii])
  func `no name breaks a line's width or reaches the terminal raw`(
    _ name: String, _ glyphs: GlyphSet
  ) throws {
    let world = try Self.world(name)
    for screen in Screen.allCases where screen != .help {
      for (width, height) in [(120, 36), (80, 24), (60, 16), (40, 10)] {
        let frame = try world.frame(
          screen, width, height, glyphs: glyphs, subscription: "as_2000000900000002")
        #expect(frame.isSound)
        #expect(frame.lines.last?.contains("? help") == true)
      }
    }
  }

  @Test func `boxes stay closed beside wide names`() throws {
    let frame = try Self.world("田中美恵子田中美恵子").frame(.subscribers, 80, 24)
    for y in 3..<17 {
      #expect(frame[79, y].text == "│")
      #expect(frame[0, y].text == "│")
    }
  }

  @Test func `sentences for linear output are clean as well`() throws {
    let world = try Self.world("\u{1B}]0;owned\u{7}\u{202E}x")
    for screen in Screen.allCases {
      for line in try world.renderer().text(screen, subscription: "as_2000000900000002") {
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      }
    }
  }
}

extension Frame {
  /// A Boolean value that indicates whether every row fills the frame, and no text in it is a
  /// control character or turns the writing.
  var isSound: Bool {
    let isFilled = (0..<size.height).allSatisfy { y in
      (0..<size.width).reduce(0) { $0 + self[$1, y].width } == size.width
    }
    return isFilled
      && text.unicodeScalars.allSatisfy { scalar in
        scalar == "\n"
          || scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
            && !(0x202A...0x202E).contains(scalar.value)
      }
  }
}
