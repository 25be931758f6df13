import SubscriptionCore

/// A user of the simulated app, with the app's profile of the account.
struct Person: Hashable, Sendable {
  /// The app's profile of the account.
  var profile: AccountProfile
  /// The country of residence, which determines language, currency and price.
  var country: Country

  /// Generates a user.
  init(rng: inout SeededRNG) {
    country = rng.pick(Country.allCases, weighted: \.weight)
    let (given, family) = (rng.pick(country.givenNames), rng.pick(country.familyNames))
    let account = rng.uuid()
    profile = AccountProfile(
      account: AccountID(account),
      name: country.familyNameFirst
        ? "\(family.written) \(given.written)" : "\(given.written) \(family.written)",
      email: "\(given.latin).\(family.latin)\(rng.number(in: 1...99))@example.com",
      tags: Self.tags(&rng), timezone: country.timezone)
  }

  /// Generates the user of a member of a population, who may have a scenario.
  init(index: Int, seed: UInt64, _ scenario: Scenario?) {
    var rng = SeededRNG(seed: seed, stream: index)
    self.init(rng: &rng, scenario, seed: seed)
  }

  /// Generates the user of a member of a population from its stream.
  init(rng: inout SeededRNG, _ scenario: Scenario?, seed: UInt64) {
    let generated = Person(rng: &rng)
    self = scenario?.person(generated, seed: seed) ?? generated
  }

  private static func tags(_ rng: inout SeededRNG) -> [String] {
    var tags: [String] = []
    if rng.happens(60) { tags.append("vip") }
    if rng.happens(90) { tags.append("student") }
    if rng.happens(40) { tags.append("press") }
    if rng.happens(120) { tags.append("early-bird") }
    return tags
  }
}

/// A name in its own script, and in the Latin letters of a mail address.
struct PersonalName: Hashable, Sendable {
  let written: String
  let latin: String

  init(_ written: String, _ latin: String) { (self.written, self.latin) = (written, latin) }

  /// Creates a name that is written in plain Latin letters.
  init(_ name: String) { (written, latin) = (name, name.lowercased()) }
}
