import Testing

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

  @Test func `the limit of this process is known`() {
    #if os(Linux)
      #expect((OpenFiles.limit ?? 0) > 0)
    #endif
    #expect(OpenFiles.note(connections: 160, limit: nil) == nil)
  }
}
