import SubscriptionCore

extension PolicyConfiguration {
  /// The sections of a policy file; what is `nil` is left out.
  private struct Sections: Encodable {
    var recovery: Recovery?
    var prompts: PromptPolicy?

    struct Recovery: Encodable {
      var appStoreGrace: RecoveryPolicy.AppStoreGrace?
      var googlePlay: RecoveryPolicy.PlayRecovery?
      var googlePlayProducts: [String: RecoveryPolicy.PlayRecovery]?
    }
  }

  /// Returns the policy file that states a candidate, for ``candidate(of:over:)`` to read.
  ///
  /// It holds what the candidate states alone: the lengths that are not as observed, and the
  /// prompts where they differ from those in force.
  ///
  /// - Throws: An error if a value cannot be encoded.
  public static func text(
    of candidate: PolicyCandidate, over current: ChurnPolicy
  ) throws -> String {
    var sections = Sections()
    let lengths = candidate.lengths
    if !lengths.stated.isEmpty {
      var recovery = Sections.Recovery(appStoreGrace: lengths.appStoreGrace)
      if lengths.playGraceDays != nil || lengths.playHoldDays != nil {
        recovery.googlePlay = RecoveryPolicy.PlayRecovery(
          graceDays: lengths.playGraceDays, holdDays: lengths.playHoldDays)
        let own = candidate.policy(over: current).recovery.googlePlayProducts
        recovery.googlePlayProducts = own.isEmpty ? nil : own
      }
      sections.recovery = recovery
    }
    if candidate.prompts != current.prompts {
      sections.prompts = candidate.prompts
    }
    return """
      # A candidate policy. Of [recovery] what it leaves out stays; [prompts] replaces all prompts.
      # 'churntop whatif --policy FILE' replays past failures under it.

      """ + (try TOMLText.document(of: sections))
  }

  /// Returns the sections that state a whole policy, for ``policy(of:)`` to read.
  ///
  /// - Throws: An error if a value cannot be encoded.
  public static func text(of policy: ChurnPolicy) throws -> String {
    let own = policy.recovery.googlePlayProducts
    let recovery = Sections.Recovery(
      appStoreGrace: policy.recovery.appStoreGrace, googlePlay: policy.recovery.googlePlay,
      googlePlayProducts: own.isEmpty ? nil : own)
    let sections = try TOMLText.document(
      of: Sections(recovery: recovery, prompts: policy.prompts))
    let products = ProductRow.rows(of: policy.products).map { row in
      var row = row
      row.cells[.source] = nil
      return row
    }
    return sections + (products.isEmpty ? "" : "\n" + ProductFile.toml(products))
  }
}
