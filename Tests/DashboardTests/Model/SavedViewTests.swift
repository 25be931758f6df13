import Dashboard
import EventLedger
import Testing

struct SavedViewTests {
  @Test(arguments: ["loses", "-mrr", "due"])
  func `a level of an order is written as it is read`(text: String) {
    #expect(SavedView.SortKey(notation: text)?.notation == text)
  }

  @Test(arguments: ["", "-", "--mrr", "price", "mrr "])
  func `what names no order is not read`(text: String) {
    #expect(SavedView.SortKey(notation: text) == nil)
  }

  @Test(arguments: TimeZoom.allCases)
  func `a zoom is written as it is read`(zoom: TimeZoom) {
    #expect(TimeZoom(notation: zoom.notation) == zoom)
  }
}
