import Dashboard
import Testing

struct DashboardPreferencesTests {
  @Test func `a view takes the place of the one of its name and the digit of any other`() {
    var preferences = DashboardPreferences(views: [
      SavedView(name: "a", key: 1), SavedView(name: "b", key: 2),
    ])
    preferences.take(SavedView(name: "b", key: 1, filter: "state:hold"))
    #expect(
      preferences.views == [
        SavedView(name: "a"), SavedView(name: "b", key: 1, filter: "state:hold"),
      ])
    preferences.take(SavedView(name: "c", key: 3))
    #expect(preferences.views.map(\.key) == [nil, 1, 3])
  }
}
