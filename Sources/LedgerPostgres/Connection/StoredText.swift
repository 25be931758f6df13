#if Postgres
  /// The form in which texts from outside are stored: PostgreSQL's `text` has no NUL.
  ///
  /// NUL and the three characters behind it are written as U+0001 and two digits out of U+0002 and
  /// U+0003. A digit never begins a character's form, so that a text is a piece of another exactly
  /// where their forms are, and forms are in the order of the texts.
  enum StoredText {
    private static let mark: UInt8 = 1
    private static let digits: [UInt8] = [2, 3]

    /// The text that separates and encloses those of a list, and occurs in none.
    static let separator = "\u{1}\u{1}"

    /// Returns the stored form of a text.
    static func stored(_ text: String) -> String {
      var text = text
      guard text.withUTF8({ $0.contains { $0 < 4 } }) else { return text }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.utf8.count + 8)
      for byte in text.utf8 {
        if byte < 4 {
          bytes += [mark, digits[Int(byte >> 1)], digits[Int(byte & 1)]]
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of a stored form.
    static func text(_ stored: UnsafeBufferPointer<UInt8>) -> String {
      guard stored.contains(mark) else { return String(decoding: stored, as: UTF8.self) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(stored.count)
      var place = 0
      while place < stored.count {
        if stored[place] == mark, place + 2 < stored.count {
          bytes.append((stored[place + 1] & 1) << 1 | (stored[place + 2] & 1))
          place += 3
        } else {
          bytes.append(stored[place])
          place += 1
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the stored form of a list of texts: each between separators; `nil` for none.
    static func list(_ texts: some Sequence<String>) -> String? {
      let stored = texts.map { Self.stored($0) }
      guard !stored.isEmpty else { return nil }
      return separator + stored.joined(separator: separator) + separator
    }
  }
#endif
