import SubscriptionCore
import Testing

struct PolicyCandidateTests {
  private let current = ChurnPolicy.standard

  /// The values of a field from its first to its last, as a key walks them.
  private func values(
    _ field: PolicyField, _ candidate: PolicyCandidate, over current: ChurnPolicy
  ) -> [String] {
    var candidate = candidate
    while candidate.change(field, by: -1, over: current) {}
    var values = [candidate.text(of: field)]
    while candidate.change(field, by: 1, over: current) { values.append(candidate.text(of: field)) }
    return values
  }

  @Test func `a candidate that states nothing is the policy in force`() {
    let candidate = PolicyCandidate(over: current)
    #expect(candidate.policy(over: current) == current)
    #expect(candidate.lengths.stated.isEmpty && !candidate.differs(from: current))
  }

  @Test(arguments: [
    (PolicyField.length(.appStoreGrace), ["observed", "off", "3d", "16d", "28d"]),
    (.length(.playGrace), ["observed", "off", "3d", "7d", "14d", "30d"]),
    (.prompts(.store(.appStore), .step), ["step 1", "step 2", "step 3"]),
    (
      .prompts(.store(.googlePlay), .cap),
      ["1", "2", "3", "4", "5", "6", "8", "10", "12", "15", "20", "no cap"]
    ),
    (
      .prompts(.store(.googlePlay), .escalation),
      ["off", "last 1d", "last 2d", "last 3d", "last 5d", "last 7d", "last 14d"]
    ),
  ])
  func `a field has the values that its store permits`(_ field: PolicyField, _ expected: [String]) {
    #expect(values(field, PolicyCandidate(over: current), over: current) == expected)
  }

  @Test func `grace and hold at Google Play last thirty to sixty days together`() {
    for grace in [0, 3, 7, 14, 30] {
      var candidate = PolicyCandidate(over: current)
      candidate.lengths.playGraceDays = grace
      let holds = values(.length(.playHold), candidate, over: current)
      #expect(holds.first == "observed")
      let days = holds.dropFirst().map { $0 == "off" ? 0 : Int($0.dropLast()) ?? -1 }
      #expect(days.allSatisfy { (30...60).contains($0 + grace) }, "\(grace): \(days)")
      #expect(days.first == 30 - grace && days.last == 60 - grace)
    }
  }

  @Test func `a longer grace takes what it needs from the hold`() {
    var candidate = PolicyCandidate(over: current)
    (candidate.lengths.playGraceDays, candidate.lengths.playHoldDays) = (14, 46)
    candidate.change(.length(.playGrace), by: 1, over: current)
    #expect((candidate.lengths.playGraceDays, candidate.lengths.playHoldDays) == (30, 30))
  }

  @Test func `a value of one's own is among those of its field`() {
    var policy = current
    policy.prompts.appStore.cadence = .hours(36)
    policy.prompts.appStore.cap = 7
    let candidate = PolicyCandidate(over: policy)
    #expect(
      values(.prompts(.store(.appStore), .cadence), candidate, over: policy).contains("1d12h"))
    #expect(values(.prompts(.store(.appStore), .cap), candidate, over: policy).contains("7"))
  }

  @Test func `a length is for products with settings of their own too, a rule for itself`() throws {
    var policy = current
    policy.recovery.googlePlayProducts = ["pro": .init(graceDays: 3, holdDays: 40)]
    policy.prompts.rules = [
      try PromptRule(name: "vip", when: try Filter.parse("country:jp"), plan: PromptPlan())
    ]
    var candidate = PolicyCandidate(over: policy)
    candidate.lengths.playGraceDays = 14
    let field = PolicyField.prompts(.rule(0), .step)
    #expect(PolicyField.all(of: candidate).contains(field))
    #expect(candidate.title(of: field) == "vip step")
    candidate.change(field, by: 1, over: policy)
    let changed = candidate.policy(over: policy)
    #expect(changed.recovery.googlePlayProducts["pro"] == .init(graceDays: 14, holdDays: 40))
    #expect(changed.prompts.rules[0].plan.step == .ownBanner)
    #expect(changed.prompts.appStore == policy.prompts.appStore)
  }

  @Test func `a cadence has no effect beside a step whose pace the store sets`() {
    var candidate = PolicyCandidate(over: current)
    let field = PolicyField.prompts(.store(.appStore), .cadence)
    #expect(!candidate.hasEffect(field))
    candidate.prompts.appStore.step = .ownBanner
    #expect(candidate.hasEffect(field))
    candidate.prompts.appStore.step = .storeMessages
    #expect(!candidate.hasEffect(.prompts(.store(.appStore), .cap)))
  }
}
