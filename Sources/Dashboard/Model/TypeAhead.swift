import TerminalUI

/// Keys that were pressed before the answer they are meant for was there, in order.
struct TypeAhead: Hashable, Sendable {
  /// Something typed.
  enum Input: Hashable, Sendable {
    /// A key.
    case key(KeyPress)
    /// Pasted text.
    case paste(String)
  }

  /// The waiting inputs, the oldest first.
  private(set) var inputs: [Input] = []

  /// The most that waits: enough for a command with a long path, typed or pasted key by key.
  static let inputsMax = 512

  /// A Boolean value that indicates whether nothing waits.
  var isEmpty: Bool { inputs.isEmpty }

  /// The number of keys and pastes that wait.
  var count: Int { inputs.count }

  /// The input that is handled next.
  var first: Input? { inputs.first }

  /// Stores an input for later; `false` where too many wait already and this one is dropped.
  mutating func append(_ input: Input) -> Bool {
    guard inputs.count < Self.inputsMax else { return false }
    inputs.append(input)
    return true
  }

  /// Removes the input that is handled now.
  mutating func removeFirst() { inputs.removeFirst() }

  /// Drops everything that waits.
  mutating func removeAll() { inputs = [] }
}

/// An effect that ends with a message of its own.
enum PendingAnswer: Hashable, Sendable {
  /// An action is being written.
  case recording
  /// A view is being written.
  case savingView
  /// A program of the user's is being given its values.
  case preparing

  /// The reply that an effect leads to; `nil` for one that no key waits for.
  init?(_ effect: Effect) {
    switch effect {
    case .record: self = .recording
    case .saveView: self = .savingView
    case .prepare: self = .preparing
    case _: return nil
    }
  }

  /// The reply that a message is; `nil` for any other message.
  init?(_ message: DashboardMessage) {
    switch message {
    case .recorded: self = .recording
    case .savedView: self = .savingView
    case .prepared: self = .preparing
    case _: return nil
    }
  }
}
