#if Postgres
  import EventLedger
  import SeededNumbers
  import Testing

  @testable import LedgerPostgres

  @Suite struct `The stored form of a text` {
    /// Random texts out of few characters, so that pieces and forms meet by chance.
    private static func texts(_ count: Int) -> [String] {
      var numbers = SeededNumbers(seed: 11)
      let parts = ["\0", "\u{1}", "\u{2}", "\u{3}", "\u{4}", "a", "b", "é", "山"]
      return (0..<count).map { _ in
        (0..<Int.random(in: 0...5, using: &numbers)).map { _ in numbers.pick(parts) }.joined()
      }
    }

    private func text(ofStored stored: String) -> String {
      Array(stored.utf8).withUnsafeBufferPointer { StoredText.text($0) }
    }

    @Test func `has no NUL, and gives the text again`() {
      for text in Self.texts(500) {
        let stored = StoredText.stored(text)
        #expect(!stored.utf8.contains(0))
        #expect(self.text(ofStored: stored).utf8.elementsEqual(text.utf8))
      }
    }

    @Test func `is in the order of the texts, and a piece of another as they are`() {
      let texts = Self.texts(160)
      for one in texts {
        for other in texts {
          let (left, right) = (StoredText.stored(one), StoredText.stored(other))
          #expect(left.utf8Precedes(right) == one.utf8Precedes(other))
          #expect(left.utf8.contains(right.utf8) == one.utf8.contains(other.utf8))
        }
      }
    }

    @Test func `of a list tells its texts apart`() throws {
      let texts = Self.texts(60).filter { !$0.isEmpty }
      for start in stride(from: 0, to: texts.count - 3, by: 3) {
        let list = Array(texts[start..<start + 3])
        let stored = try #require(StoredText.list(list))
        for text in texts {
          let wanted = try #require(StoredText.list([text]))
          let isThere = list.contains { $0.utf8.elementsEqual(text.utf8) }
          #expect(stored.utf8.contains(wanted.utf8) == isThere)
        }
      }
      #expect(StoredText.list([]) == nil)
    }
  }

  extension String.UTF8View {
    /// Returns whether bytes stand somewhere in these.
    fileprivate func contains(_ other: String.UTF8View) -> Bool {
      let (whole, piece) = (Array(self), Array(other))
      guard piece.count <= whole.count else { return false }
      return (0...(whole.count - piece.count)).contains { start in
        whole[start..<start + piece.count].elementsEqual(piece)
      }
    }
  }
#endif
