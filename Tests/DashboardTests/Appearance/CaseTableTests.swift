import SubscriptionCore
import Synchronization
import Testing

@testable import Dashboard

struct CaseTableTests {
  @Test func `every case is worked out once`() {
    let calls = Mutex(0)
    let table = CaseTable { (state: SubscriptionState) in
      calls.withLock { $0 += 1 }
      return state.rawValue
    }
    for _ in 0..<3 {
      for state in SubscriptionState.allCases { #expect(table[state] == state.rawValue) }
    }
    #expect(calls.withLock { $0 } == SubscriptionState.allCases.count)
  }
}
