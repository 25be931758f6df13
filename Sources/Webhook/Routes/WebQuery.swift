import Hummingbird
import PlainText
import SubscriptionCore

/// The query parameters of a request, decoded as forms are
/// (<https://url.spec.whatwg.org/#urlencoded-parsing>): `+` is a space.
struct WebQuery: Sendable {
  private var values: [WebRoute.Parameter: String] = [:]

  /// Decodes the parameters of a request.
  ///
  /// - Throws: ``WebProblem`` where a name or a value is not UTF-8, or a name is repeated or none
  ///   of the route's: a misspelt `environment` would be answered for another one.
  init(_ request: Request, of route: WebRoute) throws(WebProblem) {
    try self.init(request.uri.query ?? "", of: route)
  }

  /// Decodes parameters.
  init(_ query: String, of route: WebRoute) throws(WebProblem) {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else { throw WebProblem(.badRequest, "The query is not percent-encoded UTF-8.") }
      guard let parameter = WebRoute.Parameter(rawValue: name),
        route.parameters.contains(parameter)
      else { throw WebProblem(.badRequest, Self.unknown(name, to: route)) }
      guard values.updateValue(value, forKey: parameter) == nil else {
        throw WebProblem(.badRequest, "The parameter '\(name.prefix(40))' is given twice.")
      }
    }
  }

  private static func unknown(_ name: String, to route: WebRoute) -> String {
    let names = route.parameters.map(\.rawValue).sorted()
    let meant = NearestName.find(name, in: names).map { " Did you mean '\($0)'?" } ?? ""
    return "\(route.path) has no parameter '\(name.prefix(40))'.\(meant)"
  }

  /// The text of a parameter; `nil` where it is not there.
  subscript(parameter: WebRoute.Parameter) -> String? { values[parameter] }

  /// The longest account or app identifier, in Unicode scalars as JSON schemas count.
  static let nameMax = 256

  /// An identifier; `nil` where the parameter is not there.
  func name(_ parameter: WebRoute.Parameter) throws(WebProblem) -> String? {
    guard let value = values[parameter] else { return nil }
    guard Self.isName(value) else {
      throw WebProblem(
        .badRequest,
        "'\(parameter.rawValue)' has 1 to \(Self.nameMax) characters and no control characters.")
    }
    return value
  }

  /// The account, which is required.
  func account() throws(WebProblem) -> AccountID {
    guard let name = try name(.account) else {
      throw WebProblem(
        .badRequest, "Name the account: ?account=ID, the identifier that the app gave the store.")
    }
    return AccountID(name)
  }

  /// The app, where one is named.
  func app() throws(WebProblem) -> AppID? { try name(.app).map { AppID($0) } }

  /// The value of a Boolean parameter; `false` where it is not there.
  func flag(_ parameter: WebRoute.Parameter) throws(WebProblem) -> Bool {
    switch values[parameter] {
    case nil, "false": return false
    case "true": return true
    case .some: throw WebProblem(.badRequest, "'\(parameter.rawValue)' is true or false.")
    }
  }

  /// The environment; production where none is named.
  func environment() throws(WebProblem) -> StoreEnvironment {
    guard let value = values[.environment] else { return .production }
    guard let environment = StoreEnvironment(rawValue: value) else {
      let names = StoreEnvironment.allCases.map(\.rawValue).joined(separator: ", ")
      throw WebProblem(.badRequest, "'environment' is one of \(names).")
    }
    return environment
  }

  /// A Boolean value that indicates whether a text can be an identifier.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= nameMax
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        guard rest.count >= 2,
          let high = Character(Unicode.Scalar(rest.removeFirst())).hexDigitValue,
          let low = Character(Unicode.Scalar(rest.removeFirst())).hexDigitValue
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
