import Testing

@testable import TerminalUI

@Suite struct ColorTests {
  @Test(arguments: [
    ("default", Color.terminal), ("black", .indexed(0)), ("bright-red", .indexed(9)),
    ("#5fd7ff", .rgb(0x5FD7FF)), ("#5FD7FF", .rgb(0x5FD7FF)), ("202", .indexed(202)),
  ])
  func `a colour is read`(text: String, color: Color) {
    #expect(Color(text) == color)
  }

  @Test(arguments: ["default", "black", "bright-white", "16", "255", "#00002a", "#ffffff"])
  func `what is written is read back`(text: String) {
    #expect(Color(text)?.notation == text)
  }

  @Test(
    arguments: [
      (Color.rgb(0xFFFFFF), true), (.rgb(0xFDF6E3), true), (.rgb(0x000000), false),
      (.rgb(0x2E3440), false), (.rgb(0x808080), true), (.rgb(0x606060), false), (.terminal, nil),
    ] as [(Color, Bool?)])
  func `a background asks for dark or light signs`(color: Color, isLight: Bool?) {
    #expect(color.isLight == isLight)
  }

  @Test(arguments: ["", "#fff", "#+12345", "256", "-1", "pink", "# 12345"])
  func `what is no colour is not read`(text: String) {
    #expect(Color(text) == nil)
  }

  @Test(arguments: [
    (0x5FD7FF, 81, 14), (0xFFFF5F, 227, 11), (0xFF5F00, 202, 9), (0x000000, 16, 0),
    (0x767676, 243, 8), (0x005FFF, 27, 12),
  ])
  func `the nearest of fewer colours is found`(rgb: UInt32, in256: UInt8, in16: UInt8) {
    #expect(Color.rgb(rgb).nearest256 == .indexed(in256))
    #expect(Color.rgb(rgb).nearest16 == .indexed(in16))
  }

  @Test func `every colour of the cube is its own nearest`() {
    for index in UInt8(16)...255 {
      guard let (red, green, blue) = Color.indexed(index).components else { continue }
      let rgb = Color.rgb(UInt32(red << 16 | green << 8 | blue))
      #expect(rgb.nearest256.components.map { $0 == (red, green, blue) } == true)
    }
  }
}
