import Testing

/// The measure itself, held to figures published with it.
@Suite struct LabColorTests {
  @Test(
    arguments: [
      // The first colour, the second, their distance by CIEDE2000.
      ((255, 255, 255), (0, 0, 0), 100.0), ((255, 0, 0), (255, 0, 0), 0),
      ((255, 0, 0), (0, 255, 0), 86.6), ((0, 0, 255), (0, 255, 0), 83.2),
    ] as [((Int, Int, Int), (Int, Int, Int), Double)])
  func `distances are those of the standard`(
    left: (Int, Int, Int), right: (Int, Int, Int), distance: Double
  ) {
    let found = LabColor(Sight.usual.see(left)).distance(to: LabColor(Sight.usual.see(right)))
    #expect(abs(found - distance) < 0.2, "\(found)")
  }

  @Test func `contrast goes from 1 to 21`() {
    #expect(abs(LabColor.contrast((0, 0, 0), (255, 255, 255)) - 21) < 0.01)
    #expect(LabColor.contrast((9, 9, 9), (9, 9, 9)) == 1)
  }
}
