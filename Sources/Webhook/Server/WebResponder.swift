import HTTPTypes
import Hummingbird
import NIOCore
import StoreSync

/// Routes requests by the table and turns answers into HTTP.
struct WebResponder: HTTPResponder {
  let server: WebhookServer

  func respond(to request: Request, context: WebContext) async throws -> Response {
    let path = request.uri.path
    guard let routes = WebRoute.table[path] else {
      let problem = WebProblem(
        .unknownPath, "See \(WebRoute.description.path) for what there is.")
      return response(problem.answer, "other", context)
    }
    guard let method = WebRoute.Method(rawValue: request.method.rawValue),
      let route = routes[method]
    else {
      let allowed = routes.keys.map(\.rawValue).sorted().joined(separator: ", ")
      let problem = WebProblem(
        .methodNotAllowed, "Use \(allowed).", fields: [("Allow", allowed)], closes: true)
      return response(problem.answer, path, context)
    }
    return response(await server.answer(route, request, context), path, context)
  }

  private func response(_ answer: WebAnswer, _ route: String, _ context: WebContext) -> Response {
    server.parts.metrics.count(.requests, route, String(answer.status))
    var fields = HTTPFields()
    fields[.contentType] = answer.contentType
    fields[.cacheControl] = "no-store"
    for (name, value) in answer.fields {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    if answer.closes {
      fields[.connection] = "close"
      // What is left of the request is not read for long.
      _ = server.watch.begin(context.channel, limit: WebResponder.linger)
    }
    return Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(string: answer.body)))
  }

  /// How long a connection lives on after an answer that ends it.
  static let linger = Duration.seconds(1)
}
