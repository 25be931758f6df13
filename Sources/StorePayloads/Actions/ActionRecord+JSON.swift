import PlainText
import SubscriptionCore

extension ActionRecord {
  /// The record as an event; its identity is derived from its key, or else from its content.
  public var event: SubscriptionEvent {
    SubscriptionEvent(
      id: id, kind: kind, subscription: subscription, effectiveAt: at, statedAt: at,
      recordedAt: recordedAt, source: source, verification: .unsigned, action: action)
  }

  /// The identity of the record's event.
  public var id: EventID {
    if let key { return Self.id(ofKey: key) }
    let words: [String] = [
      kind.rawValue, subscription.rawValue, String(at.milliseconds),
      String(recordedAt.milliseconds), source.rawValue, action.actor,
      action.step.map { String($0) } ?? "", action.until.map { String($0.milliseconds) } ?? "",
      action.text ?? "", action.undoes?.rawValue ?? "",
    ]
    let content = words.map { "\($0.utf8.count):\($0)" }.joined()
    return EventID("act:" + Fingerprint.hex(content, digits: 32))
  }

  /// The identity of the event of every record with a key.
  public static func id(ofKey key: String) -> EventID { EventID(keyedID + key) }

  /// The prefix of the identity of a record with a key.
  private static let keyedID = "act:key:"

  /// The record as JSON on one line.
  public var json: [UInt8] {
    var members: [(String, String)] = [
      ("kind", kind.rawValue), ("subscription", subscription.rawValue), ("at", at.rfc3339),
      ("recordedAt", recordedAt.rfc3339), ("source", source.rawValue), ("actor", action.actor),
    ]
    if let until = action.until { members.append(("until", until.rfc3339)) }
    if let text = action.text { members.append(("text", text)) }
    if let undoes = action.undoes { members.append(("undoes", undoes.rawValue)) }
    if let key { members.append(("key", key)) }
    var text = members.map { "\"\($0)\":\(JSON.quoted($1))" }.joined(separator: ",")
    if let step = action.step { text += ",\"step\":\(step)" }
    return Array("{\"action\":{\(text)}}".utf8)
  }

  /// The record as a payload, equal to the result of reading its JSON.
  public var payload: StorePayload {
    let event = self.event
    return StorePayload(
      identity: event.id.rawValue, format: .action, raw: json, verification: .unsigned,
      receivedAt: recordedAt, events: [event])
  }

  /// Decodes the value of `action`.
  init(_ json: JSONValue) throws(Fault) {
    func text(_ key: StaticString) throws(Fault) -> String {
      try json.required(key, json.string(key))
    }
    let name = try text("kind")
    guard let kind = EventKind(rawValue: name), kind.isAction else {
      throw Fault(
        .field(.unreadable(expected: "one of " + Self.kindNames)), at: json.path(of: "kind"))
    }
    let at = try json.required("at", json.instant("at"))
    let sourceName = try json.string("source") ?? EventSource.operatorAction.rawValue
    guard let source = EventSource(rawValue: sourceName), source.store == nil else {
      throw Fault(.field(.unreadable(expected: "operator or app")), at: json.path(of: "source"))
    }
    let step = try json.int("step")
    if let step, !(1...3).contains(step) {
      throw Fault(.field(.unreadable(expected: "1, 2 or 3")), at: json.path(of: "step"))
    }
    let key = try json.string("key")
    if let key, key.utf8.count != Self.keyDigits || !key.utf8.allSatisfy(Self.isKeyDigit) {
      throw Fault(
        .field(.unreadable(expected: "\(Self.keyDigits) hexadecimal digits")),
        at: json.path(of: "key"))
    }
    self.init(
      kind: kind, subscription: SubscriptionID(try text("subscription")), at: at,
      recordedAt: try json.instant("recordedAt") ?? at, source: source,
      action: SubscriptionEvent.Action(
        actor: try text("actor"), step: step, until: try json.instant("until"),
        text: try json.string("text"), undoes: try json.string("undoes").map { EventID($0) }),
      key: key)
  }

  private static func isKeyDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static var kindNames: String {
    EventKind.allCases.filter(\.isAction).map(\.rawValue).joined(separator: ", ")
  }
}

extension PayloadReader {
  /// Reads an action of an operator or the app, which needs no proof by a store.
  func action(_ json: JSONValue, _ context: ReadContext) throws(Fault) -> StorePayload {
    var payload = try ActionRecord(try json.required("action")).payload
    payload.raw = Array(json.raw)
    return payload
  }
}
