import ConfigurationFiles
import ProgramConventions
import SubscriptionCore
import Testing

@testable import churntop

struct TimeExpressionTests {
  private static let now = CivilDate(year: 2026, month: 11, day: 20).start + .hours(12)

  @Test(arguments: [
    ("now", "2026-11-20T12:00:00Z"), ("-3d", "2026-11-17T12:00:00Z"),
    ("-6h", "2026-11-20T06:00:00Z"), ("+1d12h", "2026-11-22T00:00:00Z"),
    ("2025-11-20", "2025-11-20T00:00:00Z"), ("2025-11-20T17:42:00+09:00", "2025-11-20T08:42:00Z"),
    ("-2w", "2026-11-06T12:00:00Z"), ("-90s", "2026-11-20T11:58:30Z"),
    ("2025-11-20 17:42Z", "2025-11-20T17:42:00Z"), ("2025-11-20T17:42", "2025-11-20T17:42:00Z"),
  ])
  func `an instant is read in every form of the contract`(text: String, instant: String) throws {
    let read = try TimeExpression.parse(text, now: Self.now, in: .utc, option: "--as-of")
    #expect(read.rfc3339 == instant)
  }

  @Test(arguments: [
    ("2025-11-20", "2025-11-19T15:00:00Z"), ("2025-11-20T17:42", "2025-11-20T08:42:00Z"),
    ("2025-11-20 17:42Z", "2025-11-20T17:42:00Z"), ("-6h", "2026-11-20T06:00:00Z"),
  ])
  func `a time without a zone is in that of text output`(text: String, instant: String) throws {
    let tokyo = DisplayZone(name: "Asia/Tokyo", offset: .hours(9))
    let read = try TimeExpression.parse(text, now: Self.now, in: tokyo, option: "--as-of")
    #expect(read.rfc3339 == instant)
  }

  @Test(arguments: [
    "", "yesterday", "-3", "3d", "-d", "--3d", "-3y", "2025-02-30", "2025-13-01", "20251120",
    "-99999999999999999999d", "+0d", "-1d2", "-３d",
  ])
  func `anything else is refused with what to write instead`(text: String) {
    #expect {
      _ = try TimeExpression.parse(text, now: Self.now, in: .utc, option: "--as-of")
    } throws: { error in
      guard let error = error as? CommandError, error.status == .notUnderstood else { return false }
      return error.lines.first?.contains("-3d") == true
    }
  }

  @Test func `a long text that is no time is repeated in part`() {
    #expect {
      try TimeExpression.parse(
        String(repeating: "x", count: 3_000), now: Self.now, in: .utc, option: "--as-of")
    } throws: { error in
      "\(error)".utf8.count < 300
    }
  }
}
