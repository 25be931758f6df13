import TerminalUI
import Testing

@testable import Dashboard

struct EventsLayoutTests {
  @Test func `no part covers another at any size`() {
    for width in stride(from: 20, through: 250, by: 3) {
      for height in 4...80 {
        let size = Size(width: width, height: height)
        let body = FrameLayout(size: size).body
        let layout = EventsLayout(body: body, tier: Tier(size))
        let parts = layout.parts.filter { !$0.isEmpty }
        let area = parts.reduce(0) { $0 + $1.width * $1.height }
        #expect(area == body.width * body.height, "\(width)x\(height)")
        for part in parts {
          #expect(part.x >= body.x && part.right <= body.right, "\(width)x\(height)")
          #expect(part.y >= body.y && part.bottom <= body.bottom, "\(width)x\(height)")
        }
        #expect(Tier(size) < .compact || layout.table.height >= 8, "\(width)x\(height)")
      }
    }
  }
}
