import EventLedger
import GRDB
import LedgerRows
import SubscriptionCore

/// Packs episodes into blocks, out of their table alone.
struct EpisodePacker {
  /// The shapes by their numbers; those of new episodes are added.
  private(set) var shapes: [EpisodeShape]
  /// The numbers by shape; who only reads blocks asks for none.
  private lazy var numbers = Dictionary(
    shapes.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  /// The numbers by the bytes that tell a shape.
  private var numbersByBytes = SharedValues<Int>()
  private var classes = SharedValues<EpisodeClass>()
  private var key: [UInt8] = []

  /// Creates a packer that knows some shapes.
  init(_ shapes: [EpisodeShape]) { self.shapes = shapes }

  private static let select = """
    SELECT failedAt, class, holdStartedAt, endedAt, isFirstPayment, prompts, id, properties, plan,
      price, currency
    FROM episodes WHERE failedAt BETWEEN ? AND ? ORDER BY failedAt, subscription, place
    """

  /// Packs the episodes that failed in a range, in milliseconds since 1970, and calls a closure
  /// with the beginning of each hour, its block and the shapes known so far, oldest first.
  mutating func pack(
    _ database: Database, _ range: ClosedRange<Int64>,
    _ body: (Timestamp, [UInt8], [EpisodeShape]) throws -> Void
  ) throws {
    let statement = try RawStatement(database, Self.select)
    statement.bind(range.lowerBound, at: 1)
    statement.bind(range.upperBound, at: 2)
    defer { statement.reset() }
    var block: (start: Timestamp, writer: EpisodeBlock.Writer)?
    while try statement.step() {
      let episode = try episode(statement)
      let start = EpisodeBlock.start(of: episode.failedAt)
      if let done = block, done.start != start {
        try body(done.start, done.writer.bytes, shapes)
        block = nil
      }
      if block == nil { block = (start, EpisodeBlock.Writer(from: start)) }
      block?.writer.add(
        episode, shape: try shape(statement),
        level: PromptEffect.Observations.level(of: statement.buffer(6)))
    }
    if let block { try body(block.start, block.writer.bytes, shapes) }
  }

  private mutating func episode(_ statement: RawStatement) throws -> BillingEpisode {
    let kind = classes.value(statement.buffer(1)) { bytes in
      EpisodeClass(name: String(decoding: bytes, as: UTF8.self))
    }
    guard let kind else { throw Self.damage }
    func instant(_ column: Int32) -> Timestamp? {
      statement.isNull(column) ? nil : Timestamp(milliseconds: statement.integer(column))
    }
    return BillingEpisode(
      failedAt: Timestamp(milliseconds: statement.integer(0)), enteredGrace: kind.enteredGrace,
      holdStartedAt: instant(2), outcome: kind.outcome, endedAt: instant(3),
      isFirstPayment: statement.integer(4) != 0,
      prompts: statement.isNull(5) ? [] : PackedPrompts.unpack(statement.buffer(5)))
  }

  private static let damage = DatabaseError(
    resultCode: .SQLITE_CORRUPT, message: "an episode is damaged")

  // MARK: Shapes

  /// Returns the number of an episode's shape.
  private mutating func shape(_ statement: RawStatement) throws -> Int {
    let properties = statement.buffer(7)
    key.removeAll(keepingCapacity: true)
    key += properties.prefix(EpisodeProperties.lengthWithoutTags(properties))
    for column in Int32(8)...10 {
      let bytes = statement.isNull(column) ? nil : statement.buffer(column)
      withUnsafeBytes(of: Int32(bytes.map(\.count) ?? -1)) { key += $0 }
      if let bytes { key += bytes }
    }
    let bytes = key
    if let known = bytes.withUnsafeBytes({ numbersByBytes.value($0) { _ in nil } }) {
      return known
    }
    guard let number = number(statement) else { throw Self.damage }
    return bytes.withUnsafeBytes { numbersByBytes.value($0) { _ in number } } ?? number
  }

  private mutating func number(_ statement: RawStatement) -> Int? {
    guard let owner = EpisodeProperties(packed: statement.buffer(7)) else { return nil }
    var shape = EpisodeShape(
      store: owner.store, app: owner.app, product: owner.product, country: owner.country)
    if !statement.isNull(8) { shape.plan = BillingPeriod(iso8601: statement.text(8)) }
    if !statement.isNull(9) {
      shape.price = Money(micros: statement.integer(9), currency: statement.text(10))
    }
    if let number = numbers[shape] { return number }
    guard shapes.count < EpisodeBlock.shapesMax else { return nil }
    numbers[shape] = shapes.count
    shapes.append(shape)
    return shapes.count - 1
  }
}

extension EpisodeProperties {
  /// Returns the number of the bytes before the tags, of properties that ``packed`` wrote.
  static func lengthWithoutTags(_ bytes: UnsafeRawBufferPointer) -> Int {
    var length = 0
    for _ in 0..<4 where length + 4 <= bytes.count {
      length +=
        4
        + Int(
          UInt32(
            littleEndian: bytes.loadUnaligned(
              fromByteOffset: length, as: UInt32.self)))
    }
    return min(length, bytes.count)
  }
}

extension EpisodeShape {
  /// The shape as bytes.
  var packed: [UInt8] {
    func present(_ text: String?) -> String { text.map { "=" + $0 } ?? "" }
    return PackedTexts.pack([
      store.rawValue, product.rawValue, present(app?.rawValue), present(country),
      present(plan?.description), present(price.map { String($0.micros) }),
      price?.currency ?? "",
    ])
  }

  /// Reads what ``packed`` wrote; `nil` for anything else.
  init?(packed bytes: some RandomAccessCollection<UInt8>) {
    let texts = PackedTexts.unpack(bytes)
    guard texts.count == 7, let store = Store(rawValue: texts[0]) else { return nil }
    func present(_ place: Int) -> String? {
      texts[place].isEmpty ? nil : String(texts[place].dropFirst())
    }
    self.init(
      store: store, app: present(2).map { AppID($0) }, product: ProductID(texts[1]),
      country: present(3), plan: present(4).flatMap { BillingPeriod(iso8601: $0) })
    if let micros = present(5).flatMap({ Int64($0) }) {
      price = Money(micros: micros, currency: texts[6])
    }
  }
}
