import ArgumentParser
import TerminalUI

/// How the dashboard looks.
struct AppearanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The looks: see 'churntop theme list'; a file of your own, or auto.", valueName: "name"),
    completion: ThemeFiles.completion(and: ["auto"]))
  var theme: String?

  @Option(help: ArgumentHelp("The signs: unicode, narrow or ascii.", valueName: "set"))
  var glyphs: GlyphSet?

  @Option(help: ArgumentHelp("As on a terminal with so many colours.", valueName: "tier"))
  var colors: ColorTier?
}
