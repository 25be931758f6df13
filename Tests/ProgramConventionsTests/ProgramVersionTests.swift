import Testing

@testable import ProgramConventions

struct ProgramVersionTests {
  @Test func `the line has the commit if the build knew it`() {
    let number = ProgramVersion.number
    let line = ProgramVersion.line(of: "churntop", commit: "7382be3")
    #expect(line == "churntop \(number) (7382be3)")
    #expect(ProgramVersion.line(of: "churntop", commit: "") == "churntop \(number)")
    #expect(number.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
  }
}
