import StoreOracle
import Testing

/// Lives that nobody wrote, told to the real door and compared with the truth.
@Suite struct OracleTests {
  @Test(arguments: [Telling.prompt, .shuffled, .late])
  func `states, access and dates are the truth however a life is told`(telling: Telling) {
    let subjects: Set<String> = [
      "state", "access", "access until", "auto-renew", "end", "cause", "paid through",
      "grace ends", "retry ends", "resumes", "refused", "subscriber",
    ]
    for seed in UInt64(0)..<150 {
      for difference in Examiner().examine(seed: seed, telling: telling)
      where difference.findings.contains(where: { subjects.contains($0.what) }) {
        Issue.record("\(difference)")
      }
    }
  }
}
