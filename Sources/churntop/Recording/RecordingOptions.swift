import ArgumentParser
import ProgramConventions

/// The options for recordings of a session on screen.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record keys and screens, names masked; churntop --replay shows them again.",
      valueName: "file"),
    completion: .file())
  var record: String?

  @Option(
    help: ArgumentHelp("Record the screens as an asciicast, names masked.", valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var asciicast: String?

  /// A Boolean value that indicates whether anything is recorded.
  var isOn: Bool { record != nil || asciicast != nil }

  /// Throws if a recording is requested without screens.
  func checkThatScreensAreDrawn(_ isDrawn: Bool) throws(CommandError) {
    guard isOn, !isDrawn else { return }
    throw .notUnderstood("--record and --asciicast need a terminal, or 'demo --script FILE'.")
  }
}
