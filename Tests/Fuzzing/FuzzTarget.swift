/// A fuzz target: a way in for bytes from outside, with what must hold for all of them.
///
/// That nothing traps, hangs or touches memory that is not its own is asked of every target.
struct FuzzTarget: Sendable {
  /// The name, which the folders of its seeds and findings have as well.
  let name: String
  /// The longest input that is tried, in bytes.
  let lengthMax: Int
  /// Sends an input in.
  private let enter: @Sendable ([UInt8]) throws -> Void

  /// Describes a target.
  init(
    _ name: String, lengthMax: Int = 4096, _ enter: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.name, self.lengthMax, self.enter) = (name, lengthMax, enter)
  }

  /// Sends an input in.
  ///
  /// - Throws: ``Finding`` where something does not hold.
  func take(_ input: [UInt8]) throws { try enter(input) }
}

/// Something that must hold of every input and does not hold of this one.
struct Finding: Error, CustomStringConvertible {
  let description: String
}

/// Demands something of an input.
func demand(_ holds: Bool, _ words: @autoclosure () -> String) throws {
  if !holds { throw Finding(description: words()) }
}

/// Demands that two ways lead to the same.
func demand<Value: Equatable>(
  _ left: Value, equals right: Value, _ words: @autoclosure () -> String
) throws {
  if left != right { throw Finding(description: "\(words()):\n\(left)\n\(right)") }
}
