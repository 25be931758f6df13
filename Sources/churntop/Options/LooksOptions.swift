import ArgumentParser
import TerminalUI

/// How the dashboard looks.
struct LooksOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The looks: see 'churntop theme list'.", valueName: "name"))
  var theme: String?

  @Option(help: ArgumentHelp("The signs: unicode, narrow or ascii.", valueName: "set"))
  var glyphs: GlyphSet?
}
