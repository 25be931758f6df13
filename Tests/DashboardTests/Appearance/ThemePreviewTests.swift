import SubscriptionCore
import TerminalUI
import Testing

@testable import Dashboard

struct ThemePreviewTests {
  @Test(arguments: GlyphSet.allCases)
  func `a preview shows every state and the roles that themes change most`(set: GlyphSet) {
    let frame = ThemePreview.frame(of: .plain, glyphs: set)
    let roles = Set((0..<frame.size.height).flatMap { frame.row($0).map(\.role) })
    let overlays = Set((0..<frame.size.height).flatMap { frame.row($0).compactMap(\.overlay) })
    for state in SubscriptionState.allCases where state != .pending {
      #expect(roles.contains(state.role), "\(state)")
    }
    let wanted: [StyleRole] = [
      .environmentProduction, .environmentStaging, .environmentDemo, .flashInfo, .flashWarn,
      .flashError, .hintKey, .hintText, .disabled, .mark, .match, .inputError, .placeholder, .tab,
      .tabCurrent, .borderFocus, .title, .header, .chartBar, .rowAlarm,
    ]
    for role in wanted { #expect(roles.contains(role), "\(role.name)") }
    #expect(overlays.contains(.cursor))
    let strange = Set(frame.text).filter { !$0.isASCII }
    if set == .ascii { #expect(strange == []) }
  }

  @Test func `it is as small as it says`() {
    let frame = ThemePreview.frame(of: .plain, glyphs: .unicode)
    #expect(frame.size == ThemePreview.size)
    #expect(frame.lines.allSatisfy { SafeText.width(of: $0) <= ThemePreview.size.width })
    #expect(frame.lines.last?.contains("? help") == true)
  }
}
