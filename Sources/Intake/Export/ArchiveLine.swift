import EventLedger
import StorePayloads
import SubscriptionCore

/// One entry as one line of an archive.
enum ArchiveLine {
  /// The line with its line feed.
  ///
  /// What is an archive record or an action already stays as it is; the rest is wrapped with its
  /// store and the time it was heard.
  static func line(of entry: LedgerEntry) -> [UInt8] {
    let raw = flattened(entry.raw)
    let keys = TopLevelKeys(raw).names
    if keys.contains("action") { return raw + lineFeed }
    let receivedAt = "\"receivedAt\":\"\(entry.receivedAt.rfc3339)\","
    if keys.contains("store") {
      guard !keys.contains("receivedAt"), let brace = raw.firstIndex(of: UInt8(ascii: "{")) else {
        return raw + lineFeed
      }
      return raw[...brace] + Array(receivedAt.utf8) + raw[(brace + 1)...] + lineFeed
    }
    let store = "{\"store\":\"\(store(of: entry).rawValue)\",\(receivedAt)\"body\":"
    let isJSON = raw.first == UInt8(ascii: "{") || raw.first == UInt8(ascii: "[")
    let quote = isJSON ? [] : [UInt8(ascii: "\"")]
    return Array(store.utf8) + quote + raw + quote + [UInt8(ascii: "}")] + lineFeed
  }

  private static let lineFeed = [UInt8(ascii: "\n")]

  /// The payload without white space around it and without line breaks, which JSON does not need.
  private static func flattened(_ raw: [UInt8]) -> [UInt8] {
    var bytes = raw[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    while let first = bytes.first, first <= 0x20 { bytes = bytes.dropFirst() }
    while let last = bytes.last, last <= 0x20 { bytes = bytes.dropLast() }
    guard bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return Array(bytes) }
    return bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }

  private static func store(of entry: LedgerEntry) -> Store {
    switch PayloadFormat(rawValue: entry.format) {
    case .googlePlayNotification, .googlePlaySubscription, .googlePlaySubscriptionV1,
      .googlePlayVoidedPurchase:
      .googlePlay
    case .appStoreNotification, .appStoreNotificationV1, .appStoreTransaction,
      .appStoreRenewalInfo, .appStoreStatus, .appStoreReceipt, .action, nil:
      .appStore
    }
  }
}

/// The names of the fields of a JSON object, without those of the objects inside it.
struct TopLevelKeys {
  /// The names, as written.
  private(set) var names: Set<String> = []

  /// Looks at the brackets and strings of a JSON text; anything else has no names.
  ///
  /// - Complexity: O(*n*).
  init(_ bytes: [UInt8]) {
    guard bytes.first == UInt8(ascii: "{") else { return }
    var (depth, position, last) = (0, 0, UInt8(0))
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let begun = position + 1
        position = Self.close(bytes, from: begun)
        if depth == 1, last == UInt8(ascii: "{") || last == UInt8(ascii: ",") {
          names.insert(String(decoding: bytes[begun..<position], as: UTF8.self))
        }
      default: break
      }
      if byte > 0x20 { last = byte }
      position += 1
    }
  }

  private static func close(_ bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count)
  }
}
