import Dashboard
import ProgramConventions
import SubscriptionCore

/// A reply to the customer.
extension WholeSubscriber {
  /// A reply with what it was made of.
  struct Reply {
    /// The words.
    let text: String
    /// The situation that they tell of.
    let situation: ReplyKey
    /// The language.
    let language: String
    /// The zone of its dates.
    let zone: DisplayZone

    /// The reply as JSON.
    func json(_ whole: WholeSubscriber) -> JSON {
      [
        "id": JSON(whole.subscriber.id), "asOf": JSON(whole.now),
        "situation": .string(situation.rawValue), "language": .string(language),
        "timezone": .string(zone.name), "reply": .string(text),
      ]
    }
  }

  /// What to write to the customer, in her language and her time zone.
  ///
  /// - Parameters:
  ///   - files: The words of each language.
  ///   - language: The language; `nil` for that of the storefront's country.
  ///   - fallback: The zone where the app has not told the customer's own.
  ///   - isNamed: Whether the customer is called by name.
  /// - Returns: The reply.
  /// - Throws: A ``CommandError`` where there is no such language.
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

  /// The name by which customers know a product; the one place where it comes from.
  private func productName(_ product: ProductID) -> String {
    let key = ProductKey(store: subscriber.store, app: subscriber.app, product: product)
    return policy.products.displayName(of: key) ?? product.readable(in: subscriber.app)
  }
}
