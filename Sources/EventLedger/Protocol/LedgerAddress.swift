import PlainText

/// The text that names a ledger: the path of a file, or what PostgreSQL's client library reads as
/// the settings of a connection.
///
/// A server is named by a URL or by a service of `pg_service.conf`
/// (<https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING>).
public struct LedgerAddress: Hashable, Sendable {
  /// The text as it was given; of a server it may hold a password, and is never shown.
  public let text: String
  /// The text without any secret, for people.
  public let shown: String
  /// A short name, for a line with little room: that of the file, the database or the service.
  public let name: String
  /// A Boolean value that indicates whether the ledger is on a server.
  public let isServer: Bool

  /// Reads a text; ``refusal(of:)`` says which texts are neither a path nor a server.
  public init(_ text: String) {
    let text = LedgerAddress.folded(text)
    self.text = text
    isServer = LedgerAddress.namesServer(text)
    guard isServer else {
      shown = LedgerAddress.refusal(of: text) == nil ? text : "(not an address of a ledger)"
      name = shown.split(separator: "/").last.map(String.init) ?? shown
      return
    }
    (shown, name) =
      text.hasPrefix(LedgerAddress.service)
      ? LedgerAddress.service(of: text) : LedgerAddress.place(of: text)
  }

  /// The beginnings of texts that name a server, and of no path that anybody would give.
  private static let schemes = ["postgres://", "postgresql://"]
  private static let service = "service="

  /// Returns a Boolean value that indicates whether a text names a server.
  public static func namesServer(_ text: String) -> Bool {
    let text = folded(text)
    return (schemes + [service]).contains { text.hasPrefix($0) }
  }

  /// The text of a server without blanks around it and with its scheme in lower case, in which
  /// alone PostgreSQL's library knows it; any other text as it is.
  private static func folded(_ text: String) -> String {
    let trimmed = text.trimmed
    if trimmed.hasPrefix(service) { return trimmed }
    guard let end = trimmed.firstRange(of: "://")?.upperBound else { return text }
    let scheme = trimmed[..<end].lowercased()
    return schemes.contains(scheme) ? scheme + trimmed[end...] : text
  }

  /// Returns the reason that a text names no ledger although it could be read as a path, for a
  /// message after the setting's name; `nil` for every other text.
  ///
  /// A server's address with a mistake in it would make a file of that name, and would be shown
  /// with its password. Nothing is quoted but the beginning.
  public static func refusal(of text: String) -> String? {
    guard !namesServer(text) else { return nil }
    let text = text.trimmed
    let lower = text.lowercased()
    if let scheme = schemes.first(where: { lower.contains($0) }) {
      return
        "what has '\(scheme)' in it is not a ledger, unless it begins with that. Write a server "
        + "as postgres://USER@HOST/DATABASE or service=NAME."
    }
    let word = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-_".contains($0)) }
    let rest = text.dropFirst(word.count)
    let isURL = rest.hasPrefix(":/") || rest.hasPrefix(":") && urls.contains(word.lowercased())
    let isSettings = rest.hasPrefix("=") && settings.contains(word.lowercased())
    guard !word.isEmpty, isURL || isSettings else { return nil }
    let begin = "\(word)\(isURL ? ":" : "=")"
    return
      "what begins with '\(begin)' is not a ledger. Write a file as its path (./\(begin)… if it "
      + "is called so), and a server as postgres://USER@HOST/DATABASE or service=NAME."
  }

  /// The schemes that are no beginning of a path even without a slash behind them.
  private static let urls: Set<String> = [
    "file", "postgres", "postgresql", "mysql", "sqlite", "sqlite3", "jdbc",
  ]

  /// The settings with which a connection string of PostgreSQL may begin, `service` aside.
  private static let settings: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "sslmode", "options",
    "application_name", "connect_timeout", "target_session_attrs",
  ]

  /// The service that a text names; what else is set may be secret.
  private static func service(of text: String) -> (shown: String, name: String) {
    let rest = text.dropFirst(service.count)
    let isQuoted = rest.first == "'"
    let value = rest.drop { $0 == "'" }.prefix { isQuoted ? $0 != "'" : !$0.isWhitespace }
    return (service + value, String(value))
  }

  /// The parameters of a URL that hold no secret and say which ledger it is.
  private static let parameters: Set<String> = [
    "host", "port", "dbname", "user", "service", "options",
  ]

  /// The URL without its password and without the parameters that may hold a secret.
  ///
  /// A sign that should have been written in percent form, such as `@` in a password, must not
  /// bring a part of it to light: whatever is before the last `@` counts as the user's.
  private static func place(of url: String) -> (shown: String, name: String) {
    let scheme = schemes.first { url.hasPrefix($0) } ?? ""
    let parts = url.dropFirst(scheme.count)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let mark = parts[0].lastIndex { $0 == "@" }
    let user = mark.map { parts[0][..<$0].prefix { $0 != ":" && $0 != "/" } } ?? ""
    let place = mark.map { parts[0][parts[0].index(after: $0)...] } ?? parts[0]
    let path = place.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count > 1 ? parts[1].split(separator: "&") : []
    let isWhole = mark != nil || !query.contains { $0.contains("@") }
    let hosts = path[0].split(separator: ",").map { host($0, withPort: isWhole) }
      .joined(separator: ",")
    let database = path.count > 1 ? String(path[1].prefix { $0 != ":" }) : ""
    let known = query.filter {
      parameters.contains(String($0.prefix { $0 != "=" })) && !$0.contains("@")
    }
    func value(_ name: String) -> String? {
      known.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
    let shown =
      scheme + (user.isEmpty ? "" : user + "@") + hosts + (database.isEmpty ? "" : "/" + database)
      + (known.isEmpty ? "" : "?" + known.joined(separator: "&"))
    let names = [database, value("dbname"), value("service"), hosts, value("host")]
    return (shown, names.compactMap(\.self).first { !$0.isEmpty } ?? "PostgreSQL")
  }

  /// A host with its port, if that is a number: anything else may be a part of a password.
  private static func host(_ text: Substring, withPort: Bool) -> String {
    guard !text.hasPrefix("["), let colon = text.lastIndex(of: ":") else { return String(text) }
    let port = text[text.index(after: colon)...]
    let isNumber = port.allSatisfy { $0.isASCII && $0.isNumber }
    return String(isNumber && withPort ? text : text[..<colon])
  }
}

extension LedgerAddress: CustomStringConvertible {
  /// The address without any secret.
  public var description: String { shown }
}
