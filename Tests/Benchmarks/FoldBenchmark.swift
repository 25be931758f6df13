import ArgumentParser
import SubscriptionCore

/// Folds events into subscribers.
struct FoldBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold", abstract: "Fold events into subscribers.")

  @Option(help: "How many events, ten a subscriber.")
  var events = 1_000_000

  func run() {
    let lives = (0..<1_000).map(SyntheticSubscribers.events)
    var changes = 0
    let time = Stopwatch.measure {
      for index in 0..<events / 10 {
        changes += Subscriber.fold(lives[index % lives.count])?.transitions.count ?? 0
      }
    }
    precondition(changes == events / 10 * 10, "every event is a transition")
    Figure(
      name: "events folded per CPU second", value: Double(changes) / time.cpuSeconds,
      unit: "events/s", goal: .atLeast(1_000_000)
    ).report()
  }
}

/// Decides whether a prompt is due.
struct DecisionBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decision", abstract: "Decide whether a payment-fix prompt is due.")

  @Option(help: "How many decisions.")
  var decisions = 1_000_000

  func run() {
    var subject = PromptCase(store: .appStore, state: .grace, product: "news.monthly")
    subject.failedAt = SyntheticSubscribers.now
    subject.graceEnds = SyntheticSubscribers.now + .days(16)
    subject.accessUntil = subject.graceEnds
    subject.retryEnds = SyntheticSubscribers.now + .days(60)
    subject.autoRenew = true
    subject.shown = [
      PromptCase.Shown(at: SyntheticSubscribers.now + .hours(1), step: .officialMessage)
    ]
    var due = 0
    let time = Stopwatch.measure {
      for index in 0..<decisions {
        let now = SyntheticSubscribers.now + .minutes(index % 23_040)
        if PromptSchedule.decide(subject, policy: .standard, at: now).isDue { due += 1 }
      }
    }
    precondition(due > 0 && due < decisions, "some are due and some are not")
    Figure(
      name: "one prompt decision", value: time.cpuSeconds / Double(decisions) * 1e6,
      unit: "µs of CPU", goal: .atMost(2)
    ).report()
  }
}
