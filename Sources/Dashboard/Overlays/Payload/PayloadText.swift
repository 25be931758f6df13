import EventLedger
import SubscriptionCore

/// A store's payload as lines that a person can read.
///
/// Signed parts are opened, dates are named beside their numbers, and what gives access to an
/// account or a receipt, such as a purchase token, is cut to its beginning and end.
struct PayloadText {
  /// One line.
  struct Line: Hashable, Sendable {
    /// The depth of nesting.
    var depth: Int
    /// The name before the value; empty for an element or a bracket.
    var name: String
    /// The value.
    var text: String
    /// The meaning of the value; empty for none.
    var note = ""

    /// The line as text: indented, with its name and what the value means.
    var whole: String {
      String(repeating: "  ", count: depth) + (name.isEmpty ? "" : "\"\(name)\": ") + text
        + (note.isEmpty ? "" : "  " + note)
    }
  }

  /// The formatter of dates.
  let dates: DateFormatting
  /// A Boolean value that indicates whether personal data is hidden.
  let masks: Bool

  /// The longest payload that is shown, in bytes.
  static let bytesMax = 1 << 20
  /// The most lines that are shown.
  static let linesMax = 5_000
  /// The most signed parts that are opened inside of each other.
  private static let partsMax = 4

  /// The lines of a payload.
  func lines(_ raw: [UInt8]) -> [Line] {
    guard !raw.isEmpty else { return [Line(depth: 0, name: "", text: "(nothing was kept)")] }
    guard raw.count <= Self.bytesMax else {
      let size = Formatting.count(raw.count)
      return [Line(depth: 0, name: "", text: "(\(size) bytes, too long to show)")]
    }
    let tree = PayloadTree(raw)
    let text = String(decoding: raw, as: UTF8.self).trimmed
    var lines: [Line] = []
    add(tree ?? .text(text), name: "", depth: 0, parts: 0, last: true, to: &lines)
    if lines.count >= Self.linesMax {
      lines.append(Line(depth: 0, name: "", text: "(more lines than are shown)"))
    }
    return lines
  }

  private func add(
    _ tree: PayloadTree, name: String, depth: Int, parts: Int, last: Bool, to lines: inout [Line]
  ) {
    guard lines.count < Self.linesMax else { return }
    let comma = last ? "" : ","
    switch tree {
    case .object(let members) where members.isEmpty:
      lines.append(Line(depth: depth, name: name, text: "{}" + comma))
    case .array(let elements) where elements.isEmpty:
      lines.append(Line(depth: depth, name: name, text: "[]" + comma))
    case .object(let members):
      lines.append(Line(depth: depth, name: name, text: "{"))
      for (index, member) in members.enumerated() {
        add(
          member.value, name: member.name, depth: depth + 1, parts: parts,
          last: index + 1 == members.count, to: &lines)
      }
      lines.append(Line(depth: depth, name: "", text: "}" + comma))
    case .array(let elements):
      lines.append(Line(depth: depth, name: name, text: "["))
      for (index, element) in elements.enumerated() {
        add(
          element, name: "", depth: depth + 1, parts: parts, last: index + 1 == elements.count,
          to: &lines)
      }
      lines.append(Line(depth: depth, name: "", text: "]" + comma))
    case .literal(let word):
      lines.append(Line(depth: depth, name: name, text: word + comma, note: date(word) ?? ""))
    case .text(let text):
      if parts < Self.partsMax, let inner = EnclosedPayload(text) {
        let start = lines.count
        add(inner.tree, name: name, depth: depth, parts: parts + 1, last: last, to: &lines)
        if lines.indices.contains(start) { lines[start].note = inner.title }
        return
      }
      lines.append(
        Line(
          depth: depth, name: name, text: "\"\(shown(text, name: name))\"" + comma,
          note: date(text) ?? ""))
    }
  }

  /// A text with secrets and long values cut.
  private func shown(_ text: String, name: String) -> String {
    if masks, Self.personal.contains(name.lowercased()) { return "***" }
    let isSecret = Self.secret.contains(name.lowercased())
    guard isSecret ? text.count > 8 : text.count > 120 else { return text }
    let words = "... (\(Formatting.count(text.count)) letters)"
    return isSecret ? text.prefix(8) + words : text.prefix(40) + words
  }

  /// The names of secret values, in lower case.
  private static let secret: Set<String> = [
    "purchasetoken", "linkedpurchasetoken", "token", "outofapppurchasetoken", "password",
    "latest_receipt", "receipt-data", "receipt_data", "signature", "offertoken", "x5c",
    "signedpayload",
  ]

  /// The names of personal values, in lower case.
  private static let personal: Set<String> = [
    "emailaddress", "givenname", "familyname", "profilename", "profileid", "externalaccountid",
    "obfuscatedexternalaccountid", "obfuscatedexternalprofileid", "appaccounttoken",
    "app_account_token", "obfuscatedaccountid", "obfuscatedprofileid", "name", "email",
  ]

  /// The date that a number of milliseconds since 1970 represents, within this century.
  private func date(_ word: String) -> String? {
    guard word.utf8.count == 13, let value = Int64(word),
      (1_000_000_000_000..<4_102_444_800_000).contains(value)
    else { return nil }
    return dates.moment(Timestamp(milliseconds: value))
  }

  /// The lines of a stored payload.
  func lines(_ document: PayloadDocument) -> [Line] {
    guard let pruning = document.pruning else { return lines(document.raw) }
    return sentences(pruning).map { Line(depth: 0, name: "", text: $0) }
  }

  /// The words of a stored payload: the members that matter, `...` for the rest.
  func words(_ document: PayloadDocument) -> [Word] {
    guard let pruning = document.pruning else { return words(document.raw) }
    return sentences(pruning).flatMap { $0.split(separator: " ") }.map { Word(text: String($0)) }
  }

  /// The words about who removed a payload, and what is left of it, in short lines.
  private func sentences(_ pruning: PayloadPruning) -> [String] {
    [
      "The payload was pruned on \(dates.moment(pruning.at)) by \(pruning.actor),",
      "with all that were received before \(dates.moment(pruning.receivedBefore)).",
      "What was read from it is kept.",
    ]
  }
}

/// A document inside of a text: a signed one, or one in Base64.
struct EnclosedPayload {
  /// The document.
  let tree: PayloadTree
  /// The kind of the enclosure.
  let title: String

  /// Opens a text; `nil` where it encloses nothing.
  init?(_ text: String) {
    guard text.utf8.count > 16 else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, Self.object(String(parts[0])) != nil {
      guard let tree = Self.object(String(parts[1])) else { return nil }
      (self.tree, title) = (tree, "signed, opened")
      return
    }
    guard parts.count == 1, let tree = Self.object(text) else { return nil }
    (self.tree, title) = (tree, "Base64, opened")
  }

  private static func object(_ text: String) -> PayloadTree? {
    // An object begins with a brace and a quotation mark, a blank or a line end.
    guard text.hasPrefix("ey") || text.hasPrefix("ew"), let bytes = decoded(text) else {
      return nil
    }
    guard case .object(let members)? = PayloadTree(bytes) else { return nil }
    return .object(members)
  }

  /// The bytes of Base64 in either alphabet (RFC 4648 sections 4 and 5); `nil` for anything else.
  static func decoded(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      let value: UInt8
      switch byte {
      case 0x41...0x5A: value = byte - 0x41
      case 0x61...0x7A: value = byte - 0x61 + 26
      case 0x30...0x39: value = byte - 0x30 + 52
      case 0x2B, 0x2D: value = 62
      case 0x2F, 0x5F: value = 63
      case 0x3D: continue
      case _: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count % 4 != 1 else { continue }
      let spare = UInt32((3 - (count - 1) % 4) * 2)
      bytes.append(UInt8(truncatingIfNeeded: bits >> spare))
    }
    return bytes
  }
}
