import SubscriptionCore

/// A custom command with the values of one subscriber in its arguments, ready to run.
public struct PreparedCommand: Hashable, Sendable {
  /// The command.
  public let command: CustomCommand
  /// The program and its arguments.
  public let arguments: [String]
  /// The subscriber; `nil` for a command that is about none.
  public let subscription: SubscriptionID?

  /// Puts the values of a subscriber into the arguments of a command.
  ///
  /// - Throws: A ``Refusal`` when a value is missing or could be taken for something else.
  public init(
    _ command: CustomCommand, about subscription: SubscriptionID?,
    values: [CommandPlaceholder: String]
  ) throws(Refusal) {
    var arguments: [String] = []
    for (index, argument) in command.arguments.enumerated() {
      arguments.append(index == 0 ? argument : try Self.filled(argument, values))
    }
    self.arguments = arguments
    (self.command, self.subscription) = (command, subscription)
  }

  /// The reason that a command cannot run on a subscriber.
  public enum Refusal: Error, Hashable, CustomStringConvertible {
    /// The subscriber has no such value.
    case missing(CommandPlaceholder)
    /// The value begins an argument with a dash, as options do.
    case looksLikeOption(CommandPlaceholder)
    /// The value holds a character that no argument can.
    case unfit(CommandPlaceholder)
    /// No subscriber is under the cursor.
    case nobody

    /// The words, without a full stop.
    public var description: String {
      switch self {
      case .missing(let place): "this subscriber has no \(place.title) ({\(place.rawValue)})"
      case .looksLikeOption(let place):
        "the \(place.title) begins with a dash and could be taken for an option; write "
          + "--option={\(place.rawValue)} in commands.toml"
      case .unfit(let place): "the \(place.title) cannot be passed to a program"
      case .nobody: "no subscriber is under the cursor"
      }
    }
  }

  private static func filled(
    _ argument: String, _ values: [CommandPlaceholder: String]
  ) throws(Refusal) -> String {
    var result = ""
    var rest = argument[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      guard
        let place = CommandPlaceholder.allCases.first(where: { rest.hasPrefix("{\($0.rawValue)}") })
      else {
        result.append(rest.removeFirst())
        continue
      }
      guard let value = values[place], !value.isEmpty else { throw .missing(place) }
      guard !value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
        throw .unfit(place)
      }
      if result.isEmpty, value.hasPrefix("-") { throw .looksLikeOption(place) }
      result += value
      rest = rest.dropFirst(place.rawValue.count + 2)
    }
    return result + rest
  }

  /// The program and its arguments as a shell would quote them, to read.
  public var line: String {
    arguments.map { argument in
      let isPlain = argument.allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber)
          || "-_=+:,./@%{}".contains(character)
      }
      return isPlain && !argument.isEmpty
        ? argument : "'" + argument.replacingQuotes + "'"
    }
    .joined(separator: " ")
  }
}

extension String {
  /// The text with each single quote as a shell writes one between single quotes.
  fileprivate var replacingQuotes: String {
    split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
  }
}
