import ArgumentParser

/// `churntop frame`: a screen as text without a terminal.
struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Print one screen of the dashboard as text.")
}
