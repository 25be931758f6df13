import Foundation
import Testing

/// Every seed and every input that once was a finding goes through its target.
@Suite(.serialized) struct FuzzingTests {
  /// The folder with the seeds and the findings.
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private static func files(_ kind: String, _ target: FuzzTarget) throws -> [URL] {
    let place = folder.appending(path: "\(kind)/\(target.name)")
    guard FileManager.default.fileExists(atPath: place.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(
      at: place, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
    ).sorted { $0.path < $1.path }
  }

  @Test(arguments: FuzzTarget.all)
  func `what a target took once it takes again`(_ target: FuzzTarget) async throws {
    let inputs = try Self.files("Seeds", target) + Self.files("Findings", target)
    for url in inputs {
      let input = [UInt8](try Data(contentsOf: url))
      #expect(input.count <= target.lengthMax, "\(url.lastPathComponent)")
      // A target may wait for tasks, which the threads that run them must not.
      let problem: String? = await withCheckedContinuation { answer in
        Thread {
          do {
            try target.take(input)
            answer.resume(returning: nil)
          } catch {
            answer.resume(returning: "\(error)")
          }
        }.start()
      }
      #expect(problem == nil, "\(url.lastPathComponent)")
    }
  }

  @Test(arguments: FuzzTarget.all)
  func `every target has seeds, and inputs that mean nothing to it are no finding`(
    _ target: FuzzTarget
  ) throws {
    #expect(try Self.files("Seeds", target).count >= 2)
    #expect(throws: Never.self) { try target.take([]) }
  }

  @Test func `no seed and no finding is of a target that is not there`() throws {
    for kind in ["Seeds", "Findings"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: Self.folder.appending(path: kind).path)
      #expect(
        Set(names).subtracting(["README.md"]).isSubset(of: Set(FuzzTarget.all.map(\.name))),
        "\(kind)")
    }
  }

  @Test func `what does not hold is a finding`() {
    let target = FuzzTarget("odd") { input in try demand(input.count % 2 == 0, "odd") }
    #expect(throws: Never.self) { try target.take([1, 2]) }
    #expect(throws: Finding.self) { try target.take([1]) }
    #expect(throws: Finding.self) { try demand(1, equals: 2, "numbers") }
  }
}

extension FuzzTarget: CustomTestStringConvertible {
  var testDescription: String { name }
}
