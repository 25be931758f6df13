/// A key with its action.
public struct Hint: Hashable, Sendable {
  /// The key in the notation of key tables.
  public var key: String
  /// The action.
  public var text: String
  /// A Boolean value that indicates whether it is available now.
  public var isEnabled: Bool

  /// Creates a hint.
  public init(key: String, text: String, isEnabled: Bool = true) {
    (self.key, self.text, self.isEnabled) = (key, text, isEnabled)
  }

  var width: Int { SafeText.width(of: key) + 1 + SafeText.width(of: text) }
}

/// One line of hints, of which the least important are omitted if there is too little space.
///
/// The first hint is never omitted. The last one is right-aligned and omitted only after all those
/// between.
public struct HintLine: Widget, Hashable, Sendable {
  /// The hints by importance.
  public var hints: [Hint]
  /// The right-aligned hint.
  public var last: Hint?

  /// Creates a line.
  public init(_ hints: [Hint], last: Hint? = nil) { (self.hints, self.last) = (hints, last) }

  /// Returns the blocks of the hints that fit, each with its index; the last hint's index is the
  /// number of the others.
  public func places(in rect: Rect) -> [(index: Int, rect: Rect)] {
    guard let first = hints.first else { return [] }
    var places: [(index: Int, rect: Rect)] = []
    func add(_ index: Int, _ hint: Hint, at x: Int) -> Int {
      places.append((index, Rect(x: x, y: rect.y, width: hint.width, height: 1)))
      return x + hint.width
    }
    let left = rect.x + 1
    var end = rect.right - 1
    if let last, left + first.width + 3 + last.width <= end {
      end -= last.width
      _ = add(hints.count, last, at: end)
      end -= 3
    }
    var x = add(0, first, at: left)
    for (index, hint) in hints.enumerated().dropFirst() where x + 3 + hint.width <= end {
      x = add(index, hint, at: x + 3)
    }
    return places
  }

  /// Draws the line in the first row of the block.
  public func draw(into frame: inout Frame, in rect: Rect) {
    frame.fill(rect.row(0))
    for place in places(in: rect) {
      guard let hint = place.index < hints.count ? hints[place.index] : last else { continue }
      frame.put(
        [
          TextRun(hint.key, role: hint.isEnabled ? .hintKey : .disabled),
          TextRun(" " + hint.text, role: hint.isEnabled ? .hintText : .disabled),
        ], at: place.rect.origin)
    }
  }
}
