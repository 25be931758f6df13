import ConfigurationFiles
import Dashboard
import EventLedger
import Foundation
import OwnThreads
import Testing

@testable import churntop

@Suite(.ownThread) struct ViewFileTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a view is added as it is read, and the rest of the file stays`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("views.toml", "# mine\n[view.a]\nkey = \"@1\"")
    let view = SavedView(
      name: "it's \"b\"", key: 2, filter: "\"ada okafor\" loses<3d",
      sort: [.init(.mrr, descending: true)], columns: [.id, .name], zoom: .hours6)
    #expect(try ViewFile(path: path).put(view, over: nil) == view)
    let text = try text(path)
    #expect(text.hasPrefix("# mine\n[view.a]\nkey = \"@1\"\n\n"))
    let file = try ConfigurationFile(path: path, text: text, kind: .views)
    #expect(file.problems == [])
    #expect(ViewConfiguration(file).views == [SavedView(name: "a", key: 1), view])
  }

  @Test func `a view of the same name is replaced where it stands`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "views.toml",
      """
      # mine
      [view.a]
      key = "@1"
      columns = [
        "id",
        "name",
      ]

      # the second
      [view.b] # b
      filter = "state:hold"

      """)
    _ = try ViewFile(path: path).put(
      SavedView(name: "a", key: 1, filter: "state:grace"),
      over: SavedView(name: "a", key: 1, columns: [.id, .name]))
    #expect(
      try text(path) == """
        # mine
        [view."a"]
        key = "@1"
        screen = "subscribers"
        filter = "state:grace"

        # the second
        [view.b] # b
        filter = "state:hold"

        """)
    let paused = try ViewFile(path: path).put(
      SavedView(name: "b", filter: "state:paused"),
      over: SavedView(name: "b", filter: "state:hold"))
    #expect(paused.key == 2)
    #expect(
      try text(path).hasSuffix(
        "# the second\n[view.\"b\"]\nkey = \"@2\"\nscreen = \"subscribers\"\n"
          + "filter = \"state:paused\"\n"))
  }

  @Test func `a view gets a digit that opens no other view of the file`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("views.toml", "")
    // Two dashboards that were started before there was a view ask for the first digit.
    let keys = try ["A", "two"].map { name in
      try ViewFile(path: path).put(SavedView(name: name, key: 1), over: nil).key
    }
    #expect(keys == [1, 2])
    let file = try ConfigurationFile(path: path, text: try text(path), kind: .views)
    #expect(ViewConfiguration(file).problems == [])
    #expect(ViewConfiguration(file).views.map(\.key) == [1, 2])
  }

  @Test(arguments: [nil, SavedView(name: "hand", filter: "state:hold")])
  func `a view that the dashboard has not read is not replaced`(_ known: SavedView?) throws {
    let sandbox = try Sandbox()
    let before = "[view.hand]\nscreen = \"due\"\nfilter = \"state:grace\"\n"
    let path = try sandbox.write("views.toml", before)
    let refused = #expect(throws: ViewFile.Refused.self) {
      try ViewFile(path: path).put(SavedView(name: "hand", key: 3), over: known)
    }
    #expect(refused?.description.contains("'hand' that this dashboard has not read") == true)
    #expect(try text(path) == before)
    let read = SavedView(name: "hand", key: 5, screen: .due, filter: "state:grace")
    #expect(try ViewFile(path: path).put(SavedView(name: "hand", key: 3), over: read).key == 3)
  }

  @Test func `a view of a file with CRLF is replaced where it stands`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write(
      "views.toml",
      "[view.a]\r\nfilter = \"state:hold\"\r\n\r\n[view.b]\r\nfilter = \"state:paused\"\r\n")
    let view = SavedView(
      name: "b", key: 1, filter: "state:paused", sort: [.init(.mrr, descending: true)])
    #expect(
      try ViewFile(path: path).put(view, over: SavedView(name: "b", filter: "state:paused"))
        == view)
    let text = try text(path)
    let first = "[view.a]\r\nfilter = \"state:hold\"\r\n\r\n"
    #expect(text.hasPrefix(first + "[view.\"b\"]\r\n"), "\(text)")
    #expect(!text.replacing("\r\n", with: "").contains { $0.isNewline }, "\(text)")
    let file = try ConfigurationFile(path: path, text: text, kind: .views)
    #expect(ViewConfiguration(file).views == [SavedView(name: "a", filter: "state:hold"), view])
  }

  @Test func `a view that is written in another form is refused and the file stays`() throws {
    let sandbox = try Sandbox()
    let before = "view.a = { filter = \"state:hold\" }\n"
    let path = try sandbox.write("views.toml", before)
    #expect(throws: ViewFile.Refused.self) {
      try ViewFile(path: path).put(
        SavedView(name: "a", filter: "state:grace"),
        over: SavedView(name: "a", filter: "state:hold"))
    }
    #expect(try text(path) == before)
  }

  @Test func `a file that is not TOML is never written to`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("views.toml", "[view\n")
    let damage = #expect(throws: ConfigurationFile.Damage.self) {
      try ViewFile(path: path).put(SavedView(name: "a"), over: nil)
    }
    #expect(damage?.description.contains("views.toml:1: is not TOML") == true)
    #expect(try text(path) == "[view\n")
  }
}
