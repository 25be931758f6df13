import EventLedger
import PlainText
import SubscriptionCore

/// Stand-ins for personal data: the same account always gets the same ones.
public enum Masking {
  /// The fields of subscribers that are masked.
  public static let fields: Set<SubscriberField> = [.name, .email]

  private static let names = [
    "Alder", "Aspen", "Birch", "Briar", "Cedar", "Clover", "Dahlia", "Elm", "Fern", "Gorse",
    "Hazel", "Heather", "Iris", "Ivy", "Jasmine", "Juniper", "Laurel", "Lilac", "Linden", "Maple",
    "Myrtle", "Olive", "Poppy", "Reed", "Rowan", "Sage", "Sorrel", "Tansy", "Thyme", "Violet",
    "Willow", "Yarrow",
  ]

  /// A profile with a stand-in for the name and a shortened mail address.
  public static func profile(_ profile: AccountProfile) -> AccountProfile {
    var masked = profile
    if !profile.name.isEmpty { masked.name = name(of: profile.account) }
    masked.email = email(profile.email, mark: "*")
    return masked
  }

  /// A row with the masked profile.
  public static func row(_ row: SubscriberSummary) -> SubscriberSummary {
    var masked = row
    masked.profile = row.profile.map(profile)
    return masked
  }

  /// A stand-in for a name: an asterisk, a plant and a letter.
  static func name(of account: AccountID) -> String {
    let hash = FNV1a.hash(account.rawValue.utf8)
    let letter = Character(Unicode.Scalar(UInt8(65 + hash / 32 % 26)))
    return "*" + names[Int(hash % UInt64(names.count))] + " " + String(letter) + "."
  }

  /// The first letter and the domain of a mail address.
  static func email(_ address: String, mark: Character) -> String {
    guard let at = address.lastIndex(of: "@"), let first = address.first else { return "" }
    return String(first) + String(repeating: mark, count: 3) + address[at...]
  }
}

/// The person of one masked subscriber, shown without showing everybody.
extension DashboardModel {
  /// Shows, or hides again, the person of the subscriber that is open.
  mutating func toggleReveal() {
    guard let id = detail?.id else { return }
    guard settings.audit != .hidden else { return tell(settings.hidingReason, .warning) }
    guard settings.masksPersonalData else {
      tell("Names and mail addresses are shown already; \(key(.mask)) hides them.")
      return
    }
    appearance.revealed = appearance.revealed == id ? nil : id
    tell(
      appearance.revealed == nil
        ? "Hidden again."
        : "This subscriber's name and mail address are shown until you go on." + unrecordedNote)
  }

  /// Returns a Boolean value that indicates whether a subscription's person is hidden.
  func masks(_ id: SubscriptionID) -> Bool {
    settings.masksPersonalData && id != appearance.revealed
  }
}
