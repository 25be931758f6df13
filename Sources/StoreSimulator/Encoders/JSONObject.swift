/// A builder of a JSON object, field by field in the order of the calls.
///
/// All texts of the simulated stores are plain ASCII without quotes, so nothing is escaped.
struct JSONObject {
  /// The object so far, without its closing brace.
  private var text = "{"

  /// The complete object.
  var json: String { text + "}" }

  mutating func add(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    text += "\""
    text += value
    text += "\""
  }

  /// Adds a number.
  mutating func add(_ name: String, _ value: Int64?) {
    guard let value else { return }
    key(name)
    text += String(value)
  }

  /// Adds a truth value.
  mutating func add(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    text += value ? "true" : "false"
  }

  /// Adds JSON without changing it.
  mutating func add(_ name: String, raw value: String?) {
    guard let value else { return }
    key(name)
    text += value
  }

  private mutating func key(_ name: String) {
    if text.utf8.count > 1 { text += "," }
    text += "\""
    text += name
    text += "\":"
  }

  /// Returns an object built by a closure.
  static func make(_ fill: (inout JSONObject) -> Void) -> String {
    var object = JSONObject()
    fill(&object)
    return object.json
  }
}
