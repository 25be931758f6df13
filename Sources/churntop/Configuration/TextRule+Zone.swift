import ConfigurationFiles
import Dashboard

extension TextRule {
  static let zone = TextRule("a time zone, such as Asia/Tokyo, UTC or local", pattern: "^\\S+$") {
    text in
    guard !SystemZones.isSetting(text) else { return nil }
    let meant = ZoneName.nearest(to: text, in: SystemZones.names)
      .map { "Did you mean '\($0)'?" }
    return "is not a time zone. "
      + (meant ?? "Write an IANA name such as Asia/Tokyo, UTC, or local.")
  }
}
