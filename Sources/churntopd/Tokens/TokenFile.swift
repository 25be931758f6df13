import Foundation
import PlainText
import ProgramConventions
import SubscriptionCore
import Webhook

/// The file of the API tokens: names, hashes and scopes, but never a token itself.
struct TokenFile: Sendable {
  /// The path of the file.
  let path: String

  private struct Entry: Codable {
    var name: String
    var sha256: String
    var scopes: [String]
    var expiresAt: String?
  }

  /// Reads the tokens; empty if the file does not exist.
  ///
  /// - Throws: `CommandError` if others may read the file or it is invalid.
  func load() throws(CommandError) -> TokenStore {
    switch content() {
    case .success(let bytes): try book(of: bytes)
    case .failure(.missing), .failure(.empty): TokenStore()
    case .failure(let problem): throw .failed("\(problem)")
    }
  }

  /// Reads the tokens of a file that must exist.
  ///
  /// - Throws: `CommandError` if the file is missing, empty, readable by others, or invalid.
  func read() throws(CommandError) -> TokenStore {
    switch content() {
    case .success(let bytes): try book(of: bytes)
    case .failure(let problem): throw .failed("\(problem)")
    }
  }

  private func content() -> Result<[UInt8], SecretSource.Problem> {
    Result { () throws(SecretSource.Problem) in try SecretSource.file(path).read([:]) }
  }

  private func book(of bytes: [UInt8]) throws(CommandError) -> TokenStore {
    guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(bytes)) else {
      throw .failed(
        "\(path) is not a file of tokens. Restore it, or remove it and create the tokens again.")
    }
    return TokenStore(try entries.map { (entry) throws(CommandError) in try token(entry) })
  }

  private func token(_ entry: Entry) throws(CommandError) -> AccessToken {
    let scopes = entry.scopes.compactMap(TokenScope.init(rawValue:))
    let expiresAt = entry.expiresAt.flatMap { Timestamp(rfc3339: $0) }
    guard let hash = Self.bytes(entry.sha256), hash.count == 32,
      scopes.count == entry.scopes.count, (entry.expiresAt == nil) == (expiresAt == nil)
    else {
      throw .failed(
        "\(path): the scopes, the hash or the end of the token '\(entry.name)' make no sense. "
          + "Remove its entry from the file.")
    }
    return AccessToken(name: entry.name, hash: hash, scopes: Set(scopes), expiresAt: expiresAt)
  }

  /// Reads, changes and replaces the file; another command waits until this one is through.
  ///
  /// - Throws: `CommandError` if the file cannot be used or written, or by the change, after which
  ///   the file is as it was.
  func update(_ change: (inout TokenStore) throws -> Void) throws {
    let folder = path.followingLinks.parentFolder
    let lock = FolderLock(folder)
    defer { lock.release() }
    var book = try load()
    try change(&book)
    try save(book)
  }

  /// Replaces the file atomically, readable by its owner alone at any time.
  ///
  /// - Throws: `CommandError` if it cannot be written.
  func save(_ book: TokenStore) throws(CommandError) {
    let entries = book.tokens.map { token in
      Entry(
        name: token.name, sha256: token.hash.hexadecimal,
        scopes: token.scopes.map(\.rawValue).sorted(), expiresAt: token.expiresAt?.rfc3339)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try PrivateFile.replace(path, with: encoder.encode(entries))
    } catch {
      throw .failed("\(error).")
    }
  }

  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }
}
