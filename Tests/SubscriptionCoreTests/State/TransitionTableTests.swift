import Testing

@testable import SubscriptionCore

/// The whole table, drawn: a row a kind, a column a state.
///
/// `.` the state stays; a letter is the state it becomes; with `!` the state before does not allow
/// the event, and the letter is what it becomes since the store's word wins.
@Suite struct `The table of transitions` {
  private static let letters: [(SubscriptionState, Character)] = [
    (.pending, "p"), (.active, "a"), (.renewalPending, "r"), (.grace, "g"), (.hold, "h"),
    (.paused, "z"), (.canceled, "c"), (.expired, "e"), (.refunded, "f"), (.superseded, "s"),
    (.unknown, "u"),
  ]

  private static let drawn: [(EventKind, String)] = [
    //                          p  a  r  g  h  z  c  e  f  s  u
    (.snapshot, "               .  .  .  .  .  .  .  .  .  .  . "),
    (.purchased, "              a  a  a  a  a  a! a  a  a  a! a "),
    (.purchasePending, "        p  p! p! p! p! p! p! p! p! p! p "),
    (.pendingPurchaseCanceled, "e  a! r! g! h! z! c! .  f! s! e "),
    (.renewed, "                a! a  a  a  a  a! a! a  a  a! a "),
    (.recovered, "              a! a! a  a  a  a  a! a  a  a! a "),
    (.billingFailed, "          h! h  h  .  .  h  h! h! h  .  h "),
    (.holdStarted, "            h! h  h  h  .  h  h! h! h! .  h "),
    (.autoRenewDisabled, "      p! c  c  e  e  e  .  .  .  .  c "),
    (.autoRenewEnabled, "       p! .  .  .  .  .  a  .  .  .  a "),
    (.cancellationScheduled, "  p! .  .  .  .  z! .  e! f! s! a "),
    (.pauseScheduled, "         p! .  .  g! h! .  .  e! f! s! a "),
    (.paused, "                 z! z  z  z! z! .  z! z! z! z! z "),
    (.productChangeScheduled, " p! .  .  .  .  z! a  a  a  s! a "),
    (.productChangeReverted, "  p! .  .  .  .  z! .  e! f! s! a "),
    (.productChanged, "         a! a  a  a  a  a! a  a  a  a! a "),
    (.superseded, "             s  s  s  s  s  s  s  s  s  s  s "),
    (.offerRedeemed, "          p! .  .  .  .  z! a  a  a  s! a "),
    (.priceChanged, "           .  .  .  .  .  .  .  .  .  .  . "),
    (.renewalExtended, "        p! a  a  g! h! .  .  e! f! s! a "),
    (.expired, "                e  e  e  e  e  e  e  .  .  .  e "),
    (.refunded, "               f! f  f  f  f  f  f  f  .  .  f "),
    (.revoked, "                f! f  f  f  f  f  f  f  .  .  f "),
    (.refundReversed, "         p! .  .  .  .  .  .  .  a  .  . "),
    (.refundDeclined, "         .  .  .  .  .  .  .  .  .  .  . "),
    (.refundRequested, "        .  .  .  .  .  .  .  .  .  .  . "),
    (.unrecognized, "           .  .  .  .  .  .  .  .  .  .  . "),
    (.promptShown, "            .  .  .  .  .  .  .  .  .  .  . "),
    (.promptSnoozed, "          .  .  .  .  .  .  .  .  .  .  . "),
    (.promptSuppressed, "       .  .  .  .  .  .  .  .  .  .  . "),
    (.noted, "                  .  .  .  .  .  .  .  .  .  .  . "),
    (.claimed, "                .  .  .  .  .  .  .  .  .  .  . "),
    (.refreshRequested, "       .  .  .  .  .  .  .  .  .  .  . "),
    (.undone, "                 .  .  .  .  .  .  .  .  .  .  . "),
  ]

  @Test func `has every kind once`() {
    #expect(Self.drawn.map(\.0) == EventKind.allCases)
    #expect(Self.letters.map(\.0) == SubscriptionState.allCases)
  }

  @Test(arguments: drawn) func `says what is drawn`(kind: EventKind, row: String) {
    let cells = row.split(separator: " ").map(String.init)
    #expect(cells.count == SubscriptionState.allCases.count)
    for (state, expected) in zip(SubscriptionState.allCases, cells) {
      #expect(
        Self.cell(TransitionTable.verdict(state, on: kind)) == expected, "\(state) on \(kind)")
    }
  }

  private static func cell(_ verdict: TransitionTable.Verdict) -> String {
    func letter(_ state: SubscriptionState) -> String {
      letters.first { $0.0 == state }.map { String($0.1) } ?? "?"
    }
    switch verdict {
    case .stays: return "."
    case .becomes(let state): return letter(state)
    case .contradicts(let state): return letter(state) + "!"
    }
  }

  /// How to bring a subscription into each state, in the fewest words.
  private static func story(in state: SubscriptionState) -> Story {
    var story = Story.googlePlay()
    switch state {
    case .active: break
    case .renewalPending:
      story.events[0].facts.expiresAt = at("2023-04-02")
    case .grace:
      story.tell(.billingFailed, "2023-05-01") {
        $0.status = .grace
        $0.expiresAt = at("2023-05-15")
      }
    case .hold: story.tell(.holdStarted, "2023-05-02") { $0.status = .hold }
    case .paused: story.tell(.paused, "2023-05-01") { $0.resumesAt = at("2023-06-01") }
    case .canceled: story.tell(.autoRenewDisabled, "2023-04-10")
    case .expired: story.tell(.expired, "2023-05-01")
    case .refunded: story.tell(.refunded, "2023-04-10")
    case .superseded: story.tell(.superseded, "2023-04-10")
    case .pending:
      story.events = []
      story.tell(.purchasePending, "2023-04-01")
    case .unknown:
      story.events = []
      story.tell(.unrecognized, "2023-04-01")
    }
    return story
  }

  @Test(arguments: SubscriptionState.allCases, EventKind.allCases)
  func `is what the machine does where nothing more is stated`(
    state: SubscriptionState, kind: EventKind
  ) throws {
    guard !kind.isAction else { return }
    // What the clock alone brings about is told as active.
    let told: SubscriptionState = state == .renewalPending ? .active : state
    var story = Self.story(in: state)
    story.tell(kind, "2023-05-03")
    let subscriber = try story.subscriber()
    var expected: SubscriptionState
    var contradicts = false
    switch TransitionTable.verdict(told, on: kind) {
    case .stays: expected = told
    case .becomes(let next): expected = next
    case .contradicts(let next): (expected, contradicts) = (next, true)
    }
    // Google's word of a declined renewal means grace.
    if kind == .billingFailed, expected == .hold, told != .hold { expected = .grace }
    // Google's change of items pays no renewal, as an upgrade at the App Store does.
    if kind == .productChanged, told.isFailing { expected = told }
    // What is given back after the end leaves that as it was.
    let isTaken = kind == .refunded || kind == .revoked
    if isTaken, told == .expired || told == .canceled { expected = told }
    #expect(subscriber.transitions.last?.from == told)
    #expect(subscriber.transitions.last?.to == expected)
    let anomalies = subscriber.anomalies(at: at("2023-05-03"), policy: .standard)
    #expect(anomalies.contains { $0.kind == .contradiction } == contradicts)
  }
}
