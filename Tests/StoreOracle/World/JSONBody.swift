import SubscriptionCore

/// A JSON object under construction; values hold nothing that needs escaping.
struct JSONBody {
  private var text = "{"

  /// The object.
  var closed: String { text + "}" }

  /// Adds JSON as it is, unless there is none.
  mutating func add(_ key: String, raw: String?) {
    guard let raw else { return }
    text += (text == "{" ? "\"" : ",\"") + key + "\":" + raw
  }

  /// Adds text.
  mutating func add(_ key: String, _ value: String?) { add(key, raw: value.map { "\"\($0)\"" }) }

  /// Adds a number.
  mutating func add(_ key: String, _ value: Int64?) { add(key, raw: value.map(String.init)) }

  /// Adds a truth value.
  mutating func add(_ key: String, _ value: Bool?) { add(key, raw: value.map { "\($0)" }) }

  /// Builds an object.
  static func make(_ build: (inout JSONBody) -> Void) -> String {
    var body = JSONBody()
    build(&body)
    return body.closed
  }
}
