import EventLedger
import SubscriptionCore

/// The properties that an episode shares with many others: those of its subscription that metrics
/// are grouped by.
public struct EpisodeProperties: Hashable, Sendable {
  /// The store.
  public var store: Store
  /// The app.
  public var app: AppID?
  /// The product.
  public var product: ProductID
  /// The storefront's country.
  public var country: String?
  /// The labels of the account.
  public var tags: [String]

  /// The properties of a subscription.
  public init(_ summary: SubscriberSummary) {
    (store, app, product) = (summary.store, summary.app, summary.product)
    (country, tags) = (summary.country, summary.profile?.tags ?? [])
  }

  /// Reads what ``packed`` wrote; `nil` for anything else.
  public init?(packed bytes: some RandomAccessCollection<UInt8>) {
    let texts = PackedTexts.unpack(bytes)
    guard texts.count >= 4, let store = Store(rawValue: texts[0]) else { return nil }
    (self.store, product) = (store, ProductID(texts[1]))
    app = EpisodeProperties.present(texts[2]).map { AppID($0) }
    country = EpisodeProperties.present(texts[3])
    tags = Array(texts.dropFirst(4))
  }

  /// The properties as bytes, equal for equal ones.
  public var packed: [UInt8] {
    PackedTexts.pack(
      [
        store.rawValue, product.rawValue, app.map { "=" + $0.rawValue } ?? "",
        country.map { "=" + $0 } ?? "",
      ] + tags)
  }

  /// The text behind a mark that it is there.
  private static func present(_ text: String) -> String? {
    text.isEmpty ? nil : String(text.dropFirst())
  }
}

/// Prompts as bytes: eight for the instant, the lowest first, and one for the step.
public enum PackedPrompts {
  /// The number of bytes of a prompt.
  public static let stride = 9

  /// Packs prompts.
  public static func pack(_ prompts: [PromptCase.Shown]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(stride * prompts.count)
    for prompt in prompts {
      let instant = UInt64(bitPattern: prompt.at.milliseconds)
      for shift in Swift.stride(from: UInt64(0), to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: instant >> shift))
      }
      bytes.append(UInt8(clamping: prompt.step.rawValue))
    }
    return bytes
  }

  /// Unpacks prompts; a step that this build does not know is left out.
  public static func unpack(_ bytes: UnsafeRawBufferPointer) -> [PromptCase.Shown] {
    Swift.stride(from: 0, to: bytes.count - stride + 1, by: stride).compactMap { start in
      let instant = Int64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
      return PromptStep(rawValue: Int(bytes[start + stride - 1])).map {
        PromptCase.Shown(at: Timestamp(milliseconds: instant), step: $0)
      }
    }
  }
}

/// The properties of a subscription that stand beside each of its episodes.
public struct EpisodeOwner: Equatable, Sendable {
  /// The subscription's identifier.
  public let id: String
  /// The account.
  public let account: String?
  /// The packed ``EpisodeProperties``.
  public let properties: [UInt8]

  /// The properties of a row.
  public init(_ summary: SubscriberSummary) {
    (id, account) = (summary.id.rawValue, summary.account?.rawValue)
    properties = EpisodeProperties(summary).packed
  }
}

extension EpisodeRecord {
  /// Reads a row of `episodes` (``SQLTables/episodes``), but for what many rows share.
  public init(
    _ row: some SQLRow, _ kind: EpisodeClass, _ owner: EpisodeProperties, plan: BillingPeriod?,
    currency: String?
  ) {
    var episode = BillingEpisode(
      failedAt: row.time(0), enteredGrace: kind.enteredGrace, graceEnds: row.optionalTime(4),
      holdStartedAt: row.optionalTime(5), retryEnds: row.optionalTime(6), outcome: kind.outcome,
      endedAt: row.optionalTime(7), renewalDateKept: row.optionalInteger(8).map { $0 != 0 })
    (episode.isFirstPayment, episode.plan) = (row.integer(9) != 0, plan)
    if let currency, let micros = row.optionalInteger(11) {
      episode.price = Money(micros: micros, currency: currency)
    }
    if !row.isNull(13) { episode.prompts = PackedPrompts.unpack(row.buffer(13)) }
    self.init(
      subscription: SubscriptionID(row.text(14)), store: owner.store, app: owner.app,
      account: row.optionalText(15).map { AccountID($0) }, product: owner.product,
      country: owner.country, tags: owner.tags, episode: episode)
  }
}
