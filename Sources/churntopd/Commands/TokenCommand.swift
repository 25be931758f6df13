import ArgumentParser
import ConfigurationFiles
import Foundation
import ProgramConventions
import SubscriptionCore
import TerminalUI
import Webhook

/// `churntopd token`: commands for the API tokens of the app's backend.
struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Create, list and revoke the API tokens of the app's backend.",
    discussion: """
      A token is printed once; the file named by 'tokens' under [server] contains its SHA-256 \
      alone. To replace one without a gap, create its successor, hand it out, and revoke the old \
      one. 'churntopd serve' reads the file again within a second or two after a change. An \
      invalid file changes nothing: it is logged, and the previous tokens remain valid.
      """,
    subcommands: [Create.self, List.self, Revoke.self])

  static func file(_ option: ConfigurationOption) throws -> TokenFile {
    let (configuration, problems) = DaemonConfiguration.read(path: option.config)
    guard problems.isEmpty else { throw CommandError.configuration(problems) }
    guard let path = configuration.server.tokens else {
      throw CommandError.notUnderstood(
        "\(option.config) names no file of tokens. Add 'tokens = \"/path\"' under [server].")
    }
    return TokenFile(path: path)
  }
}

extension TokenCommand {
  /// `churntopd token create`: creates a token.
  struct Create: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "create", abstract: "Create a token and print it, once.")

    @OptionGroup var file: ConfigurationOption
    @Argument(help: "A name, such as backend-2026.") var name: String
    @Option(
      name: .customLong("scope"),
      help: ArgumentHelp(
        "A permission; can be repeated.",
        discussion: "Scopes: " + TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
          + "; \(Self.usualScope.rawValue) where none is given.",
        valueName: "scope"),
      completion: .list(TokenScope.allCases.map(\.rawValue)))
    var scopes: [String] = []
    @Option(help: ArgumentHelp("How long it is valid, such as 90d.", valueName: "time"))
    var expires: String?

    func run() async throws {
      let dependencies = Dependencies.current
      guard !name.isEmpty, SafeText.sanitized(name) == name else {
        throw CommandError.notUnderstood(
          "The name of a token is one line without control characters.")
      }
      let file = try TokenCommand.file(file)
      let expiresAt = try expires.map { text in
        guard let length = DurationText.parse(text) else {
          throw CommandError.notUnderstood("'\(text)' is not a length of time. Write 90d.")
        }
        return dependencies.clock() + length
      }
      var random = SystemRandomNumberGenerator()
      let bytes = (0..<AccessToken.randomBytes).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      guard let text = AccessToken.text(random: bytes) else {
        throw CommandError.failed("the system gives no random bytes.")
      }
      let token = AccessToken(
        name: name, hash: AccessToken.hash(of: text), scopes: try permitted(),
        expiresAt: expiresAt)
      try file.update { book in
        guard !book.tokens.contains(where: { $0.name == name }) else {
          throw CommandError.notUnderstood(
            "There is a token '\(name)' already. Choose another name.")
        }
        book.tokens.append(token)
      }
      do {
        try StandardOutput().finish(text + "\n")
      } catch {
        // A token that was never printed is of no use.
        try file.update { book in book.tokens.removeAll { $0.name == name } }
        throw error
      }
      diagnostics.say("it is not shown again; 'churntopd serve' accepts it within two seconds")
    }

    /// The scope of a token that is created without any.
    private static let usualScope = TokenScope.promptsRead

    private func permitted() throws -> Set<TokenScope> {
      let wanted = scopes.isEmpty ? [Self.usualScope.rawValue] : scopes
      return Set(
        try wanted.map { name in
          guard let scope = TokenScope(rawValue: name) else {
            let all = TokenScope.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError.notUnderstood("'\(name)' is not a scope. Scopes: \(all).")
          }
          return scope
        })
    }
  }

  /// `churntopd token list`: lists the tokens.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the tokens by name; none is shown.")

    @OptionGroup var file: ConfigurationOption
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
      let (now, output) = (Dependencies.current.clock(), StandardOutput())
      let tokens = try TokenCommand.file(file).load().tokens
      if json {
        let document: JSON = ["tokens": .array(tokens.map(Self.shape))]
        return try output.finish(document.pretty() + "\n")
      }
      for token in tokens {
        let end = token.expiresAt.map { end in
          (end <= now ? "expired " : "until ") + end.rfc3339
        }
        let scopes = token.scopes.map(\.rawValue).sorted().joined(separator: " ")
        try output.line(SafeText.sanitized("\(token.name)  \(scopes)  \(end ?? "no end")"))
      }
      try output.flush()
    }

    private static func shape(_ token: AccessToken) -> JSON {
      [
        "name": .string(token.name),
        "scopes": .array(token.scopes.map(\.rawValue).sorted().map(JSON.string)),
        "expiresAt": JSON(token.expiresAt),
      ]
    }
  }

  /// `churntopd token revoke`: revokes a token.
  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Revoke a token.")

    @OptionGroup var file: ConfigurationOption
    @Argument(help: "Its name.") var name: String

    func run() async throws {
      try TokenCommand.file(file).update { book in
        guard book.tokens.contains(where: { $0.name == name }) else {
          throw CommandError.notFound("There is no token '\(name)'. See 'churntopd token list'.")
        }
        book.tokens.removeAll { $0.name == name }
      }
      diagnostics.say("'\(name)' is revoked; 'churntopd serve' refuses it within two seconds")
    }
  }
}
