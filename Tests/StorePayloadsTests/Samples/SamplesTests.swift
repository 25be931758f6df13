import Foundation
import StorePayloads
import SubscriptionCore
import Testing

/// Every file under the folder that CHURNTOP_SAMPLES names, where it is set.
@Suite struct SamplesTests {
  private static let folder = ProcessInfo.processInfo.environment["CHURNTOP_SAMPLES"]
  private static let now = Timestamp(rfc3339: "2026-11-20T00:00:00Z") ?? .epoch

  private static var files: [String] {
    guard let folder, let paths = FileManager.default.enumerator(atPath: folder) else { return [] }
    return paths.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".json") || $0.hasSuffix(".jws") }.sorted()
  }

  @Test(.enabled(if: folder != nil), arguments: files)
  func `a sample imports or is refused with a field and a reason`(path: String) throws {
    let url = URL(fileURLWithPath: try #require(Self.folder)).appendingPathComponent(path)
    var reader = PayloadReader()
    let outcomes = reader.read(ArraySlice(try Data(contentsOf: url)), heardAt: Self.now)
    #expect(!outcomes.isEmpty)
    for outcome in outcomes {
      switch outcome {
      case .payload(let payload):
        #expect(!payload.identity.isEmpty)
      case .refused(let refusal):
        #expect(!refusal.reason.isEmpty)
        #expect(!refusal.field.isEmpty || refusal.reason.contains("its keys are"))
      }
    }
  }
}
