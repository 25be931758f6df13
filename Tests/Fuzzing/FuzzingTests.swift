import Foundation
import Testing

/// Every seed and every input that once was a finding goes through its door.
@Suite(.serialized) struct FuzzingTests {
  /// The folder with the seeds and the findings.
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private static func files(_ kind: String, _ door: Door) throws -> [URL] {
    let place = folder.appending(path: "\(kind)/\(door.name)")
    guard FileManager.default.fileExists(atPath: place.path) else { return [] }
    return try FileManager.default.contentsOfDirectory(
      at: place, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
    ).sorted { $0.path < $1.path }
  }

  @Test(arguments: Door.all)
  func `what came through a door once comes through it again`(_ door: Door) async throws {
    let inputs = try Self.files("Seeds", door) + Self.files("Findings", door)
    for url in inputs {
      let input = [UInt8](try Data(contentsOf: url))
      #expect(input.count <= door.lengthMax, "\(url.lastPathComponent)")
      // A door may wait for tasks, which the threads that run them must not.
      let problem: String? = await withCheckedContinuation { answer in
        Thread {
          do {
            try door.take(input)
            answer.resume(returning: nil)
          } catch {
            answer.resume(returning: "\(error)")
          }
        }.start()
      }
      #expect(problem == nil, "\(url.lastPathComponent)")
    }
  }

  @Test(arguments: Door.all)
  func `every door has seeds, and inputs that mean nothing to it are no finding`(
    _ door: Door
  ) throws {
    #expect(try Self.files("Seeds", door).count >= 2)
    #expect(throws: Never.self) { try door.take([]) }
  }

  @Test func `no seed and no finding is of a door that is not there`() throws {
    for kind in ["Seeds", "Findings"] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: Self.folder.appending(path: kind).path)
      #expect(
        Set(names).subtracting(["README.md"]).isSubset(of: Set(Door.all.map(\.name))), "\(kind)")
    }
  }

  @Test func `what does not hold is a finding`() {
    let door = Door("odd") { input in try demand(input.count % 2 == 0, "odd") }
    #expect(throws: Never.self) { try door.take([1, 2]) }
    #expect(throws: Finding.self) { try door.take([1]) }
    #expect(throws: Finding.self) { try demand(1, equals: 2, "numbers") }
  }
}

extension Door: CustomTestStringConvertible {
  var testDescription: String { name }
}
