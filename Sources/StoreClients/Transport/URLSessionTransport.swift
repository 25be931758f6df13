import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport over Foundation's `URLSession`, without cookies, cache and redirects.
public final class URLSessionTransport: HTTPTransport {
  /// The longest accepted response: a page of a store's history is below 1 MiB.
  public static let bytesMax = 8 << 20

  /// The longest response that this transport accepts.
  public let bytesMax: Int
  private let session: URLSession
  private let replies: ReplyCollector
  private let limit: Duration

  /// Creates a transport with connections of its own, and a limit of the time for one request, from
  /// the call to the last byte of the response.
  public init(limit: Duration = .seconds(30), bytesMax: Int = URLSessionTransport.bytesMax) {
    let settings = URLSessionConfiguration.ephemeral
    settings.httpShouldSetCookies = false
    settings.httpCookieStorage = nil
    settings.urlCache = nil
    settings.timeoutIntervalForRequest = TimeInterval(limit.components.seconds) + 1
    settings.httpMaximumConnectionsPerHost = 8
    replies = ReplyCollector(bytesMax: bytesMax)
    session = URLSession(configuration: settings, delegate: replies, delegateQueue: BoundedQueue())
    (self.limit, self.bytesMax) = (limit, bytesMax)
  }

  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request once.
  public func reply(to question: ClientRequest) async throws(TransportError) -> ClientResponse {
    guard let url = URL(string: question.url) else {
      throw .unreachable(reason: "the address is not a URL")
    }
    var request = URLRequest(url: url)
    request.httpMethod = question.method
    for (name, value) in question.fields { request.setValue(value, forHTTPHeaderField: name) }
    if !question.body.isEmpty { request.httpBody = Data(question.body) }
    let (pending, limit) = (OneShot(), limit)
    begin(request, pending)
    let watch = Task {
      try await Task.sleep(for: limit)
      pending.end(.failure(.timedOut))
      replies.abandon(pending)
    }
    defer { watch.cancel() }
    let outcome = await withTaskCancellationHandler {
      await pending.outcome()
    } onCancel: {
      pending.end(.failure(.cancelled))
      replies.abandon(pending)
    }
    return try outcome.get()
  }

  /// Begins a request, unless it is over by then: its time includes the wait for Foundation.
  private func begin(_ request: URLRequest, _ pending: OneShot) {
    Self.calls.async { [self] in
      guard !pending.isOver else { return }
      let task = session.dataTask(with: request)
      replies.add(task, pending)
      task.resume()
    }
  }

  /// The queue for calls that wait for the one on which Foundation reads for every session of the
  /// process: it collects the body of a redirect there, and is busy for as long as that comes.
  ///
  /// It is serial, so that its thread is none of the cooperative pool's.
  fileprivate static let calls = DispatchQueue(label: "churntop.transfers")
}

/// A session delegate that assembles responses and cancels those that are too long.
private final class ReplyCollector: NSObject, URLSessionDataDelegate {
  private struct Reply {
    let task: URLSessionTask
    let pending: OneShot
    var body: [UInt8] = []
  }

  private let replies = Mutex<[Int: Reply]>([:])
  private let bytesMax: Int

  init(bytesMax: Int) { self.bytesMax = bytesMax }

  /// Starts to assemble the response of a request.
  func add(_ task: URLSessionTask, _ pending: OneShot) {
    replies.withLock { $0[task.taskIdentifier] = Reply(task: task, pending: pending) }
  }

  /// Cancels the request of an outcome, if it was begun, and waits for nothing: to cancel is to
  /// wait for the queue on which Foundation reads, which may wait for the delegate itself.
  func abandon(_ pending: OneShot) {
    URLSessionTransport.calls.async { [self] in
      let task = replies.withLock { replies -> URLSessionTask? in
        guard let (number, reply) = replies.first(where: { $1.pending === pending }) else {
          return nil
        }
        replies[number] = nil
        return reply.task
      }
      task?.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let tooLong = replies.withLock { replies -> OneShot? in
      guard var reply = replies.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
      reply.body.append(contentsOf: data)
      defer { replies[dataTask.taskIdentifier] = reply }
      return reply.body.count > bytesMax ? reply.pending : nil
    }
    guard let tooLong else { return }
    tooLong.end(Self.response(of: dataTask, []).flatMap { .failure(.tooLong(limit: bytesMax, $0)) })
    abandon(tooLong)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let reply = replies.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    reply.pending.end(
      error.map { .failure(TransportError($0)) } ?? Self.response(of: task, reply.body))
  }

  private static func response(of task: URLSessionTask, _ body: [UInt8]) -> OneShot.Outcome {
    guard let response = task.response as? HTTPURLResponse else {
      return .failure(.unreachable(reason: "the connection closed without a reply"))
    }
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      if let name = name as? String, let value = value as? String { fields[name] = value }
    }
    return .success(ClientResponse(status: response.statusCode, fields: fields, body: body))
  }
}

extension TransportError {
  /// Converts Foundation's error, whose description contains the URL, tokens included.
  init(_ error: any Error) {
    guard let code = (error as? URLError)?.code else {
      self = .unreachable(reason: "the connection failed")
      return
    }
    switch code {
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .cannotFindHost, .dnsLookupFailed:
      self = .unreachable(reason: "the host name is not known")
    case .cannotConnectToHost: self = .unreachable(reason: "the host takes no connection")
    case .networkConnectionLost: self = .unreachable(reason: "the connection broke")
    case .badServerResponse: self = .unreachable(reason: "the connection closed without a reply")
    case .notConnectedToInternet: self = .unreachable(reason: "this machine has no network")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
      self = .unreachable(reason: "the host's TLS certificate is not trusted")
    case .unknown: self = .unreachable(reason: Self.reason(ofUnknown: error.localizedDescription))
    default: self = .unreachable(reason: Self.words(for: code))
    }
  }

  /// Returns the reason of an error that Foundation has no code for, such as every failure of TLS;
  /// what is said of it may contain the host, and is not repeated.
  private static func reason(ofUnknown text: String) -> String {
    if text.contains("certificate") { return "the host's TLS certificate is not trusted" }
    if text.contains("SSL") || text.contains("TLS") { return "the host does not answer in TLS" }
    return words(for: .unknown)
  }

  private static func words(for code: URLError.Code) -> String {
    "the connection failed (URLError \(code.rawValue))"
  }
}
