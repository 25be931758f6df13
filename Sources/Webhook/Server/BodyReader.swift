import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// The reader of request bodies, within a limit for each and one for all together.
final class BodyReader: Sendable {
  /// The most parts of one body: each chunk is one, however small, and costs as much as a read.
  static let partsMax = 1_024

  private let limits: WebLimits
  private let watch: ReadDeadlines
  private let held: HeldBytes

  /// The bytes of bodies that several readers hold together.
  private final class HeldBytes: Sendable {
    let count = Mutex(0)
  }

  /// The reason why a body was not read.
  enum Problem: Error {
    /// The body exceeds the limit of one body.
    case tooLarge
    /// All bodies together exceed their limit.
    case tooMany
    /// The body ended too early or did not end in time.
    case broken
    /// The body is not framed as HTTP/1.1 says, as with a chunk's length that is no number, or
    /// comes in too many parts.
    case malformed
  }

  /// Creates a reader; one that replaces another shares its limit for all bodies.
  init(_ limits: WebLimits, _ watch: ReadDeadlines, after former: BodyReader? = nil) {
    (self.limits, self.watch, held) = (limits, watch, former?.held ?? HeldBytes())
  }

  /// The bytes of bodies that are held at present.
  var bytesHeld: Int { held.count.withLock { $0 } }

  /// Reads a body and passes it to a closure; its bytes count as held until that returns.
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
    let ticket = watch.begin(context.channel, limit: limits.readingMax, closing: .input)
    defer { watch.end(ticket) }
    var body: [UInt8] = []
    // Reserved but unused bytes take address space only; growing would copy and take twice as much.
    if let stated, stated > 0 { body.reserveCapacity(stated) }
    var parts = 0
    do {
      for try await part in request.body {
        parts += 1
        guard parts <= Self.partsMax else { throw Problem.malformed }
        guard body.count + part.readableBytes <= limits.bodyMax else { throw Problem.tooLarge }
        guard take(part.readableBytes) else { throw Problem.tooMany }
        taken += part.readableBytes
        body.append(contentsOf: part.readableBytesView)
      }
    } catch let problem as Problem {
      throw problem
    } catch let error as HTTPParserError where error != .invalidEOFState {
      throw .malformed
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
