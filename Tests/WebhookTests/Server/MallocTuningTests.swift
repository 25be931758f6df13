import Testing
import Webhook

@Suite struct MallocTuningTests {
  @Test func `the allocator takes the settings`() {
    #expect(MallocTuning.bound())
  }
}
