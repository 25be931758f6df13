import Hummingbird
import NIOCore
import Synchronization

/// Reads the bodies of requests within the limits of one, and of all together.
final class BodyReader: Sendable {
  private let limits: WebLimits
  private let watch: ReadDeadlines
  private let held: HeldBytes

  /// How many bytes of bodies several readers hold together.
  private final class HeldBytes: Sendable {
    let count = Mutex(0)
  }

  /// Why a body was not read.
  enum Problem: Error {
    /// It is longer than one may be.
    case tooLarge
    /// All bodies together are longer than they may be.
    case tooMany
    /// It ended too early or did not end in time.
    case broken
  }

  /// Creates a reader; one that follows another shares what both may hold.
  init(_ limits: WebLimits, _ watch: ReadDeadlines, after former: BodyReader? = nil) {
    (self.limits, self.watch, held) = (limits, watch, former?.held ?? HeldBytes())
  }

  /// How many bytes of bodies are held at present.
  var bytesHeld: Int { held.count.withLock { $0 } }

  /// Reads a body and hands it on; its bytes count as held until that is done.
  func withBody<Result: Sendable>(
    of request: Request, _ context: WebContext, _ use: ([UInt8]) async -> Result
  ) async throws(Problem) -> Result {
    var taken = 0
    defer { release(taken) }
    let body = try await read(request, context, taken: &taken)
    return await use(body)
  }

  private func read(
    _ request: Request, _ context: WebContext, taken: inout Int
  ) async throws(Problem) -> [UInt8] {
    let stated = request.headers[.contentLength].flatMap { Int($0) }
    if let stated, stated > limits.bodyMax { throw .tooLarge }
    context.body.begin()
    let ticket = watch.begin(context.channel, limit: limits.readingMax)
    defer { watch.end(ticket) }
    var body: [UInt8] = []
    // What is stated and never sent takes addresses and no memory; growing would take twice.
    if let stated, stated > 0 { body.reserveCapacity(stated) }
    do {
      for try await part in request.body {
        guard body.count + part.readableBytes <= limits.bodyMax else { throw Problem.tooLarge }
        guard take(part.readableBytes) else { throw Problem.tooMany }
        taken += part.readableBytes
        body.append(contentsOf: part.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw .broken
    }
    return body
  }

  private func take(_ bytes: Int) -> Bool {
    held.count.withLock { held in
      guard held + bytes <= limits.bodiesMax else { return false }
      held += bytes
      return true
    }
  }

  private func release(_ bytes: Int) { held.count.withLock { $0 -= bytes } }
}
