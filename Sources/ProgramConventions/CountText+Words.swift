import SubscriptionCore

extension CountText {
  /// Returns a number with what it counts, for example `1 entry` and `1,204 entries`.
  public static func of(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    grouped(number) + " " + (number == 1 ? one : many ?? one + "s")
  }
}
