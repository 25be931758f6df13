import EventLedger
import Foundation

extension LedgerAddress {
  /// The name under which the state folder keeps what belongs to the ledger: the file's true path,
  /// or the server without any secret.
  var stateKey: String {
    isServer ? shown : URL(fileURLWithPath: text).resolvingSymlinksInPath().path
  }

  /// A Boolean value that indicates whether the ledger may still be there; of a server nobody
  /// knows without asking it.
  var mayExist: Bool { isServer || LedgerLocation.exists(text) }
}
