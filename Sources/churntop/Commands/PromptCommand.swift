import ArgumentParser
import ProgramConventions

/// `churntop prompt`: records operator actions about prompts.
struct PromptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Record an action: a prompt shown, snoozed or suppressed, a note, a claim.",
    discussion: """
      Everything is recorded in the ledger with who and when, and the schedule of prompts follows
      from the record. Nothing is overwritten: 'prompt undo' records that something is taken back.

      EXAMPLES
        churntop prompt shown GPA.3312-4455 --step 3
        churntop prompt snooze mei@example.com --for 3d
        churntop prompt note as_1000000831 "card replaced, retry on the 3rd"
        churntop prompt undo as_1000000831
      """.flowed,
    subcommands: [
      Shown.self, Snooze.self, Suppress.self, Note.self, Claim.self, Undo.self,
    ])
}

/// The options of every action: the subscriber and the actor.
struct ActionOptions: ParsableArguments {
  @OptionGroup var subscriber: SubscriberArgument

  @Option(
    help: ArgumentHelp(
      "The actor. Default: your login name, or your user on the server.", valueName: "name"))
  var by: String?

  @OptionGroup var form: ReportFormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
  @OptionGroup(title: "Common") var display: DisplayOptions

  /// The common options as plain values.
  var values: CommonValues { common.values(display) }
}
