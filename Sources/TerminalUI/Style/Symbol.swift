import Synchronization

/// A name as a number, the same one for equal names as long as the process runs.
///
/// Every frame compares and looks up the names of meanings and signs by the thousand. As numbers
/// they cost one comparison each, and a cell of a frame holds no reference.
///
/// The empty name is number 0.
struct Symbol: Hashable, Sendable {
  private struct Names {
    var all: [String] = [""]
    var numbers: [String: UInt32] = ["": 0]
  }

  private static let names = Mutex(Names())

  /// The number, which depends on the order in which names came and means nothing by itself.
  let number: UInt32

  /// Finds the number of a name, or gives it the next one.
  init(_ name: String) {
    number = Self.names.withLock { names in
      if let number = names.numbers[name] { return number }
      let number = UInt32(names.all.count)
      names.all.append(name)
      names.numbers[name] = number
      return number
    }
  }

  /// Takes a number that a name was given before.
  init(number: UInt32) { self.number = number }

  /// The name.
  var text: String { Self.names.withLock { names in names.all[Int(number)] } }
}
