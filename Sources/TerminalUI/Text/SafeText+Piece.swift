extension SafeText {
  /// One visible character with its combining marks.
  ///
  /// Five scalars and the width are packed into two numbers, the base character lowest, so that a
  /// frame of thousands is filled and compared without reference counting.
  struct Piece: Hashable, Sendable {
    private var low: UInt64
    private var high: UInt64

    static let space = Piece(" ", width: 1)
    static let replacement = Piece("\u{FFFD}", width: 1)
    /// The second column of a wide character.
    static let continuation = Piece(low: 0, high: 0)

    /// The bits of one scalar; three scalars fit into a number.
    private static let bits = 21
    private static let mask: UInt64 = 1 << 21 - 1
    /// The position of the width above the two scalars of the higher number.
    private static let widthShift = 42

    private init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

    /// Creates a character; its width is 1 or 2.
    init(_ base: Unicode.Scalar, width: Int) {
      low = UInt64(base.value)
      high = UInt64(width) << Self.widthShift
    }

    /// Creates a piece of one column from a text's first scalar and up to four that combine with
    /// it.
    init(sign text: String) {
      self.init(text.unicodeScalars.first ?? " ", width: 1)
      for scalar in text.unicodeScalars.dropFirst() { combine(scalar) }
    }

    /// The number of columns.
    var width: Int { Int(high >> Self.widthShift) }

    /// The character and its marks.
    var text: String {
      var text = ""
      append(to: &text)
      return text
    }

    /// The scalar at an index, from 0 to 4; 0 for none.
    private subscript(place: Int) -> UInt64 {
      (place < 3 ? low >> (place * Self.bits) : high >> ((place - 3) * Self.bits)) & Self.mask
    }

    /// Adds a mark to the character, unless it has four already.
    mutating func combine(_ mark: Unicode.Scalar) {
      guard let place = (1...SafeText.marksMax).first(where: { self[$0] == 0 }) else { return }
      if place < 3 {
        low |= UInt64(mark.value) << (place * Self.bits)
      } else {
        high |= UInt64(mark.value) << ((place - 3) * Self.bits)
      }
    }

    /// Appends the text to another.
    func append(to text: inout String) { forEachScalar { text.unicodeScalars.append($0) } }

    /// Appends the text to bytes in UTF-8.
    func append(to bytes: inout [UInt8]) {
      if low < 0x80, low > 0 {
        bytes.append(UInt8(low))
      } else {
        forEachScalar { scalar in
          bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }

    private func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
      for place in 0...SafeText.marksMax {
        guard case let value = self[place], value > 0 else { return }
        if let scalar = Unicode.Scalar(UInt32(value)) { body(scalar) }
      }
    }
  }
}

extension Sequence<SafeText.Piece> {
  /// The pieces as text.
  var text: String { reduce(into: "") { text, piece in piece.append(to: &text) } }
}
