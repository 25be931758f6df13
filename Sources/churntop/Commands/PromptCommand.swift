import ArgumentParser

/// `churntop prompt`: what operators record about prompts.
struct PromptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prompt",
    abstract: "Record what was done: a prompt shown, snoozed, suppressed; a note, a claim.",
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

/// Whom an action is about, and who acts.
struct ActionOptions: ParsableArguments {
  @OptionGroup var subscriber: SubscriberArgument

  @Option(help: ArgumentHelp("Who acts. Default: your login name.", valueName: "name"))
  var by: String?

  @OptionGroup var form: FormatOptions
  @OptionGroup(title: "Common") var common: CommonOptions
}
