/// A text with placeholders: `{product}` is replaced by a value, and a part in square brackets is
/// left out if the value of a placeholder inside it is unknown.
///
/// ```swift
/// let template = ReplyTemplate("You can use {product}[ until {until}].")
/// template.filled([.product: "Gold"])  // You can use Gold.
/// ```
public struct ReplyTemplate: Hashable, Sendable {
  /// The text with its placeholders, as written.
  public let text: String

  /// Creates a template from its text.
  public init(_ text: String) { self.text = text }

  /// A piece of a template.
  private enum Piece {
    case words(String)
    case place(String)
    case opening
    case closing
  }

  /// The pieces, in order.
  private var pieces: [Piece] {
    var pieces: [Piece] = []
    var words = ""
    var rest = text[...]
    func flush() {
      if !words.isEmpty { pieces.append(.words(words)) }
      words = ""
    }
    while let character = rest.popFirst() {
      switch character {
      case "[", "]":
        flush()
        pieces.append(character == "[" ? .opening : .closing)
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          words.append(character)
          continue
        }
        flush()
        pieces.append(.place(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      default: words.append(character)
      }
    }
    flush()
    return pieces
  }

  /// Returns the text with the placeholders replaced by values; a placeholder without a value
  /// outside brackets becomes the empty string.
  public func filled(_ values: [ReplyPlaceholder: String]) -> String {
    var result = ""
    var part: (text: String, isWhole: Bool)?
    for piece in pieces {
      switch piece {
      case .opening: part = ("", true)
      case .closing:
        if let part, part.isWhole { result += part.text }
        part = nil
      case .words(let words):
        if part == nil { result += words } else { part?.text += words }
      case .place(let name):
        let value = ReplyPlaceholder(rawValue: name).flatMap { values[$0] }
        if part == nil {
          result += value ?? ""
        } else if let value {
          part?.text += value
        } else {
          part?.isWhole = false
        }
      }
    }
    return result
  }

  /// Returns the first mistake in a text for a situation, as the end of a sentence; `nil` if there
  /// is none.
  public func problem(for key: ReplyKey) -> String? {
    if text.allSatisfy(\.isWhitespace) { return "is empty." }
    var isInside = false
    for piece in pieces {
      switch piece {
      case .words(let words):
        if words.contains("{") || words.contains("}") { return "has a brace without its other." }
      case .opening:
        if isInside { return "has brackets inside of brackets." }
        isInside = true
      case .closing:
        if !isInside { return "has a closing bracket without an opening one." }
        isInside = false
      case .place(let name):
        let allowed = key.placeholders
        guard let place = ReplyPlaceholder(rawValue: name), allowed.contains(place) else {
          let names = allowed.map { "{\($0.rawValue)}" }.joined(separator: " ")
          return "has {\(name)}, which is not known in '\(key.rawValue)'. There are: \(names)."
        }
        if !place.isAlwaysKnown(in: key), !isInside {
          return "has {\(name)}, which is not always known: put the words around it in [ ]."
        }
      }
    }
    return isInside ? "has an opening bracket without a closing one." : nil
  }
}

/// The reply texts of one language, with its forms of dates and names.
public struct ReplyTemplates: Hashable, Sendable {
  /// The language's tag, such as `ja`.
  public var language: String
  /// The storefront countries whose customers get replies in this language, as the stores spell
  /// them.
  public var countries: [String]
  /// The text of each situation.
  public var texts: [ReplyKey: ReplyTemplate]
  /// The format of an instant, with {day} {month} {year} {time} {zone}.
  public var dateForm: String
  /// The names of the months, January first.
  public var months: [String]
  /// Translated names of time zones by IANA name; a zone that is missing is written with its IANA
  /// name.
  public var zones: [String: String]
  /// The names of the stores.
  public var stores: [Store: String]

  /// Creates a language.
  public init(
    language: String, countries: [String] = [], texts: [ReplyKey: ReplyTemplate] = [:],
    dateForm: String = "{year}-{month}-{day} {time} ({zone})", months: [String] = [],
    zones: [String: String] = [:], stores: [Store: String] = [:]
  ) {
    self.language = language
    self.countries = countries
    self.texts = texts
    self.dateForm = dateForm
    self.months = months
    self.zones = zones
    self.stores = stores
  }

  /// Returns an instant as text in a zone, with the zone's name.
  public func words(_ instant: Timestamp, in zone: DisplayZone) -> String {
    let date = zone.date(instant)
    let values = [
      "day": String(date.day), "year": String(date.year),
      "month": months.count == 12 ? months[date.month - 1] : padded(date.month, 2),
      "time": zone.time(instant),
      "zone": zones[zone.name] ?? zone.name,
    ]
    return values.reduce(dateForm) { form, value in
      form.replacing("{\(value.key)}", with: value.value)
    }
  }
}
