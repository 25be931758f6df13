/// What the user's own files add to the dashboard.
public struct DashboardPreferences: Hashable, Sendable {
  /// The saved views, in the order of their list.
  public var views: [SavedView]

  /// Creates preferences.
  public init(views: [SavedView] = []) { self.views = views }

  /// The view that a digit opens after `@`.
  public func view(key: Int) -> SavedView? { views.first { $0.key == key } }

  /// Takes a view in place of the one of its name; its digit is its own from now on.
  public mutating func take(_ view: SavedView) {
    if let key = view.key {
      for index in views.indices where views[index].key == key { views[index].key = nil }
    }
    if let index = views.firstIndex(where: { $0.name == view.name }) {
      views[index] = view
    } else {
      views.append(view)
    }
  }
}
