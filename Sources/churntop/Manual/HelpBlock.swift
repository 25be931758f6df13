/// A piece of the text that help prints below a command's sentence.
enum HelpBlock: Hashable {
  /// A line of capitals.
  case heading(String)
  /// Sentences, to be set anew.
  case prose(String)
  /// Indented lines, kept as they are but for the indentation they share.
  case verbatim([String])

  /// The lines, where they stand as they are.
  var lines: [String]? {
    guard case .verbatim(let lines) = self else { return nil }
    return lines
  }

  /// The pieces of a text: indented lines stand as they are, the others flow until an empty line.
  static func blocks(of text: String) -> [HelpBlock] {
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
  /// A help text whose sentences lie on one line for each paragraph, so that they are broken once
  /// only, where the terminal ends; indented lines stand as they are.
  var flowed: String {
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
