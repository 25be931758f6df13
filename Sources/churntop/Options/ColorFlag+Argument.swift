import ArgumentParser
import TerminalUI

extension ColorFlag: ExpressibleByArgument {}

extension GlyphSet: ExpressibleByArgument {}

extension ColorTier: ExpressibleByArgument {
  /// Reads `mono`, `16`, `256` or `truecolor`.
  public init?(argument: String) {
    guard let tier = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = tier
  }

  /// The words that can be read.
  public static var allValueStrings: [String] { allCases.map(\.argument) }

  /// None: the words say it all.
  public static var allValueDescriptions: [String: String] { [:] }

  /// How the tier is written on the command line.
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
