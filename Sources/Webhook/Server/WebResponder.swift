import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import StoreSync

/// The responder that routes requests and turns answers into HTTP responses.
///
/// Each request is answered by the settings in force when it arrives, also on an old connection.
/// Hummingbird's own router has no answer 405 with `Allow`, which takes more code to add than the
/// table of routes.
struct WebResponder: HTTPResponder {
  let server: WebhookServer

  func respond(to request: Request, context: WebContext) async throws -> Response {
    // This answer is never sent, since the connection has ended.
    guard !server.connections.hasEnded(context.channel) else {
      return Response(status: .serviceUnavailable)
    }
    let id = RequestID(request.headers)
    return await RequestID.$current.withValue(id) {
      var response = await WebResponder(server: server.newest).route(request, context)
      if let name = RequestID.fieldName { response.headers[name] = id.description }
      return response
    }
  }

  private func route(_ request: Request, _ context: WebContext) async -> Response {
    let path = request.uri.path
    guard let routes = WebRoute.table[path] else {
      let problem = WebProblem(
        .unknownPath, "See \(WebRoute.description.path) for what there is.")
      return response(problem.answer, "other", request, context)
    }
    // The answer to HEAD is that to GET without its body (RFC 9110, 9.3.2).
    let asked = request.method == .head ? .get : request.method
    guard let method = WebRoute.Method(rawValue: asked.rawValue),
      let route = routes[method]
    else {
      let allowed = routes.keys.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] }.sorted()
        .joined(separator: ", ")
      let problem = WebProblem(
        .methodNotAllowed, "Use \(allowed).", fields: [("Allow", allowed)], closes: true)
      return response(problem.answer, path, request, context)
    }
    return response(await server.answer(route, request, context), path, request, context)
  }

  private func response(
    _ answer: WebAnswer, _ route: String, _ request: Request, _ context: WebContext
  ) -> Response {
    server.parts.metrics.count(.requests, route, String(answer.status))
    if answer.status >= 400 {
      server.parts.logger.debug(
        "a request is refused", metadata: ["route": "\(route)", "status": "\(answer.status)"])
    }
    var fields = HTTPFields()
    fields[.contentType] = answer.contentType
    fields[.cacheControl] = "no-store"
    for (name, value) in answer.fields {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    // An unread body could continue for ever, a byte now and then.
    if answer.closes || !context.body.hasBegun && request.hasBody {
      fields[.connection] = "close"
      server.connections.end(context.channel)
      // The rest of the request is read and dropped for a short time only.
      _ = server.watch.begin(context.channel, limit: WebResponder.linger)
    }
    let response = Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields,
      body: ResponseBody(byteBuffer: answer.shared ?? ByteBuffer(string: answer.body)))
    return request.method == .head ? response.createHeadResponse() : response
  }

  /// The lifetime of a connection after an answer that ends it.
  static let linger = Duration.seconds(1)
}

extension Request {
  /// A Boolean value that indicates whether a body follows the head
  /// (<https://www.rfc-editor.org/rfc/rfc9112#section-6.3>).
  fileprivate var hasBody: Bool {
    headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
  }
}
