import ArgumentParser
import TerminalUI

extension ColorFlag: ExpressibleByArgument {}

extension GlyphSet: ExpressibleByArgument {}

extension ColorTier: ExpressibleByArgument {
  /// Parses `mono`, `16`, `256` or `truecolor`.
  public init?(argument: String) {
    guard let tier = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = tier
  }

  /// The accepted words.
  public static var allValueStrings: [String] { allCases.map(\.argument) }

  /// None, since the words are self-explanatory.
  public static var allValueDescriptions: [String: String] { [:] }

  /// The tier as the command line writes it.
  public var defaultValueDescription: String { argument }

  private var argument: String {
    switch self {
    case .mono: "mono"
    case .sixteen: "16"
    case .indexed: "256"
    case .direct: "truecolor"
    }
  }
}
