import Foundation
import SubscriptionCore

/// Which alerts are on, kept over restarts; rules that are measured at once take turns here.
actor AlertStateStore {
  /// The states by the alerts' names.
  private struct States: Codable {
    var states: [String: AlertState] = [:]
  }

  private let path: String

  /// Creates the book of a file, which need not exist yet.
  init(path: String) { self.path = path }

  /// What a measurement gives to tell, noted before it is told, so that a crash in between repeats
  /// nothing.
  ///
  /// - Parameters:
  ///   - figure: What was measured.
  ///   - rule: The alert's rule.
  ///   - now: The present.
  /// - Returns: What to tell, and what kept the file from being written.
  func take(
    _ figure: AlertFigure, of rule: AlertRule, at now: Timestamp
  ) -> (telling: AlertState.Telling?, problem: (any Error)?) {
    var book = load()
    var state = book.states[rule.name] ?? AlertState()
    let before = state
    let telling = state.take(figure.value, over: figure.threshold, every: rule.every, now: now)
    guard state != before else { return (telling, nil) }
    book.states[rule.name] = state
    do {
      try JSONEncoder().encode(book).write(to: URL(fileURLWithPath: path), options: .atomic)
      return (telling, nil)
    } catch {
      return (telling, error)
    }
  }

  /// What the file says; nothing where there is none or it cannot be read.
  private func load() -> States {
    guard let data = FileManager.default.contents(atPath: path) else { return States() }
    return (try? JSONDecoder().decode(States.self, from: data)) ?? States()
  }
}
