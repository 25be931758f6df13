import PlainText
import SubscriptionCore

/// Stand-ins for personal data: the same account always gets the same ones.
public enum Masking {
  private static let names = [
    "Alder", "Aspen", "Birch", "Briar", "Cedar", "Clover", "Dahlia", "Elm", "Fern", "Gorse",
    "Hazel", "Heather", "Iris", "Ivy", "Jasmine", "Juniper", "Laurel", "Lilac", "Linden", "Maple",
    "Myrtle", "Olive", "Poppy", "Reed", "Rowan", "Sage", "Sorrel", "Tansy", "Thyme", "Violet",
    "Willow", "Yarrow",
  ]

  /// A profile with a stand-in for the name, the beginning of the mail address, and all else.
  public static func profile(_ profile: AccountProfile) -> AccountProfile {
    var masked = profile
    if !profile.name.isEmpty { masked.name = name(of: profile.account) }
    masked.email = email(profile.email, mark: "*")
    return masked
  }

  /// A plant and a letter that stand for a name, behind an asterisk: no user is called so.
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
