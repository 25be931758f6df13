import Foundation
import StorePayloads
import StoreSimulator
import SubscriptionCore

extension FuzzTarget {
  /// A compact JWS, as it came or with one part of a good one replaced.
  ///
  /// The first byte says which part the rest of the input is: the whole token, the payload, the
  /// header, the leaf certificate, the intermediate one, or places in those two to be changed.
  static let jws = FuzzTarget("jws", lengthMax: 6144) { input in
    let token = try SignedToken.shared.get()
    guard let part = input.first else { return }
    let rest = Array(input.dropFirst())
    let text: String =
      switch part % 8 {
      case 0: String(decoding: rest, as: UTF8.self)
      case 1: try token.authority.sign(String(decoding: rest, as: UTF8.self))
      case 2: token.with(header: rest)
      case 3: token.with(leaf: rest)
      case 4: token.with(middle: rest)
      case 5: token.with(leaf: changed(token.chain[0], rest))
      case 6: token.with(middle: changed(token.chain[1], rest))
      default: token.with(root: rest)
      }
    for mode in TrustPolicy.Mode.allCases {
      var reader = PayloadReader(trust: TrustPolicy(mode: mode, roots: [token.root]))
      for outcome in reader.read(Array(text.utf8)[...], heardAt: Aftermath.now) {
        guard case .payload(let payload) = outcome, part % 8 != 1 else { continue }
        try demand(
          payload.verification != .verified || text == token.text,
          "a changed token counts as verified")
      }
    }
  }

  /// A file with a certificate to be trusted, PEM or DER.
  static let certificate = FuzzTarget("certificate") { input in
    _ = try? TrustedRoot(file: input)
  }

  /// Bytes with some of them changed: each three bytes are a place and what stands there.
  private static func changed(_ bytes: [UInt8], _ edits: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for start in stride(from: 0, to: edits.count - 2, by: 3) {
      let place = Int(edits[start]) << 8 | Int(edits[start + 1])
      bytes[place % bytes.count] = edits[start + 2]
    }
    return bytes
  }
}

/// A good token of a simulated App Store, and those made from it by replacing a part.
private struct SignedToken: Sendable {
  let authority: SigningAuthority
  let root: TrustedRoot
  let text: String
  /// The certificates of the header, DER.
  let chain: [[UInt8]]
  /// The payload and the signature, encoded.
  private let rest: [Substring]

  static let shared = Result { try SignedToken() }

  private struct Header: Decodable { var x5c: [String] }

  private init() throws {
    authority = try SigningAuthority(seed: 1)
    root = try TrustedRoot(file: authority.rootCertificate)
    text = try authority.sign(#"{"notificationType":"TEST","signedDate":1763660490000}"#)
    rest = text.split(separator: ".").dropFirst().map { $0 }
    let header = text.prefix { $0 != "." }.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - header.count % 4) % 4)
    let data = Data(base64Encoded: header + padding) ?? Data()
    chain = try JSONDecoder().decode(Header.self, from: data).x5c.map {
      [UInt8](Data(base64Encoded: $0) ?? Data())
    }
  }

  func with(header: [UInt8]) -> String {
    let encoded = Data(header).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    return ([encoded[...]] + rest).joined(separator: ".")
  }

  func with(leaf: [UInt8]) -> String { with(chain: [leaf, chain[1], chain[2]]) }
  func with(middle: [UInt8]) -> String { with(chain: [chain[0], middle, chain[2]]) }
  func with(root: [UInt8]) -> String { with(chain: [chain[0], chain[1], root]) }

  private func with(chain: [[UInt8]]) -> String {
    let list = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
    return with(header: Array("{\"alg\":\"ES256\",\"x5c\":[\(list)]}".utf8))
  }
}
