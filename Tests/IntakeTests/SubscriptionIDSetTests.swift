import SubscriptionCore
import Testing

@testable import Intake

@Suite struct SubscriptionIDSetTests {
  private func marks(_ numbers: some Sequence<Int>) -> SubscriptionIDSet {
    var marks = SubscriptionIDSet()
    for number in numbers { marks.insert(SubscriptionID("gp_\(number)").mark) }
    return marks
  }

  @Test(arguments: [0, 1, 2, 999, 20_000])
  func `count each subscription once, in whatever order they come`(_ count: Int) {
    let marks = marks(0..<count)
    #expect(marks.count == count)
    #expect(self.marks(Array((0..<count).reversed()) + Array(0..<count)) == marks)
  }

  @Test func `of two sets are those in either`() {
    var union = marks(0..<700)
    union.formUnion(marks(300..<1_000))
    #expect(union == marks(0..<1_000))
    union.formUnion(SubscriptionIDSet())
    #expect(union.count == 1_000)
  }
}
