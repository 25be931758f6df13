import Dashboard
import Testing

struct CommandPlaceholderTests {
  @Test(arguments: CommandPlaceholder.allCases)
  func `every placeholder may stand in an argument`(place: CommandPlaceholder) {
    #expect(CommandPlaceholder.problem(with: "--x={\(place.rawValue)}") == nil)
    let command = CustomCommand(name: "c", arguments: ["p", "a{\(place.rawValue)}b"])
    #expect(command.placeholders == [place])
  }

  @Test(arguments: ["{name}", "{email}", "{token}", "{phone}", "a\0b"])
  func `nothing else may`(text: String) {
    #expect(CommandPlaceholder.problem(with: text) != nil)
  }
}
