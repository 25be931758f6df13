import ArgumentParser
import TerminalUI

extension ColorFlag: ExpressibleByArgument {}

extension GlyphSet: ExpressibleByArgument {}
