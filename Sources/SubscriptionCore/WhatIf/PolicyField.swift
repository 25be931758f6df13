/// A setting of a candidate policy whose value is one of a list.
public enum PolicyField: Hashable, Sendable {
  /// A length of grace or hold.
  case length(RecoveryChange.Setting)
  /// A part of a plan of prompts.
  case prompts(Plan, Part)

  /// A plan of prompts.
  public enum Plan: Hashable, Sendable {
    /// The plan of a store, which applies where no rule matches.
    case store(Store)
    /// The plan of the rule at an index.
    case rule(Int)
  }

  /// A part of a plan of prompts.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The step.
    case step
    /// The least time between two prompts of Step 3.
    case cadence
    /// The most prompts of a step in one episode.
    case cap
    /// The last days of access with another step.
    case escalation
  }

  /// Returns the fields of a candidate: lengths first, then the plan of each store and rule.
  public static func all(of candidate: PolicyCandidate) -> [PolicyField] {
    let stores = Store.allCases.map(Plan.store)
    let rules = candidate.prompts.rules.indices.map(Plan.rule)
    return RecoveryChange.Setting.allCases.map(PolicyField.length)
      + (stores + rules).flatMap { plan in Part.allCases.map { .prompts(plan, $0) } }
  }
}

extension PolicyCandidate {
  /// Returns the name of a field; that of a rule is text from outside.
  public func title(of field: PolicyField) -> String {
    switch field {
    case .length(let setting): return setting.title
    case .prompts(let plan, let part):
      switch plan {
      case .store(let store): return "\(store.title) \(part.rawValue)"
      case .rule(let index):
        let name = prompts.rules.indices.contains(index) ? prompts.rules[index].name : ""
        return "\(name) \(part.rawValue)"
      }
    }
  }

  /// Returns the value of a field in a word or two, for example `28d`, `step 3` or `no cap`.
  public func text(of field: PolicyField) -> String {
    switch field {
    case .length(.appStoreGrace): return lengths.appStoreGrace?.rawValue ?? Self.observed
    case .length(.playGrace): return Self.days(lengths.playGraceDays)
    case .length(.playHold): return Self.days(lengths.playHoldDays)
    case .prompts(let plan, let part):
      guard let plan = prompts[plan] else { return "" }
      switch part {
      case .step: return "step \(plan.step.rawValue)"
      case .cadence: return DurationText.text(plan.cadence)
      case .cap: return plan.cap.map(String.init) ?? "no cap"
      case .escalation:
        return plan.escalation.map { "last \(DurationText.text($0.within))" } ?? "off"
      }
    }
  }

  /// Returns a Boolean value that indicates whether a field has an effect beside the others: the
  /// stores set the pace of Step 2, and Step 1 has no prompts.
  public func hasEffect(_ field: PolicyField) -> Bool {
    guard case .prompts(let plan, let part) = field, let plan = prompts[plan] else { return true }
    let steps = [plan.step, plan.escalation?.step].compactMap(\.self)
    switch part {
    case .step, .escalation: return true
    case .cadence: return steps.contains(.ownBanner)
    case .cap: return steps.contains { $0 != .storeMessages }
    }
  }

  /// The word for a length that is not stated.
  public static let observed = "observed"

  private static func days(_ days: Int?) -> String {
    days.map { $0 == 0 ? "off" : "\($0)d" } ?? observed
  }
}

extension PromptPolicy {
  /// The plan of a store or a rule; `nil` for a rule that does not exist.
  subscript(plan: PolicyField.Plan) -> PromptPlan? {
    get {
      switch plan {
      case .store(let store): self.plan(for: store)
      case .rule(let index): rules.indices.contains(index) ? rules[index].plan : nil
      }
    }
    set {
      guard let newValue else { return }
      switch plan {
      case .store(.appStore): appStore = newValue
      case .store(.googlePlay): googlePlay = newValue
      case .rule(let index): if rules.indices.contains(index) { rules[index].plan = newValue }
      }
    }
  }
}

// MARK: Values

extension PolicyCandidate {
  /// Changes a field to the next of its values, or the one before; `false` where there is no such
  /// value.
  ///
  /// The values are those that the store permits, the one in force and the one that the field has.
  @discardableResult
  public mutating func change(
    _ field: PolicyField, by step: Int, over current: ChurnPolicy
  ) -> Bool {
    let choices = choices(of: field, over: current)
    guard let place = choices.firstIndex(of: self), choices.indices.contains(place + step) else {
      return false
    }
    self = choices[place + step]
    return true
  }

  /// Returns the candidates that differ in one field alone, in the order of its values.
  func choices(of field: PolicyField, over current: ChurnPolicy) -> [PolicyCandidate] {
    var choices = [self]
    func add(_ change: (inout PolicyCandidate) -> Void) {
      var choice = self
      change(&choice)
      choice.fitHold(over: current)
      if !choices.contains(choice) { choices.append(choice) }
    }
    switch field {
    case .length(.appStoreGrace):
      for grace in [nil] + RecoveryPolicy.AppStoreGrace.allCases.map(Optional.some) {
        add { $0.lengths.appStoreGrace = grace }
      }
    case .length(.playGrace):
      for days in [nil] + Self.playGraces { add { $0.lengths.playGraceDays = days } }
    case .length(.playHold):
      let limits = playHolds(over: current)
      let usual = Self.playHolds.filter { limits.contains($0 ?? 0) }
      for days in [nil, limits.lowerBound, limits.upperBound] + usual {
        add { $0.lengths.playHoldDays = days }
      }
    case .prompts(let plan, let part):
      let former = current.prompts[plan]
      for value in Self.plans(prompts[plan], part, former) { add { $0.prompts[plan] = value } }
    }
    return choices.sorted { $0.rank(field) < $1.rank(field) }
  }

  private static let playGraces: [Int?] = [0, 3, 7, 14, 30]
  private static let playHolds: [Int?] = [0, 7, 14, 23, 30, 37, 46, 53, 60]
  private static let cadences: [Duration] =
    [.hours(12)] + [1, 2, 3, 4, 5, 7, 10, 14].map { .days($0) }
  private static let caps: [Int?] = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, nil]
  private static let escalations: [Duration?] = [nil] + [1, 2, 3, 5, 7, 14].map { .days($0) }

  /// The plans that differ from one in a part of it.
  private static func plans(
    _ plan: PromptPlan?, _ part: PolicyField.Part, _ former: PromptPlan?
  ) -> [PromptPlan] {
    guard let plan else { return [] }
    func with<Value>(_ path: WritableKeyPath<PromptPlan, Value>, _ values: [Value]) -> [PromptPlan]
    {
      (values + (former.map { [$0[keyPath: path]] } ?? [])).map { value in
        var plan = plan
        plan[keyPath: path] = value
        return plan
      }
    }
    switch part {
    case .step: return with(\.step, PromptStep.allCases)
    case .cadence: return with(\.cadence, cadences)
    case .cap: return with(\.cap, caps)
    case .escalation:
      let step = plan.escalation?.step ?? former?.escalation?.step ?? .ownBanner
      return with(
        \.escalation,
        escalations.map { $0.map { PromptPlan.Escalation(to: step, within: $0) } })
    }
  }

  /// The order of a field's value: what is not stated first, no cap last.
  private func rank(_ field: PolicyField) -> Int64 {
    switch field {
    case .length(.appStoreGrace):
      let all = RecoveryPolicy.AppStoreGrace.allCases
      return Int64(lengths.appStoreGrace.flatMap(all.firstIndex) ?? -1)
    case .length(.playGrace): return Int64(lengths.playGraceDays ?? -1)
    case .length(.playHold): return Int64(lengths.playHoldDays ?? -1)
    case .prompts(let plan, let part):
      guard let plan = prompts[plan] else { return 0 }
      switch part {
      case .step: return Int64(plan.step.rawValue)
      case .cadence: return plan.cadence.wholeMilliseconds
      case .cap: return plan.cap.map(Int64.init) ?? .max
      case .escalation: return plan.escalation?.within.wholeMilliseconds ?? -1
      }
    }
  }
}
