import OwnThreads
import ProgramConventions
import Testing

@testable import churntop

@Suite(.ownThread) struct EscapeDelayTests {
  private static func delay(
    _ environment: [String: String], file: String = ""
  ) throws -> EscapeDelay {
    let sandbox = try Sandbox()
    let path = try sandbox.write("c.toml", file)
    var dependencies = Dependencies.current
    dependencies.environment = environment
    let options = CommonValues(ledger: nil, config: path)
    return try EscapeDelay(
      Settings(options: options, dependencies: dependencies), environment: environment)
  }

  /// The environment, the configuration, and the milliseconds.
  static let cases: [([String: String], String, Int)] = [
    ([:], "", 25), ([:], "escdelay = 200\n", 200), (["ESCDELAY": "100"], "", 100),
    (["ESCDELAY": "100"], "escdelay = 200\n", 100),
    (["ESCDELAY": "100", "CHURNTOP_ESCDELAY": "50"], "escdelay = 200\n", 50),
    (["ESCDELAY": "0"], "", 1), (["ESCDELAY": "99999999"], "", 5_000),
    (["ESCDELAY": ""], "escdelay = 200\n", 200), (["ESCDELAY": "soon"], "escdelay = 200\n", 200),
    (["ESCDELAY": "-1"], "", 25), ([:], "escdelay = 0\n", 25), ([:], "escdelay = 5001\n", 25),
    ([:], "escdelay = \"fast\"\n", 25),
  ]

  @Test(arguments: cases)
  func `the own variable wins over ncurses' one, and that over the configuration`(
    _ row: ([String: String], String, Int)
  ) throws {
    #expect(try Self.delay(row.0, file: row.1).milliseconds == row.2)
  }

  @Test func `a variable that is no number is told, for it changes nothing`() throws {
    let warning = try Self.delay(["ESCDELAY": "soon"]).warning
    #expect(warning == "ESCDELAY: 'soon' is not a number of milliseconds; left out.")
    #expect(try Self.delay(["ESCDELAY": "40"]).warning == nil)
  }

  @Test(arguments: ["0", "5001", "soon", "2.5"])
  func `churntop's own variable has to make sense`(_ text: String) {
    #expect(throws: CommandError.self) { try Self.delay(["CHURNTOP_ESCDELAY": text]) }
  }
}
