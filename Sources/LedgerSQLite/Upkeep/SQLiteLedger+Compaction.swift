import EventLedger
import GRDB

extension SQLiteLedger {
  /// Compresses the payloads that earlier versions stored, batch by batch while others write on,
  /// and writes the file anew without free room, for which others wait.
  public func compact(
    progress: (LedgerCompaction.Step) -> Void
  ) throws(LedgerError) -> LedgerCompaction? {
    let before = try read(SQLiteLedger.pageBytes)
    let last = try lastPosition()
    var (place, payloads, told) = (Optional<LedgerPosition>(0), 0, -1)
    while let done = place {
      let share = last == 0 ? 100 : Int(done * 100 / last)
      if share > told { progress(.compressing(share: share)) }
      told = max(told, share)
      payloads += try write { database in
        try StoredPayloads.compressNext(database, after: &place)
      }
    }
    progress(.givingBack)
    try writeAnew()
    return LedgerCompaction(
      payloads: payloads, bytesBefore: before, bytesAfter: try read(SQLiteLedger.pageBytes))
  }
}
