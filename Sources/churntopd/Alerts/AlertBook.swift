import Foundation

/// Which alerts are on, kept over restarts.
struct AlertBook: Hashable, Sendable, Codable {
  /// The states by the alerts' names.
  var states: [String: AlertState] = [:]

  /// Reads a file; nothing where there is none or it cannot be read.
  static func load(_ path: String) -> AlertBook {
    guard let data = FileManager.default.contents(atPath: path) else { return AlertBook() }
    return (try? JSONDecoder().decode(AlertBook.self, from: data)) ?? AlertBook()
  }

  /// Replaces a file as a whole.
  ///
  /// - Throws: What the system says.
  func save(_ path: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
  }
}
