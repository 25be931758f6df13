/// A block of the discussion that help prints below a command's abstract.
public enum HelpBlock: Hashable, Sendable {
  /// A line of capitals.
  case heading(String)
  /// A paragraph, whose lines may be broken elsewhere.
  case prose(String)
  /// Indented lines with fixed line breaks, without the indentation that they share.
  case verbatim([String])

  /// The lines of a verbatim block; `nil` for other blocks.
  public var lines: [String]? {
    guard case .verbatim(let lines) = self else { return nil }
    return lines
  }

  /// Splits a text into blocks: indented lines are verbatim, other lines join until an empty line.
  public static func blocks(of text: String) -> [HelpBlock] {
    var blocks: [HelpBlock] = []
    var joins = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      defer { joins = !line.isEmpty }
      if line.isEmpty { continue }
      if line.hasPrefix("  ") {
        let words = String(line.dropFirst(2))
        if joins, case .verbatim(let lines)? = blocks.last {
          blocks[blocks.count - 1] = .verbatim(lines + [words])
        } else {
          blocks.append(.verbatim([words]))
        }
      } else if line == line.uppercased(), line.contains(where: \.isLetter) {
        blocks.append(.heading(line))
      } else if joins, case .prose(let words)? = blocks.last {
        blocks[blocks.count - 1] = .prose(words + " " + line)
      } else {
        blocks.append(.prose(line))
      }
    }
    return blocks
  }
}

extension String {
  /// The help text with each paragraph on one line, so that only the terminal's width breaks it.
  ///
  /// Indented lines and headings remain as they are.
  public var flowed: String {
    var result: [String] = []
    var joins = false
    for line in split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let isProse =
        !line.isEmpty && !line.hasPrefix("  ")
        && !(line == line.uppercased() && line.contains(where: \.isLetter))
      if isProse, joins, let last = result.last {
        result[result.count - 1] = last + " " + line
      } else {
        result.append(line)
      }
      joins = isProse
    }
    return result.joined(separator: "\n")
  }
}
