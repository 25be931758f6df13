import Testing
import Webhook

@Suite struct ServerHeapTests {
  @Test func `the allocator takes the settings`() {
    #expect(ServerHeap.bound())
  }
}
