import ConfigurationFiles
import Dashboard
import SubscriptionCore
import TerminalUI

/// The content of `views.toml`: saved views and highlight rules.
struct ViewConfiguration: Hashable, Sendable {
  /// The views, in the order of the file.
  private(set) var views: [SavedView] = []
  /// The rules, in the order of the file.
  private(set) var highlights: [HighlightRule] = []
  /// The problems beyond those of the file's shape.
  private(set) var problems: [ConfigurationProblem] = []
  /// The origin of each view.
  private(set) var places: [String: SettingOrigin] = [:]

  init() {}

  /// Reads a file whose shape was checked.
  init(_ file: ConfigurationFile) {
    for entry in file.root["view"]?.entries ?? [] {
      var view = Self.view(entry)
      if var problem = Self.problem(of: view.name, in: file) {
        // A menu has room for the name of the file only.
        problem.path = ConfigurationKind.views.fileName
        let words = problem.sentence
        view.problem = words.hasSuffix(".") ? String(words.dropLast()) : words
      }
      if let key = view.key, let other = views.first(where: { $0.key == key }) {
        problems.append(
          ConfigurationProblem(
            path: file.path, line: entry.node["key"]?.line ?? entry.node.line,
            text: "'@\(key)' opens '\(other.name)' already; it is left out of '\(view.name)'."))
        view.key = nil
      }
      for surplus in view.sort.dropFirst() {
        problems.append(
          ConfigurationProblem(
            path: file.path, line: entry.node["sort"]?.line ?? entry.node.line,
            text: "A list has one order; '\(surplus.notation)' is left out of '\(view.name)'."))
      }
      view.sort = Array(view.sort.prefix(1))
      views.append(view)
      places[view.name] = .file(path: file.path, line: entry.node.line)
    }
    for node in file.root["highlight"]?.elements ?? [] {
      guard let text = node["when"]?.text, let when = try? Filter.parse(text),
        let role = node["role"]?.text
      else { continue }
      highlights.append(HighlightRule(when: when, role: StyleRole(role)))
    }
  }

  /// Returns the first problem of what a view lists, which is then left out; `nil` for a view
  /// without one.
  static func problem(of view: String, in file: ConfigurationFile) -> ConfigurationProblem? {
    let entries = file.written["view"]?.entries ?? []
    guard let node = entries.first(where: { $0.name == view })?.node else { return nil }
    let listed = node.entries.filter { !["key", "columns", "zoom"].contains($0.name) }.map(\.node)
    let lines = Set(listed.flatMap { [$0.line] + $0.elements.map(\.line) })
    return file.problems.first { lines.contains($0.line) }
  }

  private static func view(_ entry: ConfigurationNode.Entry) -> SavedView {
    let node = entry.node
    return SavedView(
      name: entry.name, key: node["key"]?.text.flatMap { Int($0.dropFirst()) },
      screen: node["screen"]?.text.flatMap(Screen.init) ?? .subscribers,
      filter: node["filter"]?.text ?? "",
      sort: node["sort"]?.texts.compactMap { SavedView.SortKey(notation: $0) } ?? [],
      columns: node["columns"]?.texts.compactMap(ListColumn.init) ?? [],
      zoom: node["zoom"]?.text.flatMap { TimeZoom(notation: $0) })
  }
}
