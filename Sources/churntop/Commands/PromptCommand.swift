import ArgumentParser
import ProgramConventions
import SubscriptionCore

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

  /// `churntop prompt shown`: records a shown prompt.
  struct Shown: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shown",
      abstract: "Record that a payment-fix prompt was shown to the user.",
      usage: "churntop prompt shown <id> --step <n> [<options>]",
      discussion: """
        EXAMPLE
          churntop prompt shown as_1000000831 --step 3 --at 2026-11-20T09:30:00Z
        """.flowed)

    /// The age after which a prompt is not recorded any more, as by HTTP.
    private static let ageMax = Duration.days(90)

    @OptionGroup var action: ActionOptions
    @Option(help: ArgumentHelp("2 the store's own message, 3 our own banner.", valueName: "n"))
    var step: Int
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("When, up to 90 days ago. Default: now.", valueName: "time"))
    var at: String?

    func run() throws {
      guard step == 2 || step == 3 else {
        throw CommandError.notUnderstood(
          "--step: \(step) is not shown by the app; use 2 (store message) or 3 (own banner).")
      }
      let session = try Session(action.values)
      let at = try self.at.map { text throws(CommandError) in
        try TimeExpression.parse(text, now: session.clock, in: session.time.zone, option: "--at")
      }
      if let at, at > session.clock {
        throw CommandError.notUnderstood(
          "--at: \(session.time.minute(at)) is yet to come; say when the prompt was shown.")
      }
      if let at, session.clock - at > Self.ageMax {
        throw CommandError.notUnderstood(
          "--at: \(session.time.minute(at)) is longer ago than 90 days; write a later time.")
      }
      try ActionRecorder(session, action).record(.promptShown, step: step, at: at)
    }
  }

  /// `churntop prompt snooze`: records a snooze.
  struct Snooze: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snooze",
      abstract: "Show no prompts until a time.",
      usage: "churntop prompt snooze <id> [<options>]",
      discussion: """
        EXAMPLES
          churntop prompt snooze as_1000000831 --for 3d
          churntop prompt snooze as_1000000831 --until 2026-12-01
        """.flowed)

    @OptionGroup var action: ActionOptions
    @OptionGroup var span: UntilOptions

    func run() throws {
      let session = try Session(action.values)
      let until = try span.until(session, default: nil)
      try ActionRecorder(session, action).record(.promptSnoozed, until: until)
    }
  }

  /// `churntop prompt suppress`: records a suppression.
  struct Suppress: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "suppress",
      abstract: "Show no more prompts in this billing episode.",
      usage: "churntop prompt suppress <id> [<options>]",
      discussion: """
        EXAMPLE
          churntop prompt suppress as_1000000831
        """.flowed)

    @OptionGroup var action: ActionOptions

    func run() throws {
      try ActionRecorder(Session(action.values), action).record(.promptSuppressed)
    }
  }

  /// `churntop prompt note`: records a note.
  struct Note: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "note",
      abstract: "Record a note about a subscriber.",
      usage: "churntop prompt note <id> <text> [<options>]",
      discussion: """
        EXAMPLE
          churntop prompt note as_1000000831 "card replaced, retry on the 3rd"
        """.flowed)

    @OptionGroup var action: ActionOptions
    @Argument(help: ArgumentHelp("The text of the note.", valueName: "text"))
    var text: String

    func run() throws {
      guard text.contains(where: { !$0.isWhitespace }) else {
        throw CommandError.notUnderstood("The note is empty; write what is to be remembered.")
      }
      try ActionRecorder(Session(action.values), action).record(.noted, text: text)
    }
  }

  /// `churntop prompt claim`: records a claim.
  struct Claim: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "claim",
      abstract: "Show colleagues that you handle the case, by default for a day.",
      usage: "churntop prompt claim <id> [<options>]",
      discussion: """
        A claim holds: of two who claim a case at once one gets it, and the other learns who has it.

        EXAMPLES
          churntop prompt claim as_1000000831
          churntop prompt claim as_1000000831 --for 4h --by mira
          churntop prompt claim as_1000000831 --take-over
        """.flowed)

    @OptionGroup var action: ActionOptions
    @OptionGroup var span: UntilOptions
    @Flag(help: "Take the case over from whoever has claimed it.")
    var takeOver = false

    func run() throws {
      let session = try Session(action.values)
      let until = try span.until(session, default: .days(1))
      try ActionRecorder(session, action).record(.claimed, until: until, takesOver: takeOver)
    }
  }

  /// `churntop prompt undo`: reverts an action.
  struct Undo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo",
      abstract: "Revert your latest action about a subscriber.",
      usage: "churntop prompt undo <id> [<options>]",
      discussion: """
        EXAMPLES
          churntop prompt undo as_1000000831
          churntop prompt undo as_1000000831 --event ID

        What others recorded, the app's prompts too, is taken back by its event alone. Where you
        have no action in force, the others' are listed with their events; 'churntop show ID
        --format json' lists all events.
        """.flowed)

    @OptionGroup var action: ActionOptions
    @Option(
      help: ArgumentHelp(
        "The event to revert. Default: your latest action in force.",
        valueName: "event"))
    var event: String?

    func run() throws {
      try ActionRecorder(Session(action.values), action).undo(event.map { EventID($0) })
    }
  }
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

/// The end of a snooze or a claim.
struct UntilOptions: ParsableArguments {
  @Option(
    name: .customLong("for"), help: ArgumentHelp("For this long: 6h, 3d, 2w.", valueName: "length"))
  var length: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Until this time.", valueName: "time"))
  var until: String?

  /// Returns the instant of the options.
  func until(_ session: Session, default usual: Duration?) throws(CommandError) -> Timestamp {
    let now = session.clock
    switch (length, until) {
    case (let length?, nil): return now + (try TimeExpression.duration(length, option: "--for"))
    case (nil, let until?):
      let instant = try TimeExpression.parse(
        until, now: now, in: session.time.zone, option: "--until")
      guard instant > now else {
        throw .notUnderstood(
          "--until: \(session.time.minute(instant)) is over already; write a time yet to come.")
      }
      return instant
    case (nil, nil):
      guard let usual else { throw .notUnderstood("Say until when: --for 3d or --until TIME.") }
      return now + usual
    case (_?, _?): throw .notUnderstood("Use --for or --until, not both.")
    }
  }
}
