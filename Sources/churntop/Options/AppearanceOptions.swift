import ArgumentParser
import TerminalUI

/// The options for the dashboard's appearance.
struct AppearanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The theme: see 'churntop theme list'; a file of your own, or auto.", valueName: "name"),
    completion: ThemeFiles.completion(and: ["auto"]))
  var theme: String?

  @Option(help: ArgumentHelp("The glyphs: unicode, narrow or ascii.", valueName: "set"))
  var glyphs: GlyphSet?

  @Option(help: ArgumentHelp("The colours: mono, 16, 256 or truecolor.", valueName: "tier"))
  var colors: ColorTier?
}
