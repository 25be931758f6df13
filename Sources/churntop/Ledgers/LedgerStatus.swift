import EventLedger
import ProgramConventions
import SubscriptionCore

/// The state of a ledger as a whole, for `churntop ledger status`.
struct LedgerStatus {
  private let session: Session
  private let isDistributed: Bool
  private let entries: Int
  private let erasures: [LedgerErasure]
  private let subscribers: Int
  private let standsAt: Timestamp?
  private let isOfPolicy: Bool
  private let adopted: AdoptedPolicy?
  private let lease: LedgerLease?
  private let sizes: LedgerSizes?
  private let prunings: [PayloadPruning]

  /// Reads the state without changing anything; with sizes, all pages of a file.
  init(_ session: Session, hasSizes: Bool) throws {
    let ledger = try session.open(.inspecting)
    self.session = session
    isDistributed = try LedgerEngine.isDistributed(ledger)
    entries = try ledger.entryCount()
    subscribers = try ledger.count(nil)
    standsAt = try ledger.advancedTo()
    lease = try ledger.lease()
    erasures = try ledger.erasures()
    prunings = try ledger.prunings()
    sizes = hasSizes ? LedgerSizes(items: try ledger.sizes(), subscribers: subscribers) : nil
    isOfPolicy = ledger.rebuildState != .outdated
    adopted = try LedgerEngine.adoptedPolicy(of: ledger)
  }

  private var engine: String { session.address.isServer ? "PostgreSQL" : "SQLite" }

  /// The state as JSON.
  var json: JSON {
    let behind = standsAt.map { max(0, (session.now - $0).wholeMilliseconds / 1_000) }
    return [
      "ledger": .string(session.path), "engine": .string(engine),
      "distributed": .bool(isDistributed), "entries": JSON(entries),
      "subscribers": JSON(subscribers), "standsAt": JSON(standsAt),
      "behindSeconds": behind.map(JSON.integer) ?? .null,
      "followsConfiguration": .bool(isOfPolicy),
      "rules": adopted.map { adopted in
        ["version": JSON(adopted.version), "at": JSON(adopted.at), "by": .string(adopted.by)]
      } ?? .null,
      "daemon": lease.map { lease in
        [
          "host": .string(lease.owner.host), "process": .integer(Int64(lease.owner.process)),
          "since": JSON(lease.since), "until": JSON(lease.until),
        ]
      } ?? .null,
      "erasures": .array(
        erasures.map { erasure in
          [
            "at": JSON(erasure.at), "actor": .string(erasure.actor),
            "entries": JSON(erasure.entryCount),
          ]
        }),
      "prunings": .array(prunings.map(PruningWords.json)),
      "sizes": sizes?.json ?? .null,
    ]
  }

  /// The state in lines.
  var text: [String] {
    let time = session.time
    let whose = isOfPolicy ? "those of this configuration" : "others than this configuration's"
    let setting = adopted.map { adopted in
      ", version \(adopted.version), set \(time.second(adopted.at)) by \(adopted.by)"
    }
    let daemon = lease.map { lease in
      let verb = lease.until > session.now ? "until" : "ended"
      return "\(lease.owner) since \(time.second(lease.since)), \(verb) \(time.second(lease.until))"
    }
    var lines = [
      ("ledger", session.path), ("engine", isDistributed ? "\(engine), distributed" : engine),
      ("entries", CountText.grouped(entries)),
      ("subscribers", CountText.grouped(subscribers)),
      ("as of", standsAt.map(time.second) ?? "nothing yet"), ("rules", whose + (setting ?? "")),
      ("churntopd", daemon ?? "none queries the stores"),
    ]
    lines += erasures.map { erasure in
      let words = CountText.of(erasure.entryCount, "entry", "entries")
      return ("erased", "\(words) at \(time.second(erasure.at)) by \(erasure.actor)")
    }
    lines += PruningWords.sentences(session, prunings).map { ("pruned", $0) }
    return lines.map { name, value in
      name.padded(to: 13) + DisplayText.sanitized(value)
    } + (sizes.map { [""] + $0.text } ?? [])
  }
}
