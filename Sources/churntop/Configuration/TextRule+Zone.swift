import ConfigurationFiles

extension TextRule {
  /// A time zone.
  static let zone = TextRule("a time zone, such as Asia/Tokyo or UTC", pattern: "^\\S+$") { text in
    LocalTime(identifier: text) == nil
      ? "is not a time zone. Write an IANA name such as Asia/Tokyo, or UTC." : nil
  }
}
