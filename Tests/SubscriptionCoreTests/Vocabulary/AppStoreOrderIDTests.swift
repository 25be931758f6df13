import SubscriptionCore
import Testing

struct AppStoreOrderIDTests {
  @Test(arguments: ["MK5TTTVWJH", "MVX012345", "  MK5TTTVWJH\r\n", "M12345678901"])
  func `reads a number as the App Store writes it, and as pasting leaves it`(_ text: String) {
    #expect(AppStoreOrderID(text)?.rawValue == text.filter { !$0.isWhitespace })
  }

  @Test(arguments: [
    "", " ", "M", "MK5TTTVW", "MK5TTTVWJH222", "XK5TTTVWJH", "mk5tttvwjh", "MARGARETTA",
    "MK5 TTTVWJH", "MK5TTTVWJ\u{C9}", "MK5TTTVW\u{661}\u{662}", "GPA.3312-4455-6677-88990",
    "MK5TTTVWJH\u{1B}[2J", "MK5TTTVW\0H",
  ])
  func `refuses any other form`(_ text: String) { #expect(AppStoreOrderID(text) == nil) }

  @Test func `tells what somebody may mean who writes it otherwise`() {
    for text in ["mk5tttvwjh", "MK5T TTVW JH", "mk5-tttv-wjh", "MK5TTTVWJH"] {
      #expect(AppStoreOrderID(meantBy: text)?.rawValue == "MK5TTTVWJH")
    }
    for text in ["mk5@tttvwjh", "margaretta", "mei@example.com", "MK5TTTVWJH2222", "\u{3BC}k5ttt"] {
      #expect(AppStoreOrderID(meantBy: text) == nil)
    }
    #expect(AppStoreOrderID(meantBy: String(repeating: "-", count: 1_000) + "MK5TTTVWJH") == nil)
  }
}
