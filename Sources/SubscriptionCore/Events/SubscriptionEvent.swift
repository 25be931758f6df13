/// One change or statement in the history of one subscription.
///
/// It has three times, because they differ and all three matter: ``effectiveAt`` is the time at
/// which it takes effect, ``statedAt`` the time at which the store stated it, ``recordedAt`` the
/// time at which it was received. Events are ordered by what the store stated, never by arrival
/// (<doc:EdgeCases#Case-23> to <doc:EdgeCases#Case-25>), so any order of arrival results in the
/// same subscriber.
public struct SubscriptionEvent: Hashable, Sendable {
  /// The same text for every delivery of the same statement.
  public var id: EventID
  /// The kind of change.
  public var kind: EventKind
  /// The subscription it happened to.
  public var subscription: SubscriptionID
  /// The time at which it takes effect: the purchase date of a renewal, the instant of a refund.
  public var effectiveAt: Timestamp
  /// The time at which the store stated it: Apple's `signedDate`, Google's `eventTimeMillis`, the
  /// request date of a receipt; for a past transaction listed in a receipt, its own purchase date.
  public var statedAt: Timestamp
  /// The time at which churntop received it.
  public var recordedAt: Timestamp
  /// The channel through which it arrived.
  public var source: EventSource
  /// The result of checking the payload's signature.
  public var verification: Verification
  /// The store's own name for it, for example `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
  ///
  /// Empty if the payload has none. Text from outside.
  public var storeName: String
  /// Everything the store stated beside the kind; empty for an operator's action.
  @inlinable public var facts: StoreFacts {
    // Most callers look at one of many facts, which need not be copied for that: neither here nor
    // by other modules, which would copy all of them to call this.
    _read { yield factsStorage.facts }
    _modify {
      var changed = factsStorage.facts
      defer { factsStorage = FactsStorage(changed) }
      yield &changed
    }
  }
  @usableFromInline var factsStorage: FactsStorage
  /// The action that an operator or the app recorded; `nil` if a store reported the event.
  public var action: Action?
  /// Fields that a newer build stored and this build does not recognize, as `field=value`, in the
  /// order of the fields; empty for events that this build stores.
  public var unread: [String]

  /// The details of an action by an operator or the app, in addition to its
  /// ``SubscriptionEvent/kind``.
  public struct Action: Hashable, Sendable {
    /// The person or program that recorded it: a login name, or the name of an API token; text from
    /// outside.
    public var actor: String
    /// The step shown, 1 to 3, for ``EventKind/promptShown``.
    public var step: Int?
    /// The end of a snooze or of a claim.
    public var until: Timestamp?
    /// The text of a note; text from outside.
    public var text: String?
    /// The event that an ``EventKind/undone`` event undoes.
    public var undoes: EventID?

    /// Creates an action.
    public init(
      actor: String, step: Int? = nil, until: Timestamp? = nil, text: String? = nil,
      undoes: EventID? = nil
    ) {
      (self.actor, self.step, self.until, self.text, self.undoes) =
        (actor, step, until, text, undoes)
    }
  }

  /// Creates an event.
  public init(
    id: EventID, kind: EventKind, subscription: SubscriptionID, effectiveAt: Timestamp,
    statedAt: Timestamp, recordedAt: Timestamp, source: EventSource,
    verification: Verification, storeName: String = "", facts: StoreFacts = StoreFacts(),
    action: Action? = nil, unread: [String] = []
  ) {
    self.id = id
    self.kind = kind
    self.subscription = subscription
    self.effectiveAt = effectiveAt
    self.statedAt = statedAt
    self.recordedAt = recordedAt
    self.source = source
    self.verification = verification
    self.storeName = storeName
    factsStorage = FactsStorage(facts)
    self.action = action
    self.unread = unread
  }

  /// The date of the purchase that the event reports, at Google Play: the beginning that is stated,
  /// unless a replacement carries on that of the purchase it replaced (<doc:EdgeCases#Case-13>).
  var boughtAt: Timestamp? {
    guard let startedAt = facts.startedAt else { return nil }
    return facts.replaces != nil && effectiveAt - startedAt > .hours(1) ? effectiveAt : startedAt
  }

  /// The beginning of ``storeName`` for an item of Google's list of voided purchases.
  public static let listedVoidName = "voidedReason"

  /// A Boolean value that indicates whether the event is an item of Google's list of voided
  /// purchases, which may be a one-time purchase; the notification says that it is not.
  var isListedVoid: Bool {
    source == .googlePlayVoidedPurchase && storeName.hasPrefix(Self.listedVoidName)
  }

  /// Returns a Boolean value that indicates whether one event is applied before another.
  ///
  /// By ``statedAt``, then ``effectiveAt``, then notifications before the snapshots that were
  /// fetched because of them, then ``id``: a total order that does not depend on arrival.
  public static func precedes(_ left: SubscriptionEvent, _ right: SubscriptionEvent) -> Bool {
    if left.statedAt != right.statedAt { return left.statedAt < right.statedAt }
    if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
    if (left.kind == .snapshot) != (right.kind == .snapshot) { return right.kind == .snapshot }
    return left.id < right.id
  }
}

/// Shared storage of an event's facts, because copies of an event are frequent and facts are large
/// and only ever replaced as a whole.
@usableFromInline final class FactsStorage: Hashable, Sendable {
  @usableFromInline let facts: StoreFacts

  @usableFromInline init(_ facts: StoreFacts) { self.facts = facts }

  @usableFromInline static func == (left: FactsStorage, right: FactsStorage) -> Bool {
    left === right || left.facts == right.facts
  }

  @usableFromInline func hash(into hasher: inout Hasher) { hasher.combine(facts) }
}
