import SubscriptionCore

/// The policy sections of the configuration: `[recovery]`, `[prompts]` and `[[products]]`.
public enum PolicyConfiguration {
  /// Reads the policy from configuration files, that of the highest precedence last.
  ///
  /// Invalid values are left out with a warning, an invalid `[prompts]` section as a whole: half a
  /// strategy may be worse than the default one.
  public static func policy(
    of files: [ConfigurationFile]
  ) -> (policy: ChurnPolicy, problems: [ConfigurationProblem]) {
    var policy = ChurnPolicy.standard
    var problems: [ConfigurationProblem] = []
    for file in files {
      if let node = file.root["recovery"] {
        policy.recovery = recovery(node, of: file, &problems)
      }
      if let node = file.root["products"] {
        policy.products = policy.products.overlaid(
          by: products(node, of: file, &problems))
      }
      guard let node = file.root["prompts"], let written = file.written["prompts"] else {
        continue
      }
      do {
        policy.prompts = try TOMLText.value(PromptPolicy.self, of: written)
      } catch {
        problems.append(
          ConfigurationProblem(
            path: file.path, line: node.line,
            text: "[prompts]\(leftOut(in: file)): \(sentence(error))"))
      }
    }
    return (policy, problems)
  }

  /// Reads every statement of `[[products]]` with its line; of equal statements in several files or
  /// tables, the one with the highest precedence.
  public static func products(
    of files: [ConfigurationFile]
  ) -> [(statement: CatalogueStatement, origin: SettingOrigin)] {
    var found: [(statement: CatalogueStatement, origin: SettingOrigin)] = []
    for file in files {
      for element in file.root["products"]?.elements ?? [] {
        guard let row = try? ProductRow(element) else { continue }
        for statement in ProductReader.read([row], source: .policyFile).statements {
          found.removeAll { $0.statement.isAbout(statement) }
          found.append((statement, .file(path: file.path, line: row.line(of: statement.fact))))
        }
      }
    }
    return found
  }

  /// Returns the words that a table is left out, unless the file is rejected as a whole.
  private static func leftOut(in file: ConfigurationFile) -> String {
    file.isStrict ? "" : " is left out"
  }

  /// Reads the products of one file without the invalid ones.
  private static func products(
    _ node: ConfigurationNode, of file: ConfigurationFile, _ problems: inout [ConfigurationProblem]
  ) -> ProductCatalogue {
    var rows: [ProductRow] = []
    func leaveOut(_ problem: ProductProblem) {
      let field = problem.field.isEmpty ? "" : "\(problem.field): "
      problems.append(
        ConfigurationProblem(
          path: file.path, line: problem.line,
          text: "[[products]] \(field)\(problem.text)"
            + (file.isStrict ? "" : " The table is left out.")))
    }
    for element in node.elements {
      do throws(ProductProblem) { rows.append(try ProductRow(element)) } catch { leaveOut(error) }
    }
    let read = ProductReader.read(rows, source: .policyFile)
    read.problems.forEach(leaveOut)
    var catalogue = ProductCatalogue()
    catalogue.take(read.statements, at: .epoch)
    return catalogue
  }

  /// Reads grace and hold; days that Google Play does not permit together are left out.
  private static func recovery(
    _ node: ConfigurationNode, of file: ConfigurationFile, _ problems: inout [ConfigurationProblem]
  ) -> RecoveryPolicy {
    var policy = RecoveryPolicy.standard
    func permitted(_ name: String, _ node: ConfigurationNode) -> RecoveryPolicy.PlayRecovery {
      let days = playRecovery(node)
      guard let problem = days.problem else { return days }
      problems.append(
        ConfigurationProblem(
          path: file.path, line: node.line,
          text: "[recovery.\(name)]\(leftOut(in: file)): \(problem)"))
      return RecoveryPolicy.PlayRecovery()
    }
    if let grace = node["appStoreGrace"]?.text.flatMap(RecoveryPolicy.AppStoreGrace.init) {
      policy.appStoreGrace = grace
    }
    if let play = node["googlePlay"] { policy.googlePlay = permitted("googlePlay", play) }
    for product in node["googlePlayProducts"]?.entries ?? [] {
      policy.googlePlayProducts[product.name] = permitted(
        "googlePlayProducts.\(product.name)", product.node)
    }
    return policy
  }

  private static func playRecovery(_ node: ConfigurationNode) -> RecoveryPolicy.PlayRecovery {
    RecoveryPolicy.PlayRecovery(
      graceDays: node["graceDays"]?.integer, holdDays: node["holdDays"]?.integer)
  }

  /// The description of an error, without the decoder's own wrapping.
  private static func sentence(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      return named(context.codingPath) + context.debugDescription
    case .keyNotFound(let key, let context):
      return named(context.codingPath) + "'\(key.stringValue)' is missing"
    @unknown default: return "\(error)"
    }
  }

  private static func named(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : path.map(\.stringValue).joined(separator: ".") + ": "
  }
}

extension CatalogueStatement {
  /// Returns whether two statements concern the same fact of the same product at the same time, so
  /// that one replaces the other.
  fileprivate func isAbout(_ other: CatalogueStatement) -> Bool {
    key == other.key && since == other.since && fact.field == other.fact.field
      && fact.detail == other.fact.detail
  }
}

// MARK: Candidates

extension PolicyConfiguration {
  /// Reads a candidate: the policy in force with what a file states instead.
  ///
  /// Of `[recovery]` each length that is stated replaces the one in force; `[prompts]` replaces the
  /// strategy as a whole. Other sections are not read.
  public static func candidate(
    of file: ConfigurationFile, over current: ChurnPolicy
  ) -> (
    policy: ChurnPolicy, stated: Set<RecoveryChange.Setting>, problems: [ConfigurationProblem]
  ) {
    let (read, problems) = policy(of: [file])
    var candidate = current
    var stated: Set<RecoveryChange.Setting> = []
    if file.root["prompts"] != nil { candidate.prompts = read.prompts }
    guard let node = file.root["recovery"] else { return (candidate, stated, problems) }
    if node["appStoreGrace"] != nil {
      candidate.recovery.appStoreGrace = read.recovery.appStoreGrace
      stated.insert(.appStoreGrace)
    }
    if let days = read.recovery.googlePlay.graceDays {
      candidate.recovery.googlePlay.graceDays = days
      stated.insert(.playGrace)
    }
    if let days = read.recovery.googlePlay.holdDays {
      candidate.recovery.googlePlay.holdDays = days
      stated.insert(.playHold)
    }
    candidate.recovery.googlePlayProducts.merge(read.recovery.googlePlayProducts) { $1 }
    return (candidate, stated, problems)
  }
}
