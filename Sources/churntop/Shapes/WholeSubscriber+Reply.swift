import Dashboard
import ProgramConventions
import SubscriptionCore

/// The reply to the customer.
extension WholeSubscriber {
  /// A reply with its parameters.
  struct Reply {
    /// The text.
    let text: String
    /// The situation that it explains.
    let situation: ReplyKey
    let language: String
    /// The time zone of its dates.
    let zone: DisplayZone

    /// Returns the reply as JSON.
    func json(_ whole: WholeSubscriber) -> JSON {
      [
        "id": JSON(whole.subscriber.id), "asOf": JSON(whole.now),
        "situation": .string(situation.rawValue), "language": .string(language),
        "timezone": .string(zone.name), "reply": .string(text),
      ]
    }
  }

  /// Returns the reply to the customer in the customer's language and time zone.
  ///
  /// - Parameters:
  ///   - files: The templates of each language.
  ///   - language: The language; `nil` for that of the storefront's country.
  ///   - fallback: The time zone if the app has not provided the customer's own.
  ///   - isNamed: Whether the reply addresses the customer by name.
  /// - Returns: The reply.
  /// - Throws: A `CommandError` if the language does not exist.
  func reply(
    _ files: ReplyFiles, language: String?, zone fallback: DisplayZone, isNamed: Bool = true
  ) throws(CommandError) -> Reply {
    let templates = try files.templates(language: language, country: row.country)
    let own = row.profile.flatMap { profile in
      profile.timezone.isEmpty ? nil : SystemZones.zone(named: profile.timezone)
    }
    let zone = own ?? fallback
    let reply = CustomerReply(
      about: subscriber, at: now, policy: policy, in: zone,
      to: isNamed ? row.profile?.name ?? "" : "", productName: productName)
    return Reply(
      text: DisplayText.sanitizedLines(reply.text(templates)), situation: reply.key,
      language: templates.language, zone: zone)
  }

  /// Returns the display name of a product; every reply uses it.
  private func productName(_ product: ProductID) -> String {
    let key = ProductKey(store: subscriber.store, app: subscriber.app, product: product)
    return policy.products.displayName(of: key) ?? product.readable(in: subscriber.app)
  }
}
