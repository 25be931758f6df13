import Dashboard
import EventLedger
import ProgramConventions
import SubscriptionCore

/// The opening of ledgers and the resolution of subscriptions.
extension Session {
  /// A Boolean value that indicates whether there is no ledger yet, as far as the user may look.
  var hasNoLedger: Bool { !address.mayExist && LedgerLocation.closedFolder(above: path) == nil }

  /// Checks that the ledger's file is there, or can be made.
  private func lookForFile(_ purpose: Purpose) throws(CommandError) {
    switch purpose {
    case .creating where !isReadOnly: try LedgerLocation.prepareFolder(of: path)
    case .creating, .inspecting, .reading, .writing:
      guard LedgerLocation.exists(path) else {
        if let folder = LedgerLocation.closedFolder(above: path) {
          throw .failed(
            "\(dependencies.user) has no permission to look into \(folder), where the ledger would "
              + "be. Join the group that it belongs to, or ask its owner.")
        }
        throw .failed(
          "There is no ledger at \(path) yet. 'churntop import FILE' starts one; --ledger or "
            + "CHURNTOP_LEDGER names another; 'churntop demo' shows a simulated world.")
      }
      guard !LedgerLocation.isEmpty(path) else {
        throw .failed(
          "\(path) is empty: nothing was ever stored in it. 'churntop import FILE' begins a ledger "
            + "there; a copy that is empty is none.")
      }
    }
  }

  /// Opens the ledger; a command that makes the configuration's rules everybody's gets no hint to.
  func open(_ purpose: Purpose, isAdopting: Bool = false) throws -> any Ledger {
    if !address.isServer { try lookForFile(purpose) }
    let mayWrite = purpose == .writing || purpose == .creating
    if let readOnlyCause, mayWrite { throw readOnlyCause.refusal(path) }
    let report = RebuildReport()
    defer { report.end() }
    let ledger: any Ledger
    do throws(LedgerError) {
      ledger = try LedgerEngine.open(
        address, policy: policy, readOnly: isReadOnly || purpose == .inspecting,
        isMade: purpose == .creating, deriving: report.take)
    } catch {
      if purpose == .reading, !isReadOnly { throw Self.errorOfReading(error) }
      guard case .outdated = error, let readOnlyCause, !address.isServer else { throw error }
      throw readOnlyCause.outdated(path)
    }
    report.end()
    if mayWrite, LedgerEngine.isReadOnly(ledger) { throw ReadOnlyCause.role.refusal(path) }
    if purpose != .inspecting, !(isAdopting && ledger.rebuildState == .outdated) {
      sayHowItFollows(ledger.rebuildState, report.cause)
    }
    return ledger
  }

  /// Returns the error of a command that brings rows up to date before it reads them, with the way
  /// to read them as they are where nothing can be written.
  static func errorOfReading(_ error: LedgerError) -> any Error {
    switch error {
    case .busy, .full: CommandError.failed("\(error) Until then --readonly reads it as it is.")
    case .unavailable, .replaced, .readOnly, .refused, .unreadable, .newer, .outdated,
      .figuresDiffer, .failed, .unfinished, .canceled:
      error
    }
  }

  /// Reports the effect of a changed policy, or that the rows follow another policy than the
  /// configuration's.
  private func sayHowItFollows(_ state: RebuildState, _ cause: RebuildProgress.Cause?) {
    switch state {
    case .current: break
    case .rebuilt(let changed):
      // Rows in a new form differ all, which says nothing about the subscribers.
      if cause == .policy || cause == .products {
        diagnostics.say("\(CountText.of(changed, "subscriber")) changed with the rules.")
      }
    case .outdated where address.isServer:
      diagnostics.say(
        "Prompts and dates follow the rules that the ledger was given, which are not this "
          + "configuration's. 'churntop ledger adopt' makes these rules everybody's, and "
          + "'churntop ledger rules' prints the ledger's.")
    case .outdated:
      diagnostics.say(
        "Read-only: prompts and dates still follow the rules of another configuration. Any command "
          + "that may write applies this one. \(readOnlyCause?.cure ?? "")")
    }
  }

  /// Returns the ledger at the instant of the command.
  ///
  /// The rows of a read-only ledger cannot be advanced to the present, so that the command then
  /// answers as of the instant of the rows.
  ///
  /// - Parameter advancing: Whether the rows of a writable ledger are advanced to the present
  ///   first; a dashboard draws before it does so.
  /// - Returns: The ledger.
  /// - Throws: A `CommandError` or a `LedgerError` if it cannot be opened or read.
  mutating func view(advancing: Bool = true) throws -> any Ledger {
    let ledger = try open(.reading)
    respect(ledger)
    if isAsOf { return try ledger.asOf(now) }
    guard isReadOnly else {
      if advancing { try bringUpToDate(ledger) }
      return ledger
    }
    if let cause = readOnlyCause, cause.isOfPermission {
      diagnostics.say("\(path) is opened read-only: \(cause.words).")
    }
    if let instant = try Self.status(ledger, at: now) {
      if now - instant > LedgerCondition.behindMin {
        diagnostics.say(
          "Read-only: everything is as of \(time.second(instant)), when the ledger was brought up "
            + "to date last. For the present use --as-of now, which reads all events"
            + (address.isServer ? ", but not on a standby." : "."))
      } else if instant - now > LedgerClock.tolerance {
        diagnostics.say(
          LedgerClock.sentence(
            rows: time.second(instant), aheadOf: time.second(now), isOnServer: address.isServer))
      }
      speak(about: instant)
    }
    return ledger
  }

  /// Advances the rows of a ledger to the present; if a clock was ahead at the last advance, or
  /// this one is ahead of the server's now, the command answers as of the instant of the rows, as
  /// lists and figures do.
  private mutating func bringUpToDate(_ ledger: any Ledger) throws {
    let now = now
    do throws(LedgerError) {
      try ledger.advance(to: now)
    } catch {
      throw Self.errorOfReading(error)
    }
    guard let stands = try ledger.advancedTo() else { return }
    if stands - now > LedgerClock.tolerance {
      diagnostics.say(
        LedgerClock.sentence(
          rows: time.second(stands), aheadOf: time.second(now), isOnServer: address.isServer))
    } else if now - stands > LedgerClock.tolerance {
      diagnostics.say(
        "This machine's clock says \(time.second(now)), ahead of the ledger's server, and "
          + "everything is as of \(time.second(stands)). Set the clock by NTP.")
    } else {
      return
    }
    speak(about: stands)
  }

  /// Returns the instant of the rows of a read-only ledger: the present if no row is due to change
  /// before.
  private static func status(
    _ ledger: any Ledger, at now: Timestamp
  ) throws(LedgerError) -> Timestamp? {
    do throws(LedgerError) {
      try ledger.advance(to: now)
    } catch .readOnly {
      // Some rows are due, and cannot be changed.
    }
    return try ledger.advancedTo()
  }

  /// Returns the monitor of a ledger's condition for a dashboard; a demo's ledger is always live.
  ///
  /// Rows that may be written stand where a clock put them: those on a server by the server's, and
  /// those of a file by one that was ahead of this machine's.
  func condition(of ledger: any Ledger, isDemo: Bool = false) -> @Sendable () -> LedgerCondition {
    let (address, present, isReadOnly) = (address, present, isReadOnly)
    let isFixed = isAsOf || isDemo
    return {
      let now = present()
      var condition = LedgerCondition(
        isFed: isDemo || FeedSign.isShown(for: address, ledger, now: now))
      let isAdvanced = isReadOnly || address.isServer
      if !isFixed,
        let stands = try? isAdvanced ? Self.status(ledger, at: now) : ledger.advancedTo(),
        isReadOnly || address.isServer && now - stands > LedgerClock.tolerance
          || stands - now > LedgerClock.tolerance
      {
        condition.standsAt = stands
      }
      condition.isOnServer = address.isServer
      if !isFixed { condition.erasureCount = (try? ledger.erasureCount()) ?? 0 }
      return condition
    }
  }

  /// Returns the ledger of ``view(advancing:)`` for a command about one subscription; a past state
  /// is computed for that subscription alone.
  mutating func view(of text: String) throws -> any Ledger {
    guard isAsOf else { return try view() }
    let (ledger, instant) = (try open(.reading), now)
    let found = try ledger.resolve(text, limit: 2)
    let events = try found.count == 1 ? ledger.events(of: found[0]) : []
    // An account or a part of a name may have matched other subscriptions then; an identifier may
    // not.
    let isIdentified = events.contains { told in
      found[0].rawValue == text
        || told.event.facts.account?.rawValue != text
          && LookupName.names(in: told.event).contains { $0.matches(text) }
    }
    if isIdentified {
      let past = try ledger.asOf(instant, of: found[0])
      if try past.resolve(text, limit: 2) == found { return past }
    }
    let past = try ledger.asOf(instant)
    let known = try found.count == 1 ? past.resolve(text, limit: 1) : found
    if known.isEmpty, let first = events.map(\.event.recordedAt).min(), first > instant {
      throw CommandError.notFound(
        "\(found[0]) was first reported at \(time.minute(first)), after "
          + "\(time.minute(instant)).")
    }
    return past
  }

  /// Returns the one subscription that a text identifies.
  func resolve(_ text: String, in ledger: any Ledger) throws -> SubscriptionID {
    let found = try ledger.resolve(text, limit: Self.candidatesMax + 1)
    switch found.count {
    case 1: return found[0]
    case 0:
      if let order = AppStoreOrderID(text) { return try lookUp(order, in: ledger) }
      // A line of a mail may have been pasted.
      if let name = LookupName.within(text) { return try resolve(name, in: ledger) }
      if let id = try resolve(name: text, in: ledger) { return id }
      let near = try ledger.similar(to: text, limit: Self.candidatesMax + 1)
      let shown = DisplayText.excerpt(text)
      guard near.isEmpty else {
        throw CommandError.ambiguous(
          "No subscription goes by '\(shown)'; these have a name near to it:",
          candidates: try candidates(of: near, in: ledger))
      }
      if let order = AppStoreOrderID(meantBy: text) {
        throw CommandError.notFound(
          "No subscription goes by '\(shown)'. As an order of the App Store it would be written "
            + "\(order).")
      }
      throw CommandError.notFound(
        "No subscription goes by '\(shown)'. Use an id, transaction, order or account, or four "
          + "letters and digits of one, 8 characters or more of a purchase token, a mail address, "
          + "or the user's name.")
    case _:
      throw CommandError.ambiguous(
        "'\(text)' names several subscriptions; use one of these ids:",
        candidates: try candidates(of: found, in: ledger))
    }
  }
}
