import EventLedger
import LedgerContract
import StorePayloads
import SubscriptionCore

@testable import Intake

extension FuzzTarget {
  /// A file to be imported: where documents end must not depend on how its bytes arrive.
  static let importFile = FuzzTarget("import") { input in
    guard let size = input.first.map({ Int($0) + 1 }) else { return }
    let file = Array(input.dropFirst())
    let whole = documents(of: file, by: file.count + 1)
    try demand(
      documents(of: file, by: size), equals: whole, "in pieces of \(size), it is other documents")
    let ledger = MemoryLedger(policy: .standard)
    let intake = Intake(ledger: ledger, trust: TrustPolicy(mode: .off))
    for document in whole where document.problem == nil {
      _ = try intake.take(
        Array(file[document.range]), origin: "file", now: Aftermath.now)
    }
    try Aftermath.examine(ledger)
  }

  /// The documents of a file that arrives in pieces, each with its place in the file.
  private static func documents(of file: [UInt8], by size: Int) -> [DocumentSplitter.Piece] {
    var splitter = DocumentSplitter(bytesMax: 2_048)
    var found: [DocumentSplitter.Piece] = []
    var (known, done) = (0, 0)
    while true {
      known = min(file.count, known + size)
      let isEnd = known == file.count
      let (pieces, consumed) = splitter.split(Array(file[done..<known]), isEnd: isEnd)
      found += pieces.map { piece in
        var piece = piece
        piece.range = piece.range.lowerBound + done..<piece.range.upperBound + done
        return piece
      }
      done += consumed
      if isEnd { return found }
    }
  }
}
