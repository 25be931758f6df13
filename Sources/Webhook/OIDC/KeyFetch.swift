import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A fetch of the public keys with which Google signs push tokens.
public typealias KeyFetch = @Sendable () async throws -> FetchedKeys

/// A JSON Web Key Set byte for byte.
public struct FetchedKeys: Hashable, Sendable {
  /// The body of the answer.
  public var body: [UInt8]
  /// The time for which it is valid, where the answer says so.
  public var maxAge: Duration?

  /// The address at which Google publishes them (`jwks_uri` of
  /// <https://accounts.google.com/.well-known/openid-configuration>).
  public static let googleAddress = "https://www.googleapis.com/oauth2/v3/certs"

  /// The longest answer that is read, in bytes; Google's has about 1,500.
  private static let bytesMax = 64 << 10

  /// Fetches keys over HTTP; the fetch throws unless the answer's status is 200.
  public static func fetch(from address: URL) -> KeyFetch {
    let settings = URLSessionConfiguration.ephemeral
    settings.timeoutIntervalForRequest = 5
    settings.timeoutIntervalForResource = 10
    let session = URLSession(configuration: settings)
    return {
      let (data, answer) = try await session.data(from: address)
      guard let answer = answer as? HTTPURLResponse, answer.statusCode == 200,
        data.count <= bytesMax
      else { throw URLError(.badServerResponse) }
      let control = answer.value(forHTTPHeaderField: "Cache-Control") ?? ""
      return FetchedKeys(body: Array(data), maxAge: maxAge(in: control))
    }
  }

  /// The `max-age` of a Cache-Control header.
  static func maxAge(in control: String) -> Duration? {
    for part in control.lowercased().split(separator: ",") {
      let pair = part.split(separator: "=")
      guard pair.count == 2, pair[0].trimming == "max-age", let seconds = UInt32(pair[1].trimming)
      else { continue }
      return .seconds(Int64(seconds))
    }
    return nil
  }
}

extension Substring {
  /// The text without the spaces around it.
  fileprivate var trimming: Substring {
    drop { $0 == " " }.reversed().drop { $0 == " " }.reversed().reduce(into: "") { $0.append($1) }
  }
}
