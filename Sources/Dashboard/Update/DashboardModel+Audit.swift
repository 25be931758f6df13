import EventLedger
import SubscriptionCore

/// Recording who sees names and mail addresses.
extension DashboardModel {
  /// Returns effects that record what has come on screen, whichever key or message brought it.
  mutating func recordAccesses() -> [Effect] {
    guard settings.audit == .recorded else { return [] }
    let known = appearance.recorded
    let isUnmasked = !settings.masksPersonalData
    let row = screen == .detail ? detail?.data?.extra.summary : nil
    let shown = row.flatMap { masks($0.id) ? nil : $0 }
    guard isUnmasked != known.isUnmasked || shown?.id != known.viewed else { return [] }
    appearance.recorded = RecordedAccess(isUnmasked: isUnmasked, viewed: shown?.id)
    var effects: [Effect] = []
    if isUnmasked, !known.isUnmasked { effects.append(.recordAccess(access(.unmasked))) }
    if let shown, shown.id != known.viewed {
      var access = access(.viewed)
      (access.subscription, access.account) = (shown.id, shown.account)
      effects.append(.recordAccess(access))
    }
    return effects
  }

  private func access(_ kind: PersonalDataAccess.Kind) -> PersonalDataAccess {
    PersonalDataAccess(.known(kind), at: machineNow, actor: settings.actor, command: "dashboard")
  }

  /// Hides names and mail addresses that a team's ledger could not record the sight of; a file's
  /// are shown, as any program can show them.
  mutating func hide(because words: String) {
    guard settings.condition.isOnServer else {
      return tell("It is not recorded that names are shown: \(words)", .warning)
    }
    settings.masksPersonalData = true
    (appearance.revealed, appearance.recorded) = (nil, RecordedAccess())
    rewriteEventPayload()
    tell("Names are hidden, since it could not be recorded who sees them: \(words)", .error)
  }

  /// Returns a Boolean value that indicates whether the session's role may not see a field, as a
  /// reader of a server's ledger may not see names and mail addresses.
  func isHidden(_ field: SubscriberField) -> Bool {
    settings.audit == .nothingToSee && settings.condition.isOnServer
      && Masking.fields.contains(field)
  }

  /// Returns a Boolean value that indicates whether the session's role may ask for rows by fields;
  /// where it may not, a message says so.
  mutating func maySee(_ fields: some Sequence<SubscriberField>) -> Bool {
    guard fields.contains(where: { isHidden($0) }) else { return true }
    tell(
      "Your role in the ledger's database sees no names and mail addresses, "
        + "so no list can go by them.",
      .warning)
    return false
  }

  /// Returns the filter of a text, `nil` within for an empty one; where it cannot be read, or asks
  /// for what the session's role may not see, a message says so.
  mutating func filter(typed text: String, about scope: FilterScope = .subscribers) -> Filter?? {
    guard !text.isEmpty else { return .some(nil) }
    do throws(FilterError) {
      let filter = try Filter.parse(text, about: scope)
      guard maySee(filter.fields) else { return nil }
      return .some(filter)
    } catch {
      tell(error.markedSentence, .error)
      return nil
    }
  }

  /// The note that showing them is not recorded; empty where it is.
  var unrecordedNote: String {
    settings.audit == .unrecorded
      ? " This session writes nothing, so that it is not recorded." : ""
  }
}
