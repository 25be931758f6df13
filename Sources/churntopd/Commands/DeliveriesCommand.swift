import ArgumentParser
import EventLedger
import ProgramConventions
import SubscriptionCore
import TerminalUI

/// `churntopd deliveries`: commands for undelivered changes.
struct DeliveriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries",
    abstract: "List undelivered changes, and send them again.",
    discussion: """
      A change that is not accepted is retried for three days, with growing pauses, and delays \
      the later ones of the same subscription alone. After that it is dead: it waits here until \
      you retry it. A receiver that answers 410 is sent nothing more until 'retry'.

      EXAMPLES
        churntopd deliveries list --status dead --config FILE
        churntopd deliveries retry crm --config FILE
        churntopd deliveries replay --receiver crm --since -2d --config FILE
      """,
    subcommands: [List.self, Retry.self, Replay.self])

  /// Opens the ledger of a configuration.
  static func ledger(
    _ option: ConfigurationOption, readOnly: Bool = false
  ) throws -> (any Ledger, DaemonConfiguration) {
    let (configuration, problems) = DaemonConfiguration.read(path: option.config)
    guard problems.isEmpty else { throw CommandError.configuration(problems) }
    return (try configuration.openLedger(readOnly ? .inspecting : .writing), configuration)
  }

  /// Rejects a receiver that neither the configuration nor the ledger knows, and for one to whom
  /// something is to be sent also one that the configuration does not have any more.
  static func check(
    _ name: String, _ ledger: any Ledger, _ configuration: DaemonConfiguration,
    isToBeSent: Bool = false
  ) throws {
    let known = try ledger.receivers()
    let names = Set(configuration.receivers.map(\.name) + known.map(\.name))
    let isConfigured = configuration.receivers.contains { $0.name == name }
    if isToBeSent, names.contains(name), !isConfigured {
      throw CommandError.notFound(
        "No [[receivers]] has the name '\(name)' any more, so that nothing can be sent to it. Name "
          + "one so again, or leave it: what waited for it goes with its changes.")
    }
    guard !names.contains(name) else { return }
    let all = names.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw CommandError.notFound(
      "No receiver is called '\(name)'. "
        + (names.isEmpty ? "None is configured." : "There are \(all)."))
  }
}

extension DeliveriesCommand {
  /// `churntopd deliveries list`: lists undelivered changes.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List undelivered changes with the reasons.")

    @OptionGroup var file: ConfigurationOption
    @Option(help: "Only those of that receiver.") var receiver: String?
    @Option(
      help: ArgumentHelp(
        "Only those: "
          + ChangeDelivery.Status.allCases.map(\.rawValue).joined(separator: ", ") + ".",
        valueName: "status"),
      completion: .list(ChangeDelivery.Status.allCases.map(\.rawValue)))
    var status: ChangeDelivery.Status?
    @Option(help: "How many at the most.") var limit = 1_000
    @Flag(help: "Print JSON.") var json = false

    func validate() throws {
      guard limit >= 1 else { throw ValidationError("--limit is 1 or more.") }
    }

    func run() async throws {
      let (ledger, configuration) = try DeliveriesCommand.ledger(file, readOnly: true)
      if let receiver { try DeliveriesCommand.check(receiver, ledger, configuration) }
      let query = DeliveryQuery(
        receiver: receiver, statuses: status.map { [$0] } ?? [], limit: limit)
      let configured = Set(configuration.receivers.map(\.name))
      let lines = try ledger.deliveries(query).map { delivery in
        let found = try ledger.outbox(after: delivery.number - 1, limit: 1).first
        return DeliveryLine(
          delivery: delivery, change: found?.number == delivery.number ? found : nil)
      }
      // The ledger also knows receivers that are not configured any more.
      let states = try ledger.receivers().filter { state in
        configured.contains(state.name) && (receiver == nil || state.name == receiver)
      }
      let bounds = try ledger.outboxBounds()
      let output = StandardOutput()
      if json {
        try output.line(Self.document(lines, states, bounds).pretty())
      } else {
        for state in states {
          if let why = state.disabled { try output.line("\(state.name)  is sent nothing: \(why)") }
        }
        for line in lines { try output.line(line.text) }
      }
      try output.flush()
      if !json { tellRest(lines, states, bounds, configured) }
    }

    /// Prints which receivers are behind or are not configured any more, and why there is no line.
    private func tellRest(
      _ lines: [DeliveryLine], _ states: [ReceiverState], _ bounds: OutboxBounds,
      _ configured: Set<String>
    ) {
      for name in Set(lines.map(\.delivery.receiver)).subtracting(configured).sorted() {
        diagnostics.say(
          "'\(name)' is not configured any more: what waits for it goes with its changes")
      }
      guard !configured.isEmpty else { return diagnostics.say("no receiver is configured") }
      let behind = states.filter { $0.cursor < bounds.last }
      for state in behind {
        let behind = CountText.of(Int(state.behind(bounds)), "change")
        diagnostics.say("'\(state.name)' is behind by \(behind)")
        if let missed = state.missedSentence(bounds) { diagnostics.say(missed) }
      }
      let new = configured.subtracting(states.map(\.name)).filter {
        receiver == nil || $0 == receiver
      }
      for name in new.sorted() {
        diagnostics.say(
          "'\(name)' was never sent anything: churntopd begins with it once it is started or "
            + "reloaded with this configuration")
      }
      guard lines.isEmpty else { return }
      if let status {
        diagnostics.say("no change is \(status.rawValue)")
      } else if behind.isEmpty, new.isEmpty {
        diagnostics.say("everything has arrived")
      }
    }

    private static func document(
      _ lines: [DeliveryLine], _ states: [ReceiverState], _ bounds: OutboxBounds
    ) -> JSON {
      let receivers = states.map { state -> JSON in
        [
          "name": .string(state.name), "behind": .integer(state.behind(bounds)),
          "missed": .integer(state.missed(bounds)), "disabled": JSON(state.disabled),
        ]
      }
      return ["receivers": .array(receivers), "deliveries": .array(lines.map(\.json))]
    }
  }

  /// `churntopd deliveries retry`: sends undelivered changes again.
  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry",
      abstract: "Send undelivered changes again, dead or waiting, and enable the receiver.",
      discussion: "The running daemon sends it within a second or two.")

    @OptionGroup var file: ConfigurationOption
    @Argument(help: "The receiver's name.") var receiver: String
    @Option(help: ArgumentHelp("Only the change of that number.", valueName: "number"))
    var number: Int64?

    func run() async throws {
      let (ledger, configuration) = try DeliveriesCommand.ledger(file)
      try DeliveriesCommand.check(receiver, ledger, configuration, isToBeSent: true)
      let now = Dependencies.current.clock()
      let state = try ledger.receivers().first { $0.name == receiver }
      let count = try ledger.retryDeliveries(of: receiver, number: number, at: now)
      let bounds = try ledger.outboxBounds()
      if let number, count == 0 {
        throw CommandError.notFound("No change \(number) waits for '\(receiver)'.")
      }
      let output = StandardOutput()
      try output.line("\(count) sent again to '\(receiver)'")
      if let state, state.disabled != nil {
        let behind = state.behind(bounds)
        try output.line("'\(receiver)' is enabled, and sent what it is behind by: \(behind)")
        if let missed = state.missedSentence(bounds) { try output.line(missed) }
      }
      try output.flush()
    }
  }

  /// `churntopd deliveries replay`: sends every change again from an instant on.
  struct Replay: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Send a receiver every change again that was recorded from an instant on.",
      discussion: "The ids are the same as before, so that the receiver can discard duplicates.")

    @OptionGroup var file: ConfigurationOption
    @Option(help: "The receiver's name.") var receiver: String
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "From when on: -2d, 2026-11-20 or RFC 3339; UTC where it names no zone.",
        valueName: "time"))
    var since: String

    func run() async throws {
      let (ledger, configuration) = try DeliveriesCommand.ledger(file)
      try DeliveriesCommand.check(receiver, ledger, configuration, isToBeSent: true)
      let now = Dependencies.current.clock()
      guard let since = InstantText.instant(self.since, now: now) else {
        throw CommandError.notUnderstood(
          "'\(self.since)' is not a time. Write -2d, 2026-11-20 or 2026-11-20T08:00:00Z.")
      }
      let cursor = try ledger.replay(receiver, from: ledger.outboxNumber(before: since), at: now)
      let count = Int(try ledger.outboxBounds().last - cursor)
      try StandardOutput().finish(
        count == 0
          ? "no change was recorded since \(since.rfc3339)\n"
          : "'\(receiver)' is sent up to \(CountText.of(count, "change")) again\n")
    }
  }
}

extension ReceiverState {
  /// The number of changes in the outbox that have not had their turn.
  fileprivate func behind(_ bounds: OutboxBounds) -> Int64 {
    bounds.last - max(cursor, bounds.removed)
  }

  /// The number of changes that were removed for their age before they had their turn.
  fileprivate func missed(_ bounds: OutboxBounds) -> Int64 { max(0, bounds.removed - cursor) }

  /// The sentence about the changes that it missed; `nil` for none.
  fileprivate func missedSentence(_ bounds: OutboxBounds) -> String? {
    let missed = missed(bounds)
    guard missed > 0 else { return nil }
    return "\(CountText.of(Int(missed), "change")) before those \(missed == 1 ? "was" : "were") "
      + "removed for age ([changes] retention) and cannot be sent to '\(name)'"
  }
}

extension Ledger {
  /// Sends a receiver again what follows a number of the outbox, and enables it.
  ///
  /// A change that waits for its next attempt is due at once, since it holds back later ones. A
  /// receiver that is further behind stays where it is: a replay skips nothing.
  ///
  /// - Returns: The number after which the changes are sent.
  /// - Throws: `LedgerError` if the ledger cannot be read or written.
  @discardableResult
  func replay(
    _ receiver: String, from number: Int64, at now: Timestamp
  ) throws(LedgerError) -> Int64 {
    let known = try receivers().first { $0.name == receiver }
    let cursor = min(number, known?.cursor ?? number)
    try putReceiver(ReceiverState(name: receiver, cursor: cursor))
    var update = DeliveryUpdate(receiver: receiver, at: now, from: cursor)
    update.isBack = true
    try settle(update)
    return cursor
  }
}

extension ChangeDelivery.Status: ExpressibleByArgument {}

/// A delivery in the list.
private struct DeliveryLine {
  let delivery: ChangeDelivery
  let change: RecordedChange?

  var text: String {
    let kind = change?.change.kind.rawValue ?? "unknown"
    let next = delivery.status == .waiting ? "  again at \(delivery.nextAt.rfc3339)" : ""
    let problem = delivery.problem.isEmpty ? "" : "  \(delivery.problem)"
    let subscription = SafeText.sanitized(delivery.subscription.rawValue)
    return "\(delivery.receiver)  \(delivery.number)  \(delivery.status.rawValue)  \(kind)  "
      + "\(subscription)  \(delivery.attempts) attempt\(delivery.attempts == 1 ? "" : "s")"
      + "\(problem)\(next)"
  }

  var json: JSON {
    [
      "receiver": .string(delivery.receiver), "number": .integer(delivery.number),
      "id": JSON(change?.change.id), "kind": JSON(change?.change.kind.rawValue),
      "subscription": JSON(delivery.subscription), "status": .string(delivery.status.rawValue),
      "attempts": JSON(delivery.attempts),
      "nextAt": JSON(delivery.status == .waiting ? delivery.nextAt : nil),
      "triedAt": JSON(delivery.triedAt), "problem": .string(delivery.problem),
      "recordedAt": JSON(change?.recordedAt),
    ]
  }
}
