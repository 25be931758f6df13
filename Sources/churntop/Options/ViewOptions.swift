import ArgumentParser
import ConfigurationFiles
import Dashboard
import PlainText
import ProgramConventions

/// The option for a saved view of a list.
struct ViewOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The filter and the order of a saved view (views.toml).", valueName: "name"),
    completion: LedgerCompletion.views)
  var view: String?

  /// Returns the saved view of a list; `nil` if none is requested.
  func saved(_ session: Session) throws(CommandError) -> SavedView? {
    guard let view else { return nil }
    let path =
      session.dependencies.configurationFolder + "/" + ConfigurationKind.views.fileName
    let file: ConfigurationFile?
    do throws(ConfigurationFile.Damage) {
      file = try ConfigurationFile.load(path: path, as: .views, isRequired: false)
    } catch {
      throw .notUnderstood("--view: \(error.problem.sentence)")
    }
    let views = file.map { ViewConfiguration($0).views } ?? []
    // Without its filter, a view would list everybody.
    if let problem = file.flatMap({ ViewConfiguration.problem(of: view, in: $0) }) {
      throw .notUnderstood("--view: '\(view)' is not listed: \(problem.sentence)")
    }
    guard let found = views.first(where: { $0.name == view }) else {
      let names = views.map(\.name)
      guard !names.isEmpty else {
        throw .notFound("There is no view '\(view)'; views.toml has none.")
      }
      let meant = NearestName.find(view, in: names).map { " Did you mean '\($0)'?" } ?? ""
      throw .notFound(
        "There is no view '\(view)'.\(meant) There are: \(names.joined(separator: ", ")).")
    }
    guard [Screen.subscribers, .due].contains(found.screen) else {
      throw .notUnderstood("--view: '\(view)' shows \(found.screen.title), which is not a list.")
    }
    return found
  }
}

extension SavedView {
  /// The filter of the view's rows, narrowed by another one; `nil` for all.
  func filter(and other: String?) -> String? {
    let due = screen == .due ? "due:now" : ""
    let all = [due, filter, other ?? ""].filter { !$0.isEmpty }
    guard all.count > 1 else { return all.first }
    return all.map { "(\($0))" }.joined(separator: " ")
  }
}
