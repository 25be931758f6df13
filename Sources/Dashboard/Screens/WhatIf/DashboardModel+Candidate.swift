import SubscriptionCore

/// The commands of the What-if screen.
extension DashboardModel {
  /// Runs a command of the What-if screen.
  mutating func vary(_ id: CommandID) -> [Effect] {
    switch id {
    case .whatIfOf: return openWhatIf()
    case .fieldLess, .fieldMore: changeField(by: id == .fieldMore ? 1 : -1)
    case .presentLess, .presentMore: changePresent(by: id == .presentMore ? 1 : -1)
    case .undoChange, .redoChange:
      whatIf.turnBack(redoing: id == .redoChange)
      replayAfterRest()
    case .presets: openPresets()
    case .turnReplay:
      whatIf.question.days = WhatIfQuestion.windows.neighbour(of: whatIf.question.days, 1)
      replayAfterRest()
    case .assumptions: openAssumptions()
    case .differs: whatIf.pane = .differs
    case .savePolicy: askForPolicyFile()
    case _: break
    }
    return []
  }

  /// The reason that a command of the What-if screen makes no sense now; `nil` where it does.
  func whatIfUnfit(_ id: CommandID) -> String? {
    switch id {
    case .undoChange: whatIf.formerCandidates.isEmpty ? "nothing was changed" : nil
    case .redoChange: whatIf.takenBack.isEmpty ? "nothing was taken back" : nil
    case .savePolicy:
      whatIf.question.candidate.differs(from: settings.policy)
        ? nil : "the candidate is the policy in force"
    case .assumptions: whatIf.answer == nil ? "the replay is being computed" : nil
    case .whatIfOf:
      screen.controller.hasTargets(in: self) ? nil : "no subscriber is under the cursor"
    case _: nil
    }
  }

  /// Says that the ledger goes by other rules than the configuration, whose are then the first
  /// candidate, over those in force.
  mutating func beginWithConfiguration() {
    guard let other = settings.otherPolicy else { return }
    whatIf.choose(PolicyCandidate(of: other, over: settings.policy))
    let isCompared = whatIf.question.candidate.differs(from: settings.policy)
    preferences.notes.insert(
      "The ledger goes by other rules than your configuration"
        + (isCompared ? "; What-if compares them." : "."), at: 0)
  }

  /// Changes the field under the cursor to another of its values.
  mutating func changeField(by step: Int) {
    let field = whatIf.field
    whatIf.pane = .policy
    var candidate = whatIf.question.candidate
    guard candidate.change(field, by: step, over: settings.policy) else {
      return tellLimits(of: field, candidate, by: step)
    }
    choose(candidate)
  }

  /// Changes the length under the cursor that the candidate is compared with.
  mutating func changePresent(by step: Int) {
    whatIf.pane = .policy
    guard case .length(let setting) = whatIf.field else {
      tell("Prompts are compared with those in force; \(key(.presentMore)) changes lengths alone.")
      return
    }
    var candidate = whatIf.question.candidate
    guard candidate.changePresent(setting, by: step, over: settings.policy) else {
      return tellLimits(of: whatIf.field, candidate.presentSide(over: settings.policy), by: step)
    }
    choose(candidate)
  }

  /// Says that a field has no further value, and why.
  private mutating func tellLimits(of field: PolicyField, _ side: PolicyCandidate, by step: Int) {
    let end = step > 0 ? "last" : "first"
    var reason = ""
    if step > 0, case .length(let setting) = field { reason = ": \(setting.limits)" }
    tell("\(side.title(of: field)): \(side.text(of: field)) is the \(end) value\(reason).")
  }

  /// Replaces the candidate, and has it replayed a moment later.
  mutating func choose(_ candidate: PolicyCandidate) {
    whatIf.choose(candidate)
    replayAfterRest()
  }

  /// Opens the menu of candidates to begin with.
  mutating func openPresets() {
    let items = WhatIfPreset.all(over: settings.policy).enumerated().map { index, preset in
      Menu.Item(
        key: String(UnicodeScalar(UInt8(97 + index))), title: preset.title,
        choice: .candidate(preset.candidate))
    }
    input = .menu(Menu(title: "Presets, each over the policy in force", items: items))
  }

  /// Opens the report with its assumptions.
  mutating func openAssumptions() {
    let screen = WhatIfScreen(model: self)
    input = .pager(Pager(title: "What the figures assume", lines: screen.assumptionLines))
  }

  /// Asks for the name of the file that the candidate is saved to.
  mutating func askForPolicyFile() {
    let request = ExportRequest(.csv, .policy(whatIf.question.candidate), now: now)
    input = .prompt(PromptLine(.exportFile(request), text: request.usualPath))
  }
}

extension PolicyCandidate {
  /// Creates the candidate of a policy: it states the lengths that are others than those in force.
  init(of policy: ChurnPolicy, over current: ChurnPolicy) {
    self.init(over: current)
    prompts = policy.prompts
    let (recovery, present) = (policy.recovery, current.recovery)
    if recovery.appStoreGrace != present.appStoreGrace {
      lengths.appStoreGrace = recovery.appStoreGrace
    }
    let (play, presentPlay) = (recovery.googlePlay, present.googlePlay)
    if play.graceDays != presentPlay.graceDays { lengths.playGraceDays = play.graceDays }
    if play.holdDays != presentPlay.holdDays { lengths.playHoldDays = play.holdDays }
  }
}

/// A candidate to begin with.
struct WhatIfPreset: Hashable, Sendable {
  /// The name.
  var title: String
  /// The candidate.
  var candidate: PolicyCandidate

  /// The presets over a policy in force: the settings that the stores offer, and prompts.
  static func all(over current: ChurnPolicy) -> [WhatIfPreset] {
    func preset(_ title: String, _ change: (inout PolicyCandidate) -> Void) -> WhatIfPreset {
      var candidate = PolicyCandidate(over: current)
      change(&candidate)
      return WhatIfPreset(title: title, candidate: candidate)
    }
    let apple = RecoveryPolicy.AppStoreGrace.allCases.map { grace in
      preset("App Store grace \(grace == .off ? "off" : grace.rawValue)") {
        $0.lengths.appStoreGrace = grace
      }
    }
    let play = [0, 3, 7, 14, 30].map { (days: Int) in
      preset("Google Play grace \(days == 0 ? "off" : "\(days)d")") {
        $0.lengths.playGraceDays = days
      }
    }
    return [preset("nothing changed") { _ in }] + apple + play + [
      preset("App Store grace 16d instead of 3d") {
        ($0.present.appStoreGrace, $0.lengths.appStoreGrace) = (.threeDays, .sixteenDays)
      },
      preset("the longest grace of both stores") {
        ($0.lengths.appStoreGrace, $0.lengths.playGraceDays) = (.twentyEightDays, 30)
      },
      preset("own banners every 2d, cap 8") {
        $0.changePlans { ($0.step, $0.cadence, $0.cap) = (.ownBanner, .days(2), 8) }
      },
      preset("no prompts by the app") { $0.changePlans { $0.step = .storeMessages } },
    ]
  }
}
