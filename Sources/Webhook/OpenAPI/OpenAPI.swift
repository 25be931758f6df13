import NIOCore

/// The description of the HTTP interface (OpenAPI 3.1, <https://spec.openapis.org/oas/v3.1.0>): the
/// file `openapi.json` beside this one.
///
/// Tests compare it with the table of routes, and every answer of the server with its schemas.
public enum OpenAPI {
  /// The description as JSON, without a line break at the end.
  public static let text = String(
    decoding: PackageResources.openapi_json.dropLast(), as: UTF8.self)
  /// The same bytes, which all answers share.
  static let bytes = ByteBuffer(string: text)
}
