import Dispatch
import EventLedger
import Glibc
import SubscriptionCore
import Synchronization

extension Intake {
  /// Imports a file of any length, in constant memory.
  ///
  /// Documents are recognised by shape: one JSON document over any number of lines, an array of
  /// documents, a document a line, bare compact JWS lines, and any mixture. Refused messages are
  /// kept in quarantine and never stop the rest. One document may have 16 MiB; an array of
  /// documents and a file may have any length.
  ///
  /// - Parameters:
  ///   - path: The file; `-` for standard input.
  ///   - now: The present.
  ///   - stopwatch: The time since any fixed instant, for ``ImportReport/elapsed``.
  ///   - progress: Called after each transaction.
  /// - Returns: The counts and refusals. Where reading or storing failed on the way, they are of
  ///   what was stored before, and ``ImportReport/failure`` has the error.
  /// - Throws: ``ImportError`` when nothing could be read, or nothing stored.
  public func importFile(
    _ path: String, now: Timestamp, stopwatch: @Sendable () -> Duration = { .zero },
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    if path == "-" {
      return try await importDescriptor(
        STDIN_FILENO, named: InputEncoding.standardInput, now: now, stopwatch: stopwatch,
        progress: progress)
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ImportError(errno: errno, path: path) }
    defer { close(descriptor) }
    return try await importDescriptor(
      descriptor, named: path, now: now, stopwatch: stopwatch, progress: progress)
  }

  /// Imports from an open file descriptor, named in refusals, until its end, as
  /// ``importFile(_:now:stopwatch:progress:)`` does; the caller closes it.
  ///
  /// - Throws: ``ImportError`` when nothing could be read, or nothing stored.
  public func importDescriptor(
    _ descriptor: Int32, named name: String, now: Timestamp,
    stopwatch: @Sendable () -> Duration = { .zero },
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws(ImportError) -> ImportReport {
    let begun = stopwatch()
    let source = try DocumentSource(descriptor: descriptor, name: name)
    let feed = BatchChannel()
    let ledger = ledger
    var counter = ImportWriter(now: now, bytesTotal: source.bytesTotal)
    async let stored = Self.storing(feed, in: ledger, counter, tell: progress)
    let failure = await read(source, now: now, into: feed)
    feed.end()
    counter = await stored
    let ended = feed.failure.map(ImportError.ledger) ?? failure
    if let ended, counter.report.read == 0 { throw ended }
    if ended == nil { progress(counter.progress) }
    counter.finish(after: stopwatch() - begun, failure: ended)
    return counter.report
  }

  /// Stores the batches of a channel, on a thread that may block.
  private static func storing(
    _ feed: BatchChannel, in ledger: any Ledger, _ counter: ImportWriter,
    tell: @escaping @Sendable (ImportProgress) -> Void
  ) async -> ImportWriter {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        var counter = counter
        let latest = Mutex(counter.progress)
        func tellMade(_ share: Int) {
          var progress = latest.withLock(\.self)
          progress.indexesMade = share
          tell(progress)
        }
        do throws(LedgerError) {
          try ledger.bulkLoad(making: tellMade) { () throws(LedgerError) in
            try counter.store(feed, in: ledger) { progress in
              latest.withLock { $0 = progress }
              tell(progress)
            }
          }
        } catch {
          feed.fail(error)
        }
        done.resume(returning: counter)
      }
    }
  }

  /// Reads and verifies chunks on all cores, and sends the batches in the order of the input.
  ///
  /// At most ``chunksInFlight`` chunks are held at once, so memory does not grow with the input.
  ///
  /// - Returns: The error that ended reading; batches before it are sent.
  private func read(
    _ source: DocumentSource, now: Timestamp, into feed: BatchChannel
  ) async -> ImportError? {
    var source = source
    let origin = source.name
    var readers = (0..<Self.chunksInFlight).map { _ in takeReader() }
    var batch = GatheredBatch()
    let failure: ImportError? = await withTaskGroup(of: ParsedChunk.self) { group in
      var (started, finished) = (0, 0)
      var waiting: [Int: ParsedChunk] = [:]
      var isAtEnd = false
      do throws(ImportError) {
        while true {
          while !isAtEnd, let reader = readers.popLast() {
            if started > finished || !batch.isEmpty, source.isPaused() {
              readers.append(reader)
              break
            }
            guard let chunk = try source.next() else {
              readers.append(reader)
              isAtEnd = true
              break
            }
            let number = started
            started += 1
            group.addTask { ParsedChunk(number, chunk, origin: origin, now: now, reader: reader) }
          }
          guard finished < started else {
            if isAtEnd { return nil }
            // The input pauses and everything before is parsed: it is stored now.
            try batch.flush(to: feed)
            continue
          }
          while waiting[finished] == nil, let read = await group.next() {
            waiting[read.number] = read
          }
          guard let read = waiting.removeValue(forKey: finished) else { return nil }
          finished += 1
          readers.append(read.reader)
          try batch.add(read, to: feed)
        }
      } catch {
        group.cancelAll()
        return error
      }
    }
    readers.forEach(giveBack)
    do throws(ImportError) { try batch.flush(to: feed) } catch { return error }
    return failure
  }

  /// The number of chunks of about 256 KiB that are read ahead of the ledger.
  static let chunksInFlight = 4
}

/// The parsed messages that are not sent yet.
private struct GatheredBatch {
  private var batch = ParsedBatch()
  private var byteCount = 0

  /// Messages of one batch, which are sorted together before they are stored.
  private static let itemsMin = 1_000
  /// Bytes of payload of one batch, which bounds the memory.
  private static let bytesMin = 2 << 20

  /// A Boolean value that indicates whether nothing waits to be sent.
  var isEmpty: Bool { byteCount == 0 }

  /// Adds a chunk, and sends a batch when there is enough.
  mutating func add(_ chunk: ParsedChunk, to feed: BatchChannel) throws(ImportError) {
    batch.append(chunk.batch)
    byteCount += chunk.byteCount
    guard batch.items.count >= Self.itemsMin || batch.byteCount >= Self.bytesMin else { return }
    try flush(to: feed)
  }

  /// Sends what there is.
  mutating func flush(to feed: BatchChannel) throws(ImportError) {
    guard byteCount > 0 else { return }
    let (full, bytes) = (batch, byteCount)
    (batch, byteCount) = (ParsedBatch(), 0)
    try feed.put(full, byteCount: bytes)
  }
}

extension ImportError {
  /// The error of a failed system call.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing(path: path)
    case EISDIR: self = .directory(path: path)
    case EACCES, EPERM: self = .notPermitted(path: path)
    default: self = .unreadable(path: path, detail: String(cString: strerror(code)))
    }
  }
}
