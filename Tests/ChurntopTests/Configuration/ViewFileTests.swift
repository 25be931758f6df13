import Dashboard
import EventLedger
import Foundation
import Testing

@testable import churntop

struct ViewFileTests {
  @Test func `a view is added as it is read, and the rest of the file stays`() throws {
    let sandbox = try Sandbox()
    let path = try sandbox.write("views.toml", "# mine\n[view.a]\nkey = \"@1\"")
    let view = SavedView(
      name: "it's \"b\"", key: 2, filter: "\"ada okafor\" loses<3d",
      sort: [.init(.mrr, descending: true)], columns: [.id, .name], zoom: .hours6)
    try ViewFile(path: path).add(view)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("# mine\n[view.a]\nkey = \"@1\"\n\n"))
    let file = try ConfigurationFile(path: path, text: text, kind: .views)
    #expect(file.problems == [])
    #expect(ViewConfiguration(file).views == [SavedView(name: "a", key: 1), view])
    #expect(throws: ViewFile.Refused.self) { try ViewFile(path: path).add(view) }
  }
}
