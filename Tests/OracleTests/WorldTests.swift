import Foundation
import Testing

/// The world of the oracle, which shares nothing with the core but its words.
@Suite struct WorldTests {
  @Test func `the lives know neither the fold nor a policy nor the simulator`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "StoreOracle")
    var count = 0
    for part in ["World", "Play", "AppStore"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: folder.appending(path: part).path)
      for name in names {
        let text = try String(
          contentsOf: folder.appending(path: "\(part)/\(name)"), encoding: .utf8)
        let imports = text.split(separator: "\n").filter { $0.hasPrefix("import ") }
        #expect(
          Set(imports).isSubset(of: ["import SeededNumbers", "import SubscriptionCore"]),
          "\(name)")
        for word in ["Subscriber", "RecoveryPolicy", "StoreFacts", ".after(", "CivilDate", ".mrr"] {
          #expect(!text.contains(word), "\(name) uses \(word)")
        }
        count += 1
      }
    }
    #expect(count > 10)
  }
}
