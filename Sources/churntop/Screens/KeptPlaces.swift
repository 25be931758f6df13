import Dashboard
import Foundation
import ProgramConventions
import TOMLKit

/// How the dashboard's lists were left, a part for each ledger, in `places.toml` of the state
/// folder.
///
/// Only what other dashboards keep meanwhile is read again before it is written, so that none
/// undoes another's.
struct KeptPlaces {
  /// What was kept of a ledger's lists.
  let memory: DashboardMemory
  /// What is wrong with the file; `nil` for nothing.
  let problem: String?

  private let path: String
  private let ledger: String
  private let views: [SavedView]
  private let isFuture: Bool

  /// The version of the file that this build writes.
  static let version = 1

  /// Reads what was kept.
  ///
  /// - Parameters:
  ///   - stateFolder: Where it lies.
  ///   - ledger: The ledger's file.
  ///   - views: The saved views, of which only those are found again that say the same.
  init(stateFolder: String, ledger: String, views: [SavedView]) {
    path = stateFolder + "/places.toml"
    self.ledger = URL(fileURLWithPath: ledger).resolvingSymlinksInPath().path
    self.views = views
    switch Self.read(path) {
    case .success(let file):
      let places = file.ledgers[self.ledger]
      (memory, problem, isFuture) = (places?.memory(views) ?? DashboardMemory(), nil, false)
    case .failure(let fault):
      (memory, isFuture) = (DashboardMemory(), fault == .future)
      problem = fault.sentence(path)
    }
  }

  /// Keeps how the lists are left, and forgets ledgers that are gone; a file of a later version
  /// is left alone.
  func keep(_ memory: DashboardMemory) throws(PrivateFile.NotWritten) {
    guard !isFuture, memory != self.memory else { return }
    var file = KeptPlacesFile(version: Self.version, ledgers: [:])
    switch Self.read(path) {
    case .success(let current): file = current
    case .failure(.future): return
    case .failure(.damaged): break
    }
    file.ledgers = file.ledgers.filter { FileManager.default.fileExists(atPath: $0.key) }
    file.ledgers[ledger] = KeptPlacesFile.Ledger(memory)
    let text: String
    do {
      text = try TOMLEncoder().encode(file)
    } catch {
      throw PrivateFile.NotWritten(description: "\(path): \(error)")
    }
    try PrivateFile.replace(
      path, with: "# How lists were left; churntop writes it when a dashboard ends.\n\(text)\n")
  }

  private enum Fault: Error {
    case future
    case damaged

    func sentence(_ path: String) -> String {
      switch self {
      case .future: "\(path) is of a later version of churntop; lists begin as usual."
      case .damaged: "\(path) cannot be read; lists begin as usual and it is written anew."
      }
    }
  }

  private static func read(_ path: String) -> Result<KeptPlacesFile, Fault> {
    guard FileManager.default.fileExists(atPath: path) else {
      return .success(KeptPlacesFile(version: version, ledgers: [:]))
    }
    guard let data = FileManager.default.contents(atPath: path),
      let table = try? TOMLTable(string: String(decoding: data, as: UTF8.self)),
      let number = table["version"]?.int
    else { return .failure(.damaged) }
    guard number <= version else { return .failure(.future) }
    guard let file = try? TOMLDecoder().decode(KeptPlacesFile.self, from: table) else {
      return .failure(.damaged)
    }
    return .success(file)
  }
}
