import StoreOracle
import Testing

/// Lives that nobody wrote, told to the real door and compared with the truth.
@Suite struct OracleTests {
  private static let seeds: Range<UInt64> = 0..<200

  /// What differs in the lives of the seeds.
  private func check(
    _ telling: Telling, _ seeds: some Sequence<UInt64> = OracleTests.seeds,
    where isOfInterest: (OracleFinding) -> Bool
  ) {
    let examiner = Examiner()
    for seed in seeds {
      for difference in examiner.examine(seed: seed, telling: telling)
      where difference.findings.contains(where: isOfInterest) {
        Issue.record("\(difference)")
      }
    }
  }

  @Test(arguments: [Telling.prompt, .shuffled, .late])
  func `states, access and dates are the truth`(telling: Telling) {
    let subjects: Set<String> = [
      "state", "access", "access until", "auto-renew", "end", "cause", "ended", "paid through",
      "grace ends", "retry ends", "resumes", "refused", "subscriber", "episodes",
      "episode outcome", "episode grace", "episode ended", "episode failed", "episode held",
    ]
    check(telling) { subjects.contains($0.what) }
  }
}
