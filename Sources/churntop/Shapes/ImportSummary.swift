import Intake
import SubscriptionCore

/// The result of one import command over all its files.
struct ImportSummary {
  /// The sum of the reports.
  private(set) var total = ImportReport()
  /// A Boolean value that indicates whether an error ended the import of a file on the way.
  let isCutOff: Bool
  /// The refusals of all files, in order.
  private(set) var refusals: [ImportRefusal] = []

  /// Adds reports up; a subscription in several files counts once.
  init(_ reports: [ImportReport]) {
    isCutOff = reports.contains { $0.failure != nil }
    total.subscriptions =
      reports.count == 1
      ? reports[0].subscriptions
      : reports.reduce(into: SubscriptionIDSet()) { $0.formUnion($1.marks) }.count
    for report in reports {
      total.read += report.read
      total.stored += report.stored
      total.duplicate += report.duplicate
      total.unknownKind += report.unknownKind
      total.refused += report.refused
      total.elapsed += report.elapsed
      refusals += report.refusals
    }
  }

  /// The number of refused messages.
  var refused: Int { total.refused }

  /// The report as JSON.
  var json: JSON {
    [
      "read": JSON(total.read),
      "stored": JSON(total.stored),
      "duplicate": JSON(total.duplicate),
      "unknownKind": JSON(total.unknownKind),
      "refused": JSON(total.refused),
      "subscriptions": JSON(total.subscriptions),
      "seconds": .thousandths(total.elapsed.wholeMilliseconds),
      "refusals": .array(
        refusals.map { refusal in
          [
            "file": .string(refusal.file), "line": JSON(refusal.line),
            "reason": .string(refusal.reason),
            "field": refusal.field.isEmpty ? .null : .string(refusal.field),
          ]
        }),
    ]
  }

  /// The report in one sentence, and the refusals behind it.
  var lines: [String] { [sentence] + refusalLines }

  private var sentence: String {
    let seconds = JSON.thousandths(total.elapsed.wholeMilliseconds).compact
    func count(_ number: Int) -> String { CountText.grouped(number) }
    let unknown =
      total.unknownKind == 0 ? "" : ", \(count(total.unknownKind)) of a kind not known"
    let end = isCutOff ? ", before the import broke off" : ""
    return "\(count(total.read)) read: \(count(total.stored)) stored\(unknown), "
      + "\(count(total.duplicate)) duplicate, \(count(total.refused)) refused, "
      + "\(count(total.subscriptions)) subscriptions, \(seconds) s\(end)"
  }

  /// The refusals, a line each with place, field and reason.
  private var refusalLines: [String] {
    let shown = refusals.prefix(Self.linesMax).map { refusal in
      let place = refusal.line > 0 ? "\(refusal.file):\(refusal.line)" : refusal.file
      let field = refusal.field.isEmpty ? "" : "\(refusal.field): "
      return "refused \(place): \(field)\(refusal.reason)"
    }
    let rest = total.refused - shown.count
    guard rest > 0 else { return shown }
    return shown + ["and \(CountText.grouped(rest)) more: churntop quarantine list"]
  }

  /// The maximum number of refusals in text output.
  private static let linesMax = 20
}
