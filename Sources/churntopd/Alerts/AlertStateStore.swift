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

  /// Applies a measurement to the state of its alert and saves the state before anything is sent,
  /// so that a crash in between repeats nothing.
  ///
  /// - Parameters:
  ///   - figure: The measurement.
  ///   - rule: The alert's rule.
  ///   - now: The current time.
  /// - Returns: The notification to send, and the reason that the file could not be written.
  func take(
    _ figure: AlertFigure, of rule: AlertRule, at now: Timestamp
  ) -> (telling: AlertState.Telling?, problem: (any Error)?) {
    var book = load()
    var state = book.states[rule.name] ?? AlertState()
    let before = state
    let telling = state.take(figure, every: rule.every, now: now)
    guard state != before else { return (telling, nil) }
    book.states[rule.name] = state
    do {
      try JSONEncoder().encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
      return (telling, nil)
    } catch {
      return (telling, error)
    }
  }

  /// Reads the file; empty if the file is missing or cannot be read.
  private func load() -> States {
    guard let data = FileManager.default.contents(atPath: path) else { return States() }
    return (try? JSONDecoder().decode(States.self, from: data)) ?? States()
  }
}
