import StoreOracle
import Testing

/// Lives that nobody wrote, told to the real door and compared with the truth.
///
/// `benchmarks oracle --seeds N` tells more of them, and the same ones by their seeds.
@Suite struct OracleTests {
  /// How many lives one test tells.
  private static let share: UInt64 = 200

  /// Tells the lives of some seeds, and records what differs.
  private func check(_ telling: Telling, _ seeds: some Sequence<UInt64>) {
    // What a difference needs is looked for by the command alone, as it takes long.
    let examiner = Examiner(isShrinking: false)
    for seed in seeds {
      for difference in examiner.examine(seed: seed, telling: telling) {
        Issue.record("\(difference)")
      }
    }
  }

  @Test(arguments: Telling.allCases, 0..<UInt64(8))
  func `what a ledger says of a life is true`(telling: Telling, part: UInt64) {
    check(telling, part * Self.share..<(part + 1) * Self.share)
  }

  /// A life that once found a fault.
  struct Finding: Sendable, CustomTestStringConvertible {
    /// Its seed.
    let seed: UInt64
    /// What was found.
    let fault: String

    var testDescription: String { "seed \(seed): \(fault)" }
  }

  private static let findings = [
    Finding(seed: 15, fault: "a hold told of after the purchase that closed it stayed on hold"),
    Finding(seed: 17, fault: "a pending purchase given up counted as voluntary churn"),
    Finding(seed: 51, fault: "RENEWED in a grace longer than the default counted as paid on hold"),
    Finding(seed: 76, fault: "an early renewal of a trial in a receipt kept the old date"),
    Finding(seed: 111, fault: "a cancellation fetched late had ended before its date"),
    Finding(seed: 269, fault: "a failed resumption counted from the date before the pause"),
    Finding(seed: 404, fault: "an offer's price went on after a renewal that was lost"),
    Finding(seed: 471, fault: "a failure in the resource of RTDN 7 began before its date"),
    Finding(seed: 514, fault: "status 5 beside AUTO_RENEW_DISABLED was ignored once expired"),
    Finding(seed: 1145, fault: "a purchase fetched in grace was paid for through the end of grace"),
    Finding(seed: 1406, fault: "a renewal date before the one known was ignored"),
    Finding(seed: 1419, fault: "a hold began at a date that a later order says was paid for"),
    Finding(seed: 1454, fault: "a trial's MRR went on after a renewal that was lost"),
    Finding(seed: 1711, fault: "a pause was still pending after a cancellation and its reversal"),
    Finding(seed: 3375, fault: "a hold fetched after its end had ended at its first word"),
    Finding(seed: 3802, fault: "an offer paid late in grace was spread over the days left"),
    Finding(seed: 6158, fault: "a refund whose reversal was lost outlived the transaction's word"),
    Finding(seed: 6186, fault: "an increased price was ignored after a renewal that was lost"),
    Finding(seed: 6400, fault: "a pay-up-front offer's MRR went on in a later purchase"),
    Finding(seed: 8819, fault: "a pause was still pending after a later payment"),
    Finding(seed: 11_935, fault: "grace fetched for RTDN 7 began with it, as a later one had hold"),
    Finding(seed: 21_512, fault: "a lost recovery in grace made two months of one"),
    Finding(seed: 37_939, fault: "a voided order outlived a later one that was never heard of"),
    Finding(seed: 47_959, fault: "a pause fetched after a cancellation had ended at its beginning"),
    Finding(seed: 89_724, fault: "an offer of an older payload ended the trial it was told as"),
  ]

  @Test(arguments: findings)
  func `what was found once stays mended`(finding: Finding) {
    for telling in Telling.allCases { check(telling, CollectionOfOne(finding.seed)) }
  }
}
