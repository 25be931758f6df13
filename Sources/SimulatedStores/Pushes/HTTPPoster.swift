import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A sender of posts over the network.
public enum HTTPPoster {
  /// Sends one post and returns the status of the response; `nil` if there is none within half a
  /// minute.
  public static func post(_ post: WebhookPost) async -> Int? {
    guard let url = URL(string: post.url) else { return nil }
    if post.delay > .zero { try? await Task.sleep(for: post.delay) }
    var request = URLRequest(url: url, timeoutInterval: 30)
    request.httpMethod = "POST"
    for (name, value) in post.fields { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = Data(post.body)
    let answer = try? await URLSession.shared.data(for: request)
    return (answer?.1 as? HTTPURLResponse)?.statusCode
  }
}
