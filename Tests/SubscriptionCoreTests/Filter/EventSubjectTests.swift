import SubscriptionCore
import Testing

struct EventSubjectTests {
  /// Events of a day before ``noon``, each with a letter.
  private static let events: [(name: Character, event: SubscriptionEvent)] = [
    ("r", told(.renewed, "DID_RENEW", .appStoreNotification, ago: .hours(5))),
    (
      "f",
      told(.billingFailed, "DID_FAIL_TO_RENEW/GRACE_PERIOD", .appStoreNotification) {
        $0.graceEndsAt = noon + .days(2)
      }
    ),
    ("h", told(.holdStarted, "SUBSCRIPTION_ON_HOLD", .googlePlayNotification)),
    (
      "s",
      told(.snapshot, "SUBSCRIPTION_STATE_IN_GRACE_PERIOD", .googlePlaySubscription) {
        ($0.status, $0.environment) = (.grace, .sandbox)
      }
    ),
    ("u", told(.unrecognized, "BRAND_NEW", .appStoreNotification)),
    ("n", told(.noted, "", .operatorAction, actor: "jo", note: "Promised a refund")),
    ("p", told(.promptShown, "", .app, ago: .hours(30), actor: "backend")),
  ]

  private static func told(
    _ kind: EventKind, _ name: String, _ source: EventSource, ago: Duration = .minutes(10),
    actor: String? = nil, note: String? = nil, _ state: (inout StoreFacts) -> Void = { _ in }
  ) -> SubscriptionEvent {
    var facts = StoreFacts()
    state(&facts)
    return SubscriptionEvent(
      id: EventID("\(kind)"), kind: kind, subscription: "gp_1", effectiveAt: noon - ago,
      statedAt: noon - ago, recordedAt: noon - ago, source: source, verification: .verified,
      storeName: name, facts: facts,
      action: actor.map { SubscriptionEvent.Action(actor: $0, text: note) })
  }

  @Test(arguments: [
    ("", "rfhsunp"), ("type:fail", "f"), ("type:grace", "fs"), ("type:hold,renew", "rh"),
    ("type:billingFailed", "f"), ("type:hold-started", "h"), ("type:unknown", "u"),
    ("type:action", "np"), ("-type:action", "rfhsu"), ("type:prompt | type:note", "np"),
    ("type:DID_RENEW", "r"), ("type:grace_period", "f"), ("type:~period", "fs"),
    ("type:/^did_/", "rf"), ("type:none", "np"), ("source:play", "hs"),
    ("source:app-store -type:renew", "fu"), ("source:app", "p"), ("source:ops", "n"),
    ("-source:test source:google", "h"), ("actor:jo", "n"), ("by:any", "np"),
    ("note:~promised", "n"), ("note:any", "n"),
    ("heard<1h", "fhsun"), ("heard>=5h", "rp"), ("heard>1d", "p"),
    ("state:grace type:fail", "f"), ("state:hold", ""),
    ("outcome:open failed<5d type:fail", "f"), ("entered:hold", ""), ("okafor source:ops", "n"),
  ])
  func `a filter about events matches`(_ text: String, _ expected: String) throws {
    let filter = try Filter.parse(text, about: .events).lowered(at: noon)
    let met = Self.events.filter { filter.matches(EventSubject($0.event, of: .ada)) }
    #expect(String(met.map(\.name)) == expected)
  }

  @Test func `an event without a subscriber has nothing of one`() throws {
    let subject = EventSubject(Self.events[0].event, of: nil)
    for (text, holds) in [
      ("state:any", false), ("-state:any", true), ("mrr<0", false),
      ("failed:any", false), ("failed:none", true),
    ] {
      let filter = try Filter.parse(text, about: .events).lowered(at: noon)
      #expect(filter.matches(subject) == holds, "\(text)")
    }
  }

  @Test func `an event has a value of the field's type in each of its fields`() {
    for field in SubscriberField.allCases {
      let value = Self.events[0].event.value(ofOwn: field)
      #expect((value != nil) == field.isOfEvent)
      switch (field.missing, value) {
      case (_, nil), (.text, .text), (.texts, .texts), (.instant, .instant): break
      case (_, _?): Issue.record("\(field)")
      }
    }
  }

  @Test func `a word for kinds means exactly the events of those kinds`() {
    for word in TypeAlias.allCases {
      guard let kinds = word.kinds else { continue }
      for (_, event) in Self.events { #expect(word.means(event) == kinds.contains(event.kind)) }
    }
  }
}
