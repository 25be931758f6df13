import LedgerRows
import SubscriptionCore
import Testing

@Suite struct `A walk through a list` {
  /// Filters by what they say of a row's due instant.
  @Test(arguments: [
    ("due:now", false), ("due:scheduled plan:~pro", false), ("due<24h", false), ("due:any", false),
    ("(due:now | due<24h) -state:hold", false), ("due:withheld", true), ("-due:now", true),
    ("due:now | plan:~pro", true), ("state:hold", true), ("plan:~pro", true),
  ])
  func `looks for no row without a value where the filter needs one`(
    text: String, mayLackIt: Bool
  ) throws {
    let predicate = try Filter.parse(text).lowered(at: .epoch)
    #expect(SubscriberField.dueAt.mayBe(present: false, in: predicate) == mayLackIt)
  }
}
