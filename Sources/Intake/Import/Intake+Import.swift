import EventLedger
import Glibc
import SubscriptionCore

extension Intake {
  /// Takes a file in, however long, with flat memory.
  ///
  /// Documents are recognised by shape: one JSON document over any number of lines, an array of
  /// documents, a document a line, bare compact JWS lines, and any mixture. What is refused is
  /// kept in quarantine and never stops the rest. One document may have 16 MiB; an array of
  /// documents and a file may have any length.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for standard input.
  ///   - now: The present.
  ///   - stopwatch: The time since any fixed instant, for ``ImportReport/elapsed``.
  ///   - progress: Called after each batch.
  /// - Returns: What became of every message.
  /// - Throws: ``ImportError`` when the file cannot be read or the ledger cannot take it; what was
  ///   stored before stays stored, whole.
  public func importFile(
    _ path: String, now: Timestamp, stopwatch: @Sendable () -> Duration = { .zero },
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    if path == "-" {
      return try await importDescriptor(
        STDIN_FILENO, named: "standard input", now: now, stopwatch: stopwatch, progress: progress)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ImportError(errno: errno, path: path) }
    defer { close(descriptor) }
    return try await importDescriptor(
      descriptor, named: path, now: now, stopwatch: stopwatch, progress: progress)
  }

  /// Takes in what an open file descriptor gives until its end; the caller closes it.
  ///
  /// - Parameters:
  ///   - descriptor: The open file descriptor: a file, a pipe, standard input.
  ///   - name: What to call it in refusals.
  ///   - now: The present.
  ///   - stopwatch: The time since any fixed instant, for ``ImportReport/elapsed``.
  ///   - progress: Called after each batch.
  /// - Returns: What became of every message.
  /// - Throws: ``ImportError`` when it cannot be read or the ledger cannot take it.
  public func importDescriptor(
    _ descriptor: Int32, named name: String, now: Timestamp,
    stopwatch: @Sendable () -> Duration = { .zero },
    progress: @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    let begun = stopwatch()
    let source = try DocumentSource(descriptor: descriptor, name: name)
    var tally = ImportTally(intake: self, now: now, bytesTotal: source.bytesTotal)
    try await read(source, now: now) { (batch, bytes) throws(LedgerError) in
      if try tally.add(batch, bytes: bytes) { progress(tally.progress) }
    }
    do throws(LedgerError) { try tally.flush() } catch { throw .ledger(error) }
    progress(tally.progress)
    tally.report.elapsed = stopwatch() - begun
    return tally.report
  }

  /// Reads and verifies chunks on all cores, and hands the batches over in the order of the input.
  ///
  /// At most ``chunksInFlight`` chunks are held at once, so memory does not grow with the input.
  private func read(
    _ source: consuming DocumentSource, now: Timestamp,
    _ body: (ReadBatch, Int) throws(LedgerError) -> Void
  ) async throws(ImportError) {
    var source = source
    let origin = source.name
    var readers = (0..<Self.chunksInFlight).map { _ in takeReader() }
    let failure: ImportError? = await withTaskGroup(of: ReadChunk.self) { group in
      var (started, finished) = (0, 0)
      var waiting: [Int: ReadChunk] = [:]
      var isAtEnd = false
      do throws(ImportError) {
        while true {
          while !isAtEnd, let reader = readers.popLast() {
            guard let chunk = try source.next() else {
              readers.append(reader)
              isAtEnd = true
              break
            }
            let number = started
            started += 1
            group.addTask {
              ReadChunk(number, chunk, origin: origin, now: now, reader: reader)
            }
          }
          guard finished < started else { return nil }
          while waiting[finished] == nil, let read = await group.next() {
            waiting[read.number] = read
          }
          guard let read = waiting.removeValue(forKey: finished) else { return nil }
          finished += 1
          readers.append(read.reader)
          do throws(LedgerError) { try body(read.batch, read.byteCount) } catch {
            throw ImportError.ledger(error)
          }
        }
      } catch {
        group.cancelAll()
        return error
      }
    }
    readers.forEach(giveBack)
    if let failure { throw failure }
  }

  /// How many chunks of about half a megabyte are read ahead of the ledger.
  static let chunksInFlight = 4
}

extension ImportError {
  /// The error of a failed system call.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing(path: path)
    case EISDIR: self = .directory(path: path)
    case EACCES, EPERM: self = .notPermitted(path: path)
    default:
      self = .unreadable(path: path, detail: String(cString: strerror(code)))
    }
  }
}
