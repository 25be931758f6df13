/// The program of a nondeterministic finite automaton for a pattern (Thompson's construction).
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case scalar(Unicode.Scalar)
    case anything
    case oneOf(PatternClass)
    case textStart
    case textEnd
    case wordEdge(Bool)
    case fork(Int, Int)
    case jump(Int)
    case found
  }

  /// The maximum number of steps, which bounds the work per scalar of a text.
  static let longest = 2000

  private(set) var steps: [Step] = []

  init(_ source: String) throws(PatternError) {
    var parser = PatternParser(source)
    let tree = try parser.parse()
    try emit(tree)
    steps.append(.found)
  }

  // MARK: Building

  private mutating func emit(_ tree: PatternTree) throws(PatternError) {
    guard steps.count < Self.longest else {
      throw PatternError(offset: 0, text: "the pattern is too large; use smaller repetitions")
    }
    switch tree {
    case .step(let step): steps.append(step)
    case .sequence(let parts): for part in parts { try emit(part) }
    case .alternatives(let parts): try emitAlternatives(parts)
    case .repetition(let part, let least, let most):
      for _ in 0..<least {
        let count = steps.count
        try emit(part)
        if steps.count == count { break }  // nothing to repeat, as in (){1000}
      }
      guard let most else { return try emitLoop(part) }
      try emitOptional(part, times: most - least)
    }
  }

  private mutating func emitAlternatives(_ parts: [PatternTree]) throws(PatternError) {
    var exits: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else {
        try emit(part)
        break
      }
      let fork = steps.count
      steps.append(.jump(0))
      try emit(part)
      exits.append(steps.count)
      steps.append(.jump(0))
      steps[fork] = .fork(fork + 1, steps.count)
    }
    for exit in exits { steps[exit] = .jump(steps.count) }
  }

  private mutating func emitLoop(_ part: PatternTree) throws(PatternError) {
    let fork = steps.count
    steps.append(.jump(0))
    try emit(part)
    steps.append(.jump(fork))
    steps[fork] = .fork(fork + 1, steps.count)
  }

  private mutating func emitOptional(_ part: PatternTree, times: Int) throws(PatternError) {
    var forks: [Int] = []
    for _ in 0..<times {
      forks.append(steps.count)
      steps.append(.jump(0))
      try emit(part)
    }
    for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
  }

  // MARK: Running

  /// Returns whether the pattern matches anywhere in a folded text.
  func isFound(in text: [Unicode.Scalar]) -> Bool {
    var current = Places(count: steps.count)
    var next = Places(count: steps.count)
    for position in 0...text.count {
      if canBegin(at: position, of: text),
        follow(0, at: position, of: text, into: &current)
      {
        return true
      }
      guard position < text.count else { return false }
      next.clear()
      for place in current.list where steps[place].accepts(text[position]) {
        if follow(place + 1, at: position + 1, of: text, into: &next) { return true }
      }
      swap(&current, &next)
    }
    return false
  }

  /// Returns whether a match can begin at a position: a leading literal must be there.
  private func canBegin(at position: Int, of text: [Unicode.Scalar]) -> Bool {
    guard case .scalar(let first)? = steps.first else { return true }
    return position < text.count && text[position] == first
  }

  /// Adds a step and all steps reachable without reading; returns true if a match is among them.
  private func follow(
    _ start: Int, at position: Int, of text: [Unicode.Scalar], into places: inout Places
  ) -> Bool {
    places.open.append(start)
    while let place = places.open.popLast() {
      guard places.insert(place) else { continue }
      switch steps[place] {
      case .found:
        places.open.removeAll()
        return true
      case .jump(let target): places.open.append(target)
      case .fork(let first, let second):
        places.open.append(second)
        places.open.append(first)
      case .textStart: if position == 0 { places.open.append(place + 1) }
      case .textEnd: if position == text.count { places.open.append(place + 1) }
      case .wordEdge(let wanted):
        let before = position > 0 && PatternClass.isWord(text[position - 1])
        let after = position < text.count && PatternClass.isWord(text[position])
        if (before != after) == wanted { places.open.append(place + 1) }
      case .scalar, .anything, .oneOf: break
      }
    }
    return false
  }

  /// A set of steps that can be emptied in constant time.
  private struct Places {
    private(set) var list: [Int] = []
    /// Steps whose successors are still to be added.
    var open: [Int] = []
    private var seen: [Int]
    private var round = 1

    init(count: Int) {
      seen = Array(repeating: 0, count: count)
      list.reserveCapacity(count)
      open.reserveCapacity(count)
    }

    mutating func insert(_ place: Int) -> Bool {
      guard seen[place] != round else { return false }
      seen[place] = round
      list.append(place)
      return true
    }

    mutating func clear() {
      list.removeAll(keepingCapacity: true)
      round += 1
    }
  }
}

extension PatternProgram.Step {
  /// Returns whether the step reads a folded scalar.
  fileprivate func accepts(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .scalar(let wanted): scalar == wanted
    case .anything: true
    case .oneOf(let members): members.contains(scalar)
    case .textStart, .textEnd, .wordEdge, .fork, .jump, .found: false
    }
  }
}
