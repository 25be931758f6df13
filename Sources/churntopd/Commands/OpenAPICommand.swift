import ArgumentParser
import ProgramConventions
import Webhook

/// `churntopd openapi`: prints the OpenAPI document of the HTTP interface.
struct OpenAPICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Print the description of the HTTP interface (OpenAPI 3.1, JSON).")

  func run() async throws { try StandardOutput().finish(OpenAPI.text + "\n") }
}
