import Foundation
import Testing
import Webhook

@testable import churntopd

@Suite struct OpenFilesTests {
  @Test(arguments: [(160, 1_024), (160, 352), (3_000, 4_096)])
  func `a limit that is enough has no note`(_ connections: Int, _ limit: Int) {
    #expect(OpenFiles.note(connections: connections, limit: limit) == nil)
  }

  @Test(arguments: [(160, 64), (160, 351), (5_000, 4_096)])
  func `a limit below what connections need has one`(_ connections: Int, _ limit: Int) {
    let note = OpenFiles.note(connections: connections, limit: limit)
    #expect(note?.contains("\(limit) files") == true)
    #expect(note?.contains("\(connections + 192)") == true)
  }

  @Test func `connections fit into the files that may be open`() throws {
    let usual = WebLimits()
    #expect(OpenFiles.fitting(usual, into: 352) == usual)
    for files in 128...351 {
      let limits = try #require(OpenFiles.fitting(usual, into: files))
      #expect(limits.connectionsInAll <= files - 96)
      #expect(limits.connectionsMax >= 16 && limits.connectionsReserve >= 4)
    }
    var few = usual
    few.connectionsMax = 8
    #expect(OpenFiles.fitting(few, into: 150)?.connectionsMax == 8)
  }

  @Test func `a daemon without files for connections does not start`() {
    #expect(OpenFiles.fitting(WebLimits(), into: 127) == nil)
    #expect(OpenFiles.note(connections: 160, limit: 127)?.contains("needs 128 to start") == true)
    #expect(OpenFiles.note(connections: 160, limit: 128)?.contains(": 18 are accepted") == true)
  }

  @Test(arguments: [(64, 4_096, 352), (64, 128, 128), (1_024, 4_096, 1_024)])
  func `the limit is raised as far as it may be`(_ soft: UInt, _ hard: UInt, _ raised: UInt) {
    let limit = rlimit(rlim_cur: rlim_t(soft), rlim_max: rlim_t(hard))
    #expect(OpenFiles.raised(limit, to: 352).rlim_cur == rlim_t(raised))
  }

  @Test func `the limit of this process is known`() {
    #if os(Linux)
      #expect((OpenFiles.limit ?? 0) > 0)
    #endif
    #expect(OpenFiles.note(connections: 160, limit: nil) == nil)
  }
}
