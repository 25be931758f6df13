import SubscriptionCore

/// The users of the scenarios that people are shown: they have the same names in every world.
extension Scenario {
  /// A user's name, the beginning of the mail address, and the country.
  private var user: (name: String, mail: String, country: Country)? {
    switch self {
    case .chargedTwice, .chargedTwiceAgain: ("Mira Castellano", "mira.castellano", .unitedStates)
    case .unacknowledged: ("Tomás Ferreira", "tomas.ferreira", .brazil)
    case .cancellationScheduled: ("Greta Lindholm", "greta.lindholm", .germany)
    case .upgraded: ("林 紀子", "noriko.hayashi", .japan)
    case .graceEnding: ("Priya Raman", "priya.raman", .unitedStates)
    case .playHold: ("Oskar Brandt", "oskar.brandt", .germany)
    case .pending, .renewalPending, .grace, .graceWithoutDate, .hold, .holdEnding, .ranOut,
      .paused, .canceled, .leftVoluntarily, .refunded, .familyRevoked, .priceUnanswered,
      .productUnavailable, .developerEnded, .superseded, .boughtAnewInHold, .unheardOf,
      .playGrace:
      nil
    }
  }

  /// The index of the member of the population with this scenario.
  private var index: Int { rawValue * 3 + 1 }

  /// Returns the user of the scenario, for a user who was generated for its index.
  func person(_ generated: Person, seed: UInt64) -> Person {
    var person = generated
    if self == .chargedTwiceAgain {
      var rng = SeededRNG(seed: seed, stream: Scenario.chargedTwice.index)
      person = Person(rng: &rng)
    }
    guard let user else { return person }
    person.country = user.country
    person.profile.name = user.name
    person.profile.email = "\(user.mail)@example.com"
    person.profile.timezone = user.country.timezone
    return person
  }
}
