import ArgumentParser
import ProgramConventions

/// What is kept of a session on screen.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep keys and screens, names masked; churntop --replay shows them again.",
      valueName: "file"),
    completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp("Keep what was on screen as an asciicast, names masked.", valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var asciicast: String?

  /// Whether anything is kept.
  var isOn: Bool { record != nil || asciicast != nil }

  /// Throws where there is nothing to record.
  func checkThatScreensAreDrawn(_ isDrawn: Bool) throws(CommandError) {
    guard isOn, !isDrawn else { return }
    throw .notUnderstood("--record and --asciicast need a terminal, or 'demo --script FILE'.")
  }
}
