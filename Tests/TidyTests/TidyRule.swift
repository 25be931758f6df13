/// A rule about one file, which answers with a sentence for every breach.
struct TidyRule: Sendable, CustomStringConvertible {
  /// The rule in a few words.
  let name: String
  /// The breaches in a file, each with its line.
  let breaches: @Sendable (SourceTree.File) -> [String]

  var description: String { name }

  /// Every rule, in the order in which they are reported.
  static let all: [TidyRule] = [
    length, columns, functionLength, whitespace, banned, fileName, imports, ledgers,
    stores, retired, riddles, dialect, citations, outsiders,
  ]

  /// 400 lines at the most: a longer file holds more than one concept.
  static let length = TidyRule(name: "a file has at most 400 lines") { file in
    file.lines.count > 400 ? ["\(file.path): \(file.lines.count) lines"] : []
  }

  /// 100 columns at the most.
  static let columns = TidyRule(name: "a line has at most 100 columns") { file in
    file.lines.enumerated().compactMap { index, line in
      line.count > 100 ? "\(file.path):\(index + 1): \(line.count) columns" : nil
    }
  }

  /// 70 lines at the most from a function's first line to its closing brace.
  ///
  /// A function ends at the first line that holds nothing but a brace at its own indentation,
  /// which the formatter guarantees. What a protocol asks for has no body and no length.
  static let functionLength = TidyRule(name: "a function has at most 70 lines") { file in
    guard file.path.hasSuffix(".swift") else { return [] }
    var found: [String] = []
    for (index, line) in file.lines.enumerated() where startsFunction(line) {
      let indentation = line.prefix { $0 == " " }
      if line.hasSuffix("("), !hasBody(file.lines[(index + 1)...], indentation) { continue }
      let closing = file.lines[index...].firstIndex { $0 == indentation + "}" }
      let length = (closing ?? index) - index + 1
      if length > 70 { found.append("\(file.path):\(index + 1): \(length) lines") }
    }
    return found
  }

  /// No tabs, and nothing after the last visible character.
  static let whitespace = TidyRule(name: "no tabs and no trailing blanks") { file in
    file.lines.enumerated().compactMap { index, line in
      line.contains("\t") || line.last == " " ? "\(file.path):\(index + 1)" : nil
    }
  }

  /// The words that have no place in the code.
  static let banned = TidyRule(name: "nothing that switches checking off or is left over") {
    file in
    if file.path == "Tests/TidyTests/TidyRule.swift" { return [] }
    let everywhere = [
      "@unchecked " + "Sendable", "nonisolated(" + "unsafe)", "try" + "!", "as" + "! ",
      "TO" + "DO", "FIX" + "ME", "XX" + "X", ".." + "/shared", "Date" + "()",
    ]
    // The last is Foundation's, which ends the program on a path of one character: `parentFolder`.
    let inSources = ["print" + "(", "fatal" + "Error(", "deletingLast" + "PathComponent"]
    let isProgram = file.path.hasPrefix("Sources/churntop")
    let isClock = file.path == "Sources/ProgramConventions/MachineClock.swift"
    // What Foundation declares so has to be declared so again by a subclass.
    let isQueue = file.path == "Sources/StoreClients/Transport/BoundedQueue.swift"
    let isTest = file.path.hasPrefix("Tests/")
    let words = everywhere + (isTest ? [] : inSources)
    return file.lines.enumerated().flatMap { index, line in
      words.filter { word in
        if isProgram, word == "print" + "(" { return false }
        if isTest || isClock, word == "Date" + "()" { return false }
        if isQueue, word == everywhere[0] { return false }
        return line.containsWord(word)
      }.map { "\(file.path):\(index + 1): \($0)" }
    }
  }

  /// A file is named after the first type it declares or extends.
  static let fileName = TidyRule(name: "a file is named after its first type") { file in
    guard file.path.hasSuffix(".swift"), file.path.hasPrefix("Sources/") else { return [] }
    guard let declared = file.lines.lazy.compactMap(declaredType).first else { return [] }
    let named = file.stem.prefix { $0 != "+" }
    let first = declared.split(separator: ".").last.map(String.init) ?? declared
    let matches = named == first || first.hasPrefix(named) || named.hasPrefix(first)
    return matches || named == "main" ? [] : ["\(file.path): first type is \(declared)"]
  }

  /// The domain and what lies below it stand on the standard library alone.
  ///
  /// Which of the project's own modules a target imports is declared in `Package.swift` and checked
  /// by the compiler (`--explicit-target-dependency-import-check error`).
  static let imports = TidyRule(name: "the domain imports no Foundation") { file in
    let isBelow = ["Sources/PlainText/", "Sources/SubscriptionCore/"].contains {
      file.path.hasPrefix($0)
    }
    guard isBelow else { return [] }
    return file.lines.enumerated().compactMap { index, line in
      line.hasSuffix("import Foundation") ? "\(file.path):\(index + 1)" : nil
    }
  }

  /// The files of the programs that say which ledger they work with.
  private static let ledgerOpeners: Set<String> = [
    "Sources/churntop/Session/LedgerEngine.swift",
    "Sources/churntopd/Configuration/DaemonConfiguration+Ledger.swift",
  ]

  /// Everything else of the programs knows the ledger by its protocol.
  static let ledgers = TidyRule(name: "one file of a program names its kind of ledger") { file in
    guard file.path.hasPrefix("Sources/"), !ledgerOpeners.contains(file.path) else { return [] }
    return file.lines.enumerated().compactMap { index, line in
      line.hasSuffix("import LedgerSQLite") ? "\(file.path):\(index + 1)" : nil
    }
  }

  /// The files that compare with one store where every other is rightly left out, such as one that
  /// looks something up among the purchases of that store, and how often each does.
  private static let ofOneStore = [
    "Sources/ConfigurationFiles/Products/RowFacts.swift": 1,
    "Sources/StoreSimulator/SimulatedWorld+Answers.swift": 2,
    "Sources/StoreSync/Run/StoreConnection.swift": 1,
    "Sources/SubscriptionCore/Catalogue/CatalogueConflict.swift": 1,
    "Sources/SubscriptionCore/Filter/TypeAlias.swift": 2,
  ]

  /// A comparison with one store compiles for a further one without an answer; a switch does not.
  static let stores = TidyRule(name: "stores differ by a switch over all of them") { file in
    guard file.path.hasPrefix("Sources/") else { return [] }
    let found = file.lines.enumerated().flatMap { index, line in
      guard line.holds("= .appStore") || line.holds("= .googlePlay") else { return [String]() }
      return line.matches(of: /[!=]= \.(?:appStore|googlePlay)\b/)
        .map { "\(file.path):\(index + 1): \($0.0)" }
    }
    return found.count == ofOneStore[file.path] ?? 0 ? [] : found + ["\(file.path): \(found.count)"]
  }

  /// Whether a function whose parameters stand on these lines goes on with a brace.
  private static func hasBody(_ lines: ArraySlice<String>, _ indentation: Substring) -> Bool {
    guard let end = lines.firstIndex(where: { $0.hasPrefix(indentation + ")") }) else {
      return true
    }
    return lines[end].hasSuffix("{") || lines[(end + 1)...].first == indentation + "{"
  }

  private static func startsFunction(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    guard line.hasSuffix("{") || line.hasSuffix("(") else { return false }
    return words.contains("func") || words.contains { $0.hasPrefix("init(") }
  }

  private static func declaredType(_ line: String) -> String? {
    guard line.first != " " else { return nil }
    let words = line.split(whereSeparator: { " :<{(".contains($0) }).map(String.init)
    let kinds = ["struct", "enum", "class", "actor", "protocol", "extension", "typealias"]
    guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
      !line.hasPrefix("//")
    else { return nil }
    return words[place + 1]
  }
}

extension String {
  /// Whether a word occurs that does not continue a longer name to its left.
  fileprivate func containsWord(_ word: String) -> Bool {
    guard holds(word) else { return false }
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let continues = before.isLetter || before.isNumber || before == "_" || before == "."
      if !continues { return true }
      rest = self[range.upperBound...]
    }
    return false
  }
}
