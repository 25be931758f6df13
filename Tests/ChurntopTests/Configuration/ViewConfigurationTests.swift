import ConfigurationFiles
import Dashboard
import EventLedger
import SubscriptionCore
import TerminalUI
import Testing

@testable import churntop

struct ViewConfigurationTests {
  private func views(_ text: String) throws -> ViewConfiguration {
    ViewConfiguration(try ConfigurationFile(path: "views.toml", text: text, kind: .views))
  }

  @Test func `a view has everything that its table says`() throws {
    let views = try views(ConfigurationKind.views.exampleLines)
    #expect(
      views.views == [
        SavedView(
          name: "save-me", key: 1, screen: .subscribers, filter: "state:grace loses<3d",
          sort: [.init(.losesAccess)],
          columns: [.state, .id, .name, .loses, .mrr, .timeline], zoom: .hours12)
      ])
    #expect(
      views.highlights == [HighlightRule(when: try Filter.parse("loses<24h"), role: "row.alarm")])
  }

  @Test func `a view without its filter knows why it is not opened`() throws {
    let views = try views("[view.a]\nfilter = \"state:grce\"\n[view.b]\nkey = \"@2\"\n").views
    #expect(views.map(\.name) == ["a", "b"])
    #expect(views[0].problem?.hasPrefix("views.toml:2: ") == true)
    #expect(views[0].problem?.hasSuffix(".") == false)
    #expect(views[1].problem == nil)
  }

  @Test func `a second order is left out, with its place`() throws {
    let views = try views("[view.a]\nscreen = \"subscribers\"\nsort = [\"-mrr\", \"loses\"]\n")
    #expect(views.views.first?.sort == [.init(.mrr, descending: true)])
    #expect(
      views.problems.map(\.sentence)
        == ["views.toml:3: A list has one order; 'loses' is left out of 'a'."])
  }

  @Test func `views are in the order of the file and a digit opens the first that wants it`() throws
  {
    let views = try views("[view.z]\nkey = \"@2\"\n[view.a]\nkey = \"@2\"\n")
    #expect(views.views.map(\.name) == ["z", "a"])
    #expect(views.views.map(\.key) == [2, nil])
    #expect(views.problems.map(\.sentence).first?.hasPrefix("views.toml:4: '@2' opens 'z'") == true)
  }
}
