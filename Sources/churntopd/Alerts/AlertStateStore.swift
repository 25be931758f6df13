import Foundation
import SubscriptionCore

/// The persistent states of the alerts; an actor, so that concurrent measurements update them in
/// turn.
actor AlertStateStore {
  /// The states by alert name.
  private struct States: Codable {
    var states: [String: AlertState] = [:]
  }

  private let path: String

  /// Creates the store of a file, which need not exist yet.
  init(path: String) { self.path = path }

  /// Applies a measurement, `nil` if there is too little to measure, to the state of its alert,
  /// saves the state, and returns the notification to send and the reason that the file could not
  /// be written.
  func take(
    _ figure: AlertFigure?, of rule: AlertRule, at now: Timestamp
  ) -> (telling: AlertState.Telling?, problem: (any Error)?) {
    change(rule) { $0.take(figure, every: rule.every, now: now) }
  }

  /// Records that a notification arrived by one channel at least, so that a crash or a reload
  /// before that repeats it and loses none; returns the reason that the file could not be written.
  func note(_ telling: AlertState.Telling, of rule: AlertRule, at now: Timestamp) -> (any Error)? {
    change(rule) { $0.note(telling, at: now) }.problem
  }

  /// Removes the states of alerts that are not configured any more and returns the names of those
  /// that were reported as firing, sorted.
  func removeFormer(except rules: [AlertRule]) -> [String] {
    var book = load()
    let names = Set(rules.map(\.name))
    let former = book.states.filter { !names.contains($0.key) }
    guard !former.isEmpty else { return [] }
    for name in former.keys { book.states[name] = nil }
    // Otherwise they are removed with the next loop.
    try? JSONEncoder().encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
    return former.filter(\.value.toldOn).keys.sorted()
  }

  private func change<Value>(
    _ rule: AlertRule, _ body: (inout AlertState) -> Value
  ) -> (telling: Value, problem: (any Error)?) {
    var book = load()
    var state = book.states[rule.name] ?? AlertState()
    let before = state
    let value = body(&state)
    guard state != before else { return (value, nil) }
    book.states[rule.name] = state
    do {
      try JSONEncoder().encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
      return (value, nil)
    } catch {
      return (value, error)
    }
  }

  /// Reads the file; empty if the file is missing or cannot be read.
  private func load() -> States {
    guard let data = FileManager.default.contents(atPath: path) else { return States() }
    return (try? JSONDecoder().decode(States.self, from: data)) ?? States()
  }
}
