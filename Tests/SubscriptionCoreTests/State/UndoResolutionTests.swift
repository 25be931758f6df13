import SubscriptionCore
import Testing

@Suite struct `What was taken back` {
  /// A snooze `s`, and undoings in the order of their letters, each of which names an event.
  private func events(_ undoings: [(id: String, of: String)]) -> [SubscriptionEvent] {
    let instant = at("2023-05-02")
    func event(_ id: String, _ kind: EventKind, undoes: EventID?) -> SubscriptionEvent {
      SubscriptionEvent(
        id: EventID(id), kind: kind, subscription: "as_1", effectiveAt: instant,
        statedAt: instant, recordedAt: instant, source: .operatorAction,
        verification: .unsigned, action: SubscriptionEvent.Action(actor: "ann", undoes: undoes))
    }
    return [event("s", .promptSnoozed, undoes: nil)]
      + undoings.map { event($0.id, .undone, undoes: EventID($0.of)) }
  }

  @Test(
    arguments: [
      ([], []),
      ([("u", "s")], ["s"]),
      ([("u", "s"), ("r", "u")], ["u"]),
      ([("u", "s"), ("r", "u"), ("v", "r")], ["r", "s"]),
      ([("u", "s"), ("v", "s"), ("r", "u")], ["s", "u"]),
      ([("u", "x")], ["x"]),
      ([("u", "v"), ("v", "u")], []),
      ([("u", "u"), ("v", "s")], ["s"]),
      ([("a", "s"), ("u", "v"), ("v", "u")], ["s"]),
    ] as [([(String, String)], [String])])
  func `an action counts unless an undoing that counts names it, in any order`(
    undoings: [(String, String)], gone: [String]
  ) {
    let events = events(undoings.map { (id: $0.0, of: $0.1) })
    for order in [events, events.reversed()] {
      let takenBack = UndoResolution(in: order)
      for id in ["s", "u", "v", "r", "x", "a"] {
        #expect(takenBack.contains(EventID(id)) == gone.contains(id), "\(id)")
      }
    }
  }

  @Test func `an undo event knows the action behind it, and whether that counts again`() {
    let events = events([(id: "u", of: "s"), (id: "r", of: "u"), (id: "x", of: "gone")])
    func reversal(_ place: Int) -> Reversal? { Reversal(of: events[place], in: events) }
    #expect(reversal(0) == nil)
    #expect(reversal(1)?.words == "the snooze is taken back")
    #expect(reversal(2)?.words == "the snooze counts again")
    #expect(reversal(1)?.kind == .promptSnoozed)
    #expect(reversal(3) == nil)
    let circle = self.events([(id: "u", of: "v"), (id: "v", of: "u")])
    #expect(Reversal(of: circle[1], in: circle) == nil)
  }

  @Test func `who took it back is the first of those whose word counts`() throws {
    let two = events([(id: "u", of: "s"), (id: "v", of: "s"), (id: "r", of: "u")])
    #expect(UndoResolution(in: two).undoing(of: "s")?.id == "v")
    let both = events([(id: "v", of: "s"), (id: "u", of: "s")])
    #expect(UndoResolution(in: both).undoing(of: "s")?.id == "u")
    #expect(UndoResolution(in: both).undoing(of: "u") == nil)
  }

  @Test func `within one instant a snooze that is taken back and given again holds`() throws {
    var story = Story.appStore()
    story.tell(.billingFailed, "2023-05-01") {
      $0.status = .hold
      $0.expiresAt = at("2023-05-01")
      $0.autoRenew = true
    }
    story.events += [("z", .promptSnoozed, nil), ("y", .undone, "z"), ("a", .undone, "y")].map {
      (id: EventID, kind: EventKind, target: EventID?) in
      SubscriptionEvent(
        id: id, kind: kind, subscription: story.id, effectiveAt: at("2023-05-02"),
        statedAt: at("2023-05-02"), recordedAt: at("2023-05-02"), source: .operatorAction,
        verification: .unsigned,
        action: SubscriptionEvent.Action(
          actor: "ann", until: kind == .promptSnoozed ? at("2023-05-09") : nil, undoes: target))
    }
    let summary = try story.subscriber().summary(
      at: at("2023-05-03"), policy: .standard, profile: nil)
    #expect(summary.snoozedUntil == at("2023-05-09"))
  }
}
