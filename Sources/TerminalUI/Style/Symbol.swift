import Synchronization

/// A name interned as a number, the same one for equal names during the process.
///
/// Every frame compares and looks up thousands of names of roles and glyphs. A number costs one
/// comparison, and a cell of a frame holds no reference.
///
/// The empty name is number 0.
struct Symbol: Hashable, Sendable {
  private struct Names {
    var all: [String] = [""]
    var numbers: [String: UInt32] = ["": 0]
  }

  private static let names = Mutex(Names())

  /// The number, which depends on the order in which names were interned and has no other meaning.
  let number: UInt32

  /// Interns a name.
  init(_ name: String) {
    number = Self.names.withLock { names in
      if let number = names.numbers[name] { return number }
      let number = UInt32(names.all.count)
      names.all.append(name)
      names.numbers[name] = number
      return number
    }
  }

  /// Creates a value from the number of an interned name.
  init(number: UInt32) { self.number = number }

  /// The name.
  var text: String { Self.names.withLock { names in names.all[Int(number)] } }
}
