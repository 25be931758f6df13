import SubscriptionCore

/// Showing one masked person without showing everybody.
extension DashboardModel {
  /// Shows, or hides again, the person of the subscriber that is open.
  mutating func toggleReveal() {
    guard let id = detail?.id else { return }
    guard settings.masksPersonalData else {
      tell("Names and mail addresses are shown already; ^g hides them.")
      return
    }
    revealed = revealed == id ? nil : id
    tell(
      revealed == nil
        ? "Hidden again." : "This subscriber's name and mail address are shown until you go on.")
  }

  /// Whether a subscription's person is hidden.
  func masks(_ id: SubscriptionID) -> Bool { settings.masksPersonalData && id != revealed }
}
