import Foundation
import OwnThreads
import Testing

/// Real payloads that lie beside the project, where `CHURNTOP_SAMPLES` names their folder.
@Suite(.ownThread) struct SamplesTests {
  static let folder = ProcessInfo.processInfo.environment["CHURNTOP_SAMPLES"] ?? ""

  static let files: [String] = {
    guard !folder.isEmpty else { return [] }
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.hasSuffix(".json") || $0.hasSuffix(".jws") }.sorted()
  }()

  @Test(.enabled(if: !folder.isEmpty, "CHURNTOP_SAMPLES is not set"), arguments: files)
  func `a real payload is stored, or refused with a reason`(file: String) throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run("import", Self.folder + "/" + file, "--format", "json")
    let report = try outcome.json()
    #expect(outcome.status == (report["refused"].number == 0 ? 0 : 3), "\(outcome)")
    #expect((report["read"].number ?? 0) >= 1)
    for refusal in report["refusals"].elements {
      #expect(refusal["file"].text?.hasSuffix(file) == true)
      #expect((refusal["line"].number ?? 0) >= 1)
      #expect(refusal["reason"].text?.hasSuffix(".") == true)
    }
    let ids = try sandbox.run("list", "--format", "ndjson").lines.compactMap {
      try TestJSON($0)["id"].text
    }
    for id in ids {
      #expect(try sandbox.run("show", id, "--format", "json").status == 0, "\(id)")
      #expect(try sandbox.run("explain", id).status == 0, "\(id)")
    }
    #expect(try sandbox.run("rebuild", "--check").status == 0)
  }
}
