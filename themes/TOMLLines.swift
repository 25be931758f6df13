/// The lines of a TOML document (<https://toml.io/en/v1.0.0>) on which its keys stand.
///
/// The parser that reads the values does not say where they were; people who have to mend a file
/// want to know. What is no valid TOML gives no lines, and never an error.
public enum TOMLLines {
  /// The line of each key and table, counted from 1, by its path with full stops between parts.
  public static func find(in text: String) -> [String: Int] {
    var lines: [String: Int] = [:]
    var table: [String] = []
    var inside: Inside = .nothing
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var rest = Substring(line)
      if inside == .nothing {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        if rest.first == "[" {
          rest = rest.drop { $0 == "[" }
          table = key(&rest)
          lines[table.joined(separator: ".")] = index + 1
          continue
        }
        let path = key(&rest)
        guard !path.isEmpty, rest.first == "=" else { continue }
        rest.removeFirst()
        let name = (table + path).joined(separator: ".")
        if lines[name] == nil { lines[name] = index + 1 }
      }
      inside = inside.after(rest)
    }
    return lines
  }

  /// What a line ends in the middle of.
  private enum Inside: Equatable {
    case nothing
    case text(delimiter: String)
    case brackets(Int)

    /// Where the end of a line is, given where its beginning was.
    func after(_ line: Substring) -> Inside {
      var (rest, depth) = (line, 0)
      switch self {
      case .nothing: break
      case .brackets(let count): depth = count
      case .text(let delimiter):
        guard let end = rest.range(ofFirst: delimiter) else { return self }
        rest = rest[end...]
      }
      while let character = rest.first {
        if character == "#" { break }
        if let delimiter = ["\"\"\"", "'''"].first(where: rest.hasPrefix) {
          rest = rest.dropFirst(3)
          guard let end = rest.range(ofFirst: delimiter) else { return .text(delimiter: delimiter) }
          rest = rest[end...]
        } else if character == "\"" || character == "'" {
          _ = TOMLLines.quoted(&rest)
        } else {
          if character == "[" || character == "{" { depth += 1 }
          if character == "]" || character == "}" { depth -= 1 }
          rest.removeFirst()
        }
      }
      return depth > 0 ? .brackets(depth) : .nothing
    }
  }

  /// Takes a key with its dots from the beginning of a line.
  private static func key(_ rest: inout Substring) -> [String] {
    var parts: [String] = []
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.first == "\"" || rest.first == "'" {
        parts.append(quoted(&rest))
      } else {
        let bare = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard !bare.isEmpty else { return parts }
        parts.append(String(bare))
        rest = rest.dropFirst(bare.count)
      }
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard rest.first == "." else { return parts }
      rest.removeFirst()
    }
  }

  /// Takes a text between quotes from the beginning of a line.
  private static func quoted(_ rest: inout Substring) -> String {
    guard let quote = rest.popFirst() else { return "" }
    var text = ""
    while let character = rest.popFirst(), character != quote {
      if character == "\\", quote == "\"" {
        if let escaped = rest.popFirst() { text.append(escaped) }
      } else {
        text.append(character)
      }
    }
    return text
  }
}

extension Substring {
  /// The place after the first occurrence of a text.
  fileprivate func range(ofFirst text: String) -> Substring.Index? {
    var rest = self
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.index(rest.startIndex, offsetBy: text.count) }
      rest.removeFirst()
    }
    return nil
  }
}
