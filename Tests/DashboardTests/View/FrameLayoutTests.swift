import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct FrameLayoutTests {
  /// Tells whether blocks lie inside of a size and share no cell.
  static func areApart(_ rects: [Rect], in size: Size) -> Bool {
    let shown = rects.filter { !$0.isEmpty }
    let inside = shown.allSatisfy {
      $0.x >= 0 && $0.y >= 0 && $0.right <= size.width && $0.bottom <= size.height
    }
    let apart = shown.indices.allSatisfy { left in
      shown.indices.allSatisfy { right in
        left == right || shown[left].intersection(shown[right]).isEmpty
      }
    }
    return inside && apart
  }

  /// The blocks of every screen at a size, screen by screen.
  static func blocks(_ size: Size) -> [[Rect]] {
    let layout = FrameLayout(size: size)
    let list = ListLayout(body: layout.body, tier: layout.tier, hasLegend: true)
    let overview = OverviewLayout(body: layout.body, tier: layout.tier, stateCount: 11)
    var blocks = [
      layout.parts, [list.table, list.legend, list.preview],
      overview.parts,
    ]
    for pane in OverviewState.Pane.allCases {
      blocks.append(
        OverviewLayout(body: layout.body, tier: layout.tier, stateCount: 7, pane: pane).parts)
    }
    for shows in [nil, true, false] {
      let split = SplitLayout(body: layout.body, tier: layout.tier, shows: shows)
      let beside = ListLayout(
        body: split.list, tier: split.tier, hasLegend: true, hasPreview: split.side.isEmpty)
      let panels =
        split.isBelow ? DetailLayout(below: split.side) : DetailLayout(beside: split.side)
      blocks += [
        split.parts, [beside.table, beside.legend, beside.preview],
        [beside.panel] + panels.parts,
      ]
    }
    for pane in DetailState.Pane.allCases {
      for why in [false, true] {
        blocks.append(
          DetailLayout(body: layout.body, tier: layout.tier, showsWhy: why, pane: pane).parts)
      }
    }
    return blocks
  }

  @Test(arguments: Array(20...125) + Array(stride(from: 127, through: 250, by: 3)) + [160, 250])
  func `parts of a screen never overlap, at any size`(_ width: Int) {
    let bad = (Array(4...45) + [64, 80]).filter { height in
      let size = Size(width: width, height: height)
      return !Self.blocks(size).allSatisfy { Self.areApart($0, in: size) }
    }
    #expect(bad == [], "heights at which blocks overlap")
  }

  @Test(arguments: [(11, 12, 5), (12, 13, 3), (13, 12, 3)])
  func `the latest events give way to the figures where there are many states`(
    _ stateCount: Int, _ figures: Int, _ events: Int
  ) {
    let layout = FrameLayout(size: Size(width: 120, height: 36))
    let overview = OverviewLayout(body: layout.body, tier: layout.tier, stateCount: stateCount)
    #expect(overview[.losses].height == figures)
    #expect(overview[.live].height == events)
  }

  @Test(arguments: Screen.allCases)
  func `every screen can be drawn at every size and says where help is`(
    _ screen: Screen
  ) throws {
    let world = try TestWorld.usual()
    var model = try world.renderer().model(
      screen, size: Size(width: 120, height: 36), subscription: "as_2000000900000002")
    var bad: [Size] = []
    let widths = [
      20, 24, 29, 30, 31, 45, 59, 60, 79, 80, 100, 119, 120, 149, 150, 159, 160, 190, 250,
    ]
    for width in widths {
      for height in Array(4...8) + [10, 15, 16, 17, 18, 23, 24, 29, 30, 36, 39, 40, 50, 80] {
        let size = Size(width: width, height: height)
        _ = model.update(.resized(size), machineNow: TestWorld.now)
        let frame = DashboardView(model: model).frame(size: size)
        if frame.size != size || frame.lines.last?.contains("? help") != true { bad.append(size) }
      }
    }
    #expect(bad == [])
  }
}
