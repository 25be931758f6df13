import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests to a daemon on this machine.
enum Loopback {
  private static let session: URLSession = {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = 20
    return URLSession(configuration: settings)
  }()

  /// Asks with a bearer token; the status, or `nil` without an answer.
  static func get(_ path: String, token: String, port: Int) async -> Int? {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { return nil }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    let answer = try? await session.data(for: request)
    return (answer?.1 as? HTTPURLResponse)?.statusCode
  }

  /// The body of an answer; `nil` without one.
  static func text(_ path: String, token: String, port: Int) async -> String? {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { return nil }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
    let answer = try? await session.data(for: request)
    return answer.map { String(decoding: $0.0, as: UTF8.self) }
  }

  /// Posts a body; the status, or `nil` without an answer.
  static func post(_ body: [UInt8], to path: String, port: Int) async -> Int? {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(body)
    let answer = try? await session.data(for: request)
    return (answer?.1 as? HTTPURLResponse)?.statusCode
  }
}
