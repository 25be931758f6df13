import PlainText

/// A validator that compares a configuration file with its shape and retains the valid values.
struct ShapeCheck {
  /// The problems of the values that were left out.
  private(set) var problems: [ConfigurationProblem] = []
  /// The keys that are written with their names of the previous release.
  private(set) var formerNames: [ConfigurationProblem] = []
  private let path: String
  /// A Boolean value that indicates whether problems are reported without saying that a value is
  /// left out.
  private let isStrict: Bool
  /// The number of problems that are invalid values rather than unknown names.
  private var harmCount = 0

  /// Creates the validator of a file.
  init(path: String, isStrict: Bool = false) { (self.path, self.isStrict) = (path, isStrict) }

  /// The sentence that follows the description of an invalid value.
  private var leftOut: String { isStrict ? "" : " It is left out." }

  /// Returns a value without its invalid parts; `nil` if nothing remains.
  mutating func fitting(
    _ node: ConfigurationNode, _ shape: ValueShape, named name: String = ""
  ) -> ConfigurationNode? {
    switch (shape, node.value) {
    case (.text(let rule), .text(let text)):
      guard let problem = rule.problem(text) else { return node }
      report(node, "'\(rule.hidesValue ? name : text)' \(problem)\(leftOut)")
      return nil
    case (.integer(let range), .integer(let number)):
      guard !range.contains(number) else { return node }
      report(
        node,
        "\(number) is not a number from \(range.lowerBound) to \(range.upperBound).\(leftOut)"
      )
      return nil
    case (.boolean, .boolean): return node
    case (.list(let element, let isWhole), .list(let nodes)):
      let fit = nodes.compactMap { fitting($0, element, named: name) }
      // An empty list can mean something else than one of which nothing is left.
      let isSpoilt = isWhole ? fit.count < nodes.count : fit.isEmpty && !nodes.isEmpty
      guard !isSpoilt else { return nil }
      var kept = node
      kept.value = .list(fit)
      return kept
    case (.anyOf(let shapes), _):
      let fit = shapes.first { $0.admits(node) } ?? shapes.first { $0.isOfKind(node) }
      guard let fit else { return mismatch(node, shape, name) }
      return fitting(node, fit, named: name)
    case (.table(let table), .table(let entries)): return fitting(node, entries, table, name)
    case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.table, _):
      return mismatch(node, shape, name)
    }
  }

  private mutating func fitting(
    _ node: ConfigurationNode, _ entries: [ConfigurationNode.Entry], _ shape: TableShape,
    _ name: String
  ) -> ConfigurationNode? {
    let (before, told) = (harmCount, problems.count)
    var kept: [ConfigurationNode.Entry] = []
    for entry in entries {
      if let known = shape.entries.first(where: {
        $0.name == entry.name || $0.formerName == entry.name
      }) {
        if known.name != entry.name, !note(entry, of: known, beside: entries) { continue }
        // The name of a table may be the beginning of that of a value beside it.
        let meant = shape.entries.map(\.name).filter { $0.hasPrefix(known.name + ".") }
        if meant.count == 1, !known.shape.isOfKind(entry.node) {
          _ = mismatch(entry.node, known.shape, known.name, hint: " Did you mean '\(meant[0])'?")
          continue
        }
        guard let value = fitting(entry.node, known.shape, named: known.name) else { continue }
        kept.append(ConfigurationNode.Entry(name: known.name, node: value))
      } else if let others = shape.others, others.name.problem(entry.name) == nil {
        guard let value = fitting(entry.node, others.shape, named: entry.name) else { continue }
        kept.append(ConfigurationNode.Entry(name: entry.name, node: value))
      } else {
        report(entry.node, "'\(entry.name)' \(strangeness(of: entry.name, in: shape))")
        harmCount -= 1
      }
    }
    var isMissing = false
    for wanted in shape.entries where wanted.isRequired {
      guard !kept.contains(where: { $0.name == wanted.name }) else { continue }
      if !entries.contains(where: { $0.name == wanted.name || $0.name == wanted.formerName }) {
        let consequence = isStrict ? "" : " \(title(name)) is left out."
        report(node, "'\(wanted.name)' is missing: \(wanted.summary).\(consequence)")
      }
      isMissing = true
    }
    if isMissing { return nil }
    if shape.isWhole, harmCount > before {
      if !isStrict { leaveOutWhole(name, from: told) }
      return nil
    }
    var result = node
    result.value = .table(kept)
    return result
  }

  /// Records a key that is written with its former name, and returns whether its value is read: if
  /// both names are written, that of the new name takes precedence.
  private mutating func note(
    _ entry: ConfigurationNode.Entry, of known: TableShape.Entry,
    beside entries: [ConfigurationNode.Entry]
  ) -> Bool {
    guard !entries.contains(where: { $0.name == known.name }) else {
      report(entry.node, "'\(entry.name)' is the former name of '\(known.name)'. Remove it.")
      return false
    }
    formerNames.append(
      ConfigurationProblem(
        path: path, line: entry.node.line,
        text: "'\(entry.name)' is now '\(known.name)'. The next major version reads the new name "
          + "only."))
    return true
  }

  /// Extends the report of an invalid value by the table that is left out with it.
  private mutating func leaveOutWhole(_ name: String, from first: Int) {
    let consequence = " \(title(name)) is left out whole: half of it may be worse than none."
    for place in problems.indices.dropFirst(first).reversed() {
      let text = problems[place].text
      guard let end = [leftOut, "; it is left out."].first(where: text.hasSuffix) else { continue }
      let kept = text.dropLast(end.count)
      problems[place].text = kept + (end == leftOut ? "" : ".") + consequence
      return
    }
  }

  private func title(_ name: String) -> String { name.isEmpty ? "It" : "[\(name)]" }

  private func strangeness(of name: String, in shape: TableShape) -> String {
    let candidates = shape.entries.map(\.name) + (shape.others?.name.choices ?? [])
    if let problem = shape.others?.name.problem(name), shape.others?.name.choices.isEmpty == true {
      return problem + leftOut
    }
    let meant = NearestName.find(name, in: candidates).map { " Did you mean '\($0)'?" } ?? ""
    return "is not a setting\(isStrict ? "." : " and is left out.")\(meant)"
  }

  private mutating func mismatch(
    _ node: ConfigurationNode, _ shape: ValueShape, _ name: String, hint: String = ""
  ) -> ConfigurationNode? {
    let remedy = hint.isEmpty ? shape.remedy(for: node) : hint
    report(
      node, "'\(name)' has to be \(shape.kind)\(isStrict ? "." : "; it is left out.")\(remedy)")
    return nil
  }

  private mutating func report(_ node: ConfigurationNode, _ text: String) {
    problems.append(ConfigurationProblem(path: path, line: node.line, text: text))
    harmCount += 1
  }
}

extension ValueShape {
  /// The kind of value, to follow "has to be".
  var kind: String {
    switch self {
    case .text: "a text"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .list(let element, _): "a list, each element \(element.kind)"
    case .anyOf(let shapes):
      shapes.map(\.kind).reduce(into: [String]()) { kinds, kind in
        if !kinds.contains(kind) { kinds.append(kind) }
      }.joined(separator: " or ")
    case .table: "a table"
    }
  }

  /// Returns the remedy, after a blank, where a value only seems to be of another type since marks
  /// are missing; else nothing.
  fileprivate func remedy(for node: ConfigurationNode) -> String {
    switch (self, node.value) {
    case (.list(.table, _), .table): " Its heading takes two brackets on each side."
    case (.text, .integer), (.text, .boolean), (.text, .other): " Write it in quotation marks."
    case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.anyOf, _), (.table, _): ""
    }
  }

  /// Returns whether a value has the right type, regardless of its content.
  fileprivate func isOfKind(_ node: ConfigurationNode) -> Bool {
    switch (self, node.value) {
    case (.text, .text), (.integer, .integer), (.boolean, .boolean), (.list, .list),
      (.table, .table):
      true
    case (.anyOf(let shapes), _): shapes.contains { $0.isOfKind(node) }
    case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.table, _): false
    }
  }

  /// Returns whether a value fits entirely.
  fileprivate func admits(_ node: ConfigurationNode) -> Bool {
    var check = ShapeCheck(path: "")
    return check.fitting(node, self) != nil && check.problems.isEmpty
  }
}

extension ConfigurationNode {
  /// Returns the value with the present names of the keys that are written with former ones.
  func named(by shape: ValueShape) -> ConfigurationNode {
    var node = self
    switch (shape, value) {
    case (.table(let table), .table(let entries)):
      node.value = .table(
        entries.map { entry in
          let known = table.entries.first { $0.name == entry.name || $0.formerName == entry.name }
          guard let known else { return entry }
          return Entry(name: known.name, node: entry.node.named(by: known.shape))
        })
    case (.list(let element, _), .list(let nodes)):
      node.value = .list(nodes.map { $0.named(by: element) })
    case (.text, _), (.integer, _), (.boolean, _), (.list, _), (.anyOf, _), (.table, _): break
    }
    return node
  }
}
