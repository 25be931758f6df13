import EventLedger
import Foundation
import GRDB
import LedgerRows

extension LedgerError {
  /// The error of the ledger for an error of the database.
  init(_ error: any Error, at path: String) {
    switch error {
    case let error as LedgerError: self = error
    case let error as DatabaseError: self.init(error, at: path)
    case is DisorderError, is UnreadableCatalogueError:
      self = .unreadable(location: path, detail: "\(error)")
    case let error as CodecError:
      self = .failed(location: path, detail: "a stored value cannot be read (\(error))")
    case let error as CocoaError:
      self = .unavailable(location: path, detail: error.localizedDescription)
    default: self = .failed(location: path, detail: "\(error)")
    }
  }

  private init(_ error: DatabaseError, at path: String) {
    let detail = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(location: path)
    case .SQLITE_INTERRUPT: self = .canceled(location: path)
    // What readers share lies in a file as well, which a full disk cannot make longer.
    case .SQLITE_FULL: self = .full(location: path)
    case _ where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .full(location: path)
    case .SQLITE_READONLY: self = .readOnly(location: path)
    case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
      self = .unavailable(location: path, detail: detail)
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .unreadable(location: path, detail: detail)
    default: self = .failed(location: path, detail: detail)
    }
  }
}
