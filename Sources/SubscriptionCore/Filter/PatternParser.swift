/// A recursive-descent parser of regular expressions.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(PatternError) -> PatternTree {
    let tree = try alternatives()
    guard position == scalars.count else { throw problem("this ) closes nothing; write \\)") }
    return tree
  }

  private mutating func alternatives() throws(PatternError) -> PatternTree {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Filter.deepestNesting else {
      throw problem("nested deeper than \(Filter.deepestNesting) levels; simplify the pattern")
    }
    var parts = [try sequence()]
    while peek == "|" {
      position += 1
      parts.append(try sequence())
    }
    return parts.count == 1 ? parts[0] : .alternatives(parts)
  }

  private mutating func sequence() throws(PatternError) -> PatternTree {
    var parts: [PatternTree] = []
    while let next = peek, next != "|", next != ")" { parts.append(try repeated()) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeated() throws(PatternError) -> PatternTree {
    var tree = try atom()
    var count = 0
    while let (least, most) = try quantifier() {
      count += 1
      guard count <= 3 else { throw problem("too many repetitions of one thing; use groups") }
      tree = .repetition(tree, least: least, most: most)
      if peek == "?" { position += 1 }
    }
    return tree
  }

  private mutating func quantifier() throws(PatternError) -> (Int, Int?)? {
    switch peek {
    case "*": position += 1; return (0, nil)
    case "+": position += 1; return (1, nil)
    case "?": position += 1; return (0, 1)
    case "{": return try bounds()
    default: return nil
    }
  }

  private mutating func bounds() throws(PatternError) -> (Int, Int?) {
    let start = position
    position += 1
    let least = number()
    var most = least
    if peek == "," {
      position += 1
      most = number()
    }
    guard peek == "}", let least, least <= 1000, (most ?? least) >= least, (most ?? 0) <= 1000
    else {
      throw PatternError(offset: start, text: "write {2}, {2,} or {2,5} up to 1000, or \\{")
    }
    position += 1
    return (least, most)
  }

  private mutating func atom() throws(PatternError) -> PatternTree {
    guard let next = peek else { throw problem("something is missing here") }
    let start = position
    position += 1
    switch next {
    case ".": return .step(.anything)
    case "^": return .step(.textStart)
    case "$": return .step(.textEnd)
    case "[": return .step(.oneOf(try members(from: start)))
    case "(": return try group(from: start)
    case "\\": return try escape(from: start)
    case "*", "+", "?", "{":
      throw PatternError(offset: start, text: "nothing to repeat before \(next); write \\\(next)")
    default: return literal(next)
    }
  }

  private mutating func group(from start: Int) throws(PatternError) -> PatternTree {
    if peek == "?" {
      guard position + 1 < scalars.count, scalars[position + 1] == ":" else {
        throw PatternError(offset: start, text: "only plain groups and (?: ) are understood")
      }
      position += 2
    }
    let tree = try alternatives()
    guard peek == ")" else {
      throw PatternError(offset: start, text: "this ( is not closed; add a ) or write \\(")
    }
    position += 1
    return tree
  }

  private mutating func escape(from start: Int) throws(PatternError) -> PatternTree {
    guard let next = peek else {
      throw PatternError(offset: start, text: "nothing follows the \\; write \\\\ for itself")
    }
    position += 1
    if next == "b" || next == "B" { return .step(.wordEdge(next == "b")) }
    if let member = PatternParser.shorthand(next) {
      return .step(.oneOf(PatternClass(members: [member])))
    }
    return literal(try escaped(next, from: start))
  }

  private mutating func members(from start: Int) throws(PatternError) -> PatternClass {
    var members = PatternClass()
    if peek == "^" {
      position += 1
      members.isNegated = true
    }
    var isFirst = true
    while let next = peek, next != "]" || isFirst {
      isFirst = false
      position += 1
      if next == "\\", let after = peek, let member = PatternParser.shorthand(after) {
        position += 1
        members.members.append(member)
        continue
      }
      let low = next == "\\" ? try escapedMember(from: position - 1) : next
      var high = low
      if peek == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
        position += 1
        let end = scalars[position]
        position += 1
        high = end == "\\" ? try escapedMember(from: position - 1) : end
      }
      guard low.value <= high.value else {
        throw PatternError(offset: start, text: "this range runs backwards; swap its ends")
      }
      members.members.append(.range(low.value...high.value))
    }
    guard peek == "]" else {
      throw PatternError(offset: start, text: "this [ is not closed; add a ] or write \\[")
    }
    position += 1
    return members
  }

  private mutating func escapedMember(from start: Int) throws(PatternError) -> Unicode.Scalar {
    guard let next = peek else {
      throw PatternError(offset: start, text: "nothing follows the \\; write \\\\ for itself")
    }
    position += 1
    return try escaped(next, from: start)
  }

  private func escaped(_ scalar: Unicode.Scalar, from start: Int) throws(PatternError)
    -> Unicode.Scalar
  {
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    default:
      guard !scalar.isASCII || !PatternClass.isWord(scalar) else {
        throw PatternError(offset: start, text: "\\\(scalar) is not understood; leave out the \\")
      }
      return scalar
    }
  }

  private func literal(_ scalar: Unicode.Scalar) -> PatternTree {
    let folded = Filter.foldCase(String(scalar)).unicodeScalars.map {
      PatternTree.step(.scalar($0))
    }
    return folded.count == 1 ? folded[0] : .sequence(folded)
  }

  private static func shorthand(_ scalar: Unicode.Scalar) -> PatternClass.Member? {
    switch scalar {
    case "d", "D": .digits(scalar == "d")
    case "w", "W": .words(scalar == "w")
    case "s", "S": .spaces(scalar == "s")
    default: nil
    }
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let next = peek, (48...57).contains(next.value), (value ?? 0) < 100_000 {
      value = (value ?? 0) * 10 + Int(next.value - 48)
      position += 1
    }
    return value
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func problem(_ text: String) -> PatternError {
    PatternError(offset: position, text: text)
  }
}
