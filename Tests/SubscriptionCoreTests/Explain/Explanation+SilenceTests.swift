import SubscriptionCore
import Testing

extension ExplanationTests {
  /// A tale, the first day on which its store has been silent for too long, and what was heard
  /// last.
  static let silences: [(Tale, String, String)] = [
    // Paid through 1 May: 60 days of tries, then a week in which a notification may be late.
    (.active, "2023-07-07", "1 Apr 2023 00:00 UTC"),
    (.silent, "2023-07-07", "1 Apr 2023 00:00 UTC"),
    (.pending, "2023-06-07", "1 Apr 2023 00:00 UTC"),
  ]

  @Test(arguments: silences)
  func `a store that fell silent longer ago than it can be at work is told as such`(
    _ tale: Tale, _ day: String, _ heard: String
  ) throws {
    var tale = tale
    tale.now = at(day).rfc3339
    let told = try tale.sentences().joined(separator: " ")
    #expect(told.contains("has reported nothing since"), "\(told)")
    #expect(told.contains("since \(heard) ("), "\(told)")
    #expect(told.contains("Refresh it from the store before"), "\(told)")
    for word in [
      "still processing", "being processed", "keeps trying", "Ask the user", "may change",
    ] { #expect(!told.contains(word), "\(told)") }
    #expect(!told.contains("The user has access"), "\(told)")
    // A moment before, and three years after.
    tale.now = (at(day) - .milliseconds(1)).rfc3339
    #expect(try !tale.sentences().contains { $0.contains("has reported nothing since") })
    tale.now = (at(day) + .days(1_000)).rfc3339
    #expect(try tale.sentences().contains { $0.contains("has reported nothing since") })
  }

  /// A store takes two days at most over a renewal, or over the payment that ends a pause.
  @Test(arguments: [
    (Tale.silent, "2023-05-03", "the renewal"),
    (.paused, "2023-06-03", "the payment that ends the pause"),
  ])
  func `a renewal is told as being processed no longer than a store takes`(
    _ tale: Tale, _ day: String, _ what: String
  ) throws {
    var tale = tale
    tale.now = (at(day) - .milliseconds(1)).rfc3339
    #expect(try tale.sentences().contains { $0.contains("is still processing \(what)") })
    for now in [at(day), at(day) + .days(30)] {
      tale.now = now.rfc3339
      let told = try tale.sentences()
      let word = "Google Play should have said by now what came of \(what): it may have been paid, "
      #expect(told.contains { $0.hasPrefix(word) }, "\(told)")
      #expect(told.contains("Refresh it from the store before telling the user anything."))
      #expect(!told.contains { $0.contains("being processed") || $0.hasPrefix("The user has") })
    }
  }

  @Test(arguments: Tale.all.filter { !["active", "silent grace", "pending"].contains($0.name) })
  func `what the clock ends, and what waits for nothing, is not told as silent`(
    _ tale: Tale
  ) throws {
    var tale = tale
    tale.now = "2023-12-01T00:00:00Z"
    let told = try tale.sentences()
    let isWaiting = told.contains { $0.contains("never said whether") }
    #expect(told.contains { $0.contains("has reported nothing since") } == isWaiting, "\(told)")
    tale.now = "2023-05-20T00:00:00Z"
    #expect(try !tale.sentences().contains { $0.contains("has reported nothing since") })
  }

  @Test func `a purchase without any date is doubted after the longest period there is`() throws {
    var story = Story(.appStore)
    story.tell(.purchased, "2015-05-24") { $0.status = .active }
    var tale = Tale(name: "dateless", now: "2016-07-28T00:00:00Z", story: story)
    #expect(try tale.sentences().contains("The user has access, and when it ends is not known."))
    tale.now = "2026-11-21T00:00:00Z"
    let told = try tale.sentences().joined(separator: " ")
    #expect(told.contains("At the App Store's last report the user had access"), "\(told)")
    #expect(told.contains("since 24 May 2015 00:00 UTC"), "\(told)")
  }
}
