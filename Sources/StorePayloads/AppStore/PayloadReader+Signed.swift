import PlainText
import SubscriptionCore

/// Opening payloads signed by the App Store.
extension PayloadReader {
  /// Opens a compact JWS and verifies its origin as the policy requires; `fallback` is the signing
  /// time of a payload that states none.
  ///
  /// `parent` is the app of the enclosing payload, for parts that name none.
  ///
  /// With `admits`, a payload of another app or environment is refused as such. If a signature is
  /// required, it is verified before the content is used.
  mutating func open(
    _ text: UnsafeBufferPointer<UInt8>, signedAtLeast fallback: Timestamp, admits: Bool = false,
    in parent: String? = nil
  ) throws(Fault) -> OpenedPayload {
    guard let jws = CompactJWS(text) else { throw Fault(.field(.notJWS)) }
    var chain = trust.mode == .required ? try verified(jws) : nil
    guard let bytes = Base64.decode(jws.payload, alphabet: .url) else {
      throw Fault(.field(.notJWS))
    }
    let (document, origin) = try bytes.withUnsafeBufferPointer {
      (payload) throws(Fault) -> (JSONDocument, Origin) in
      let document = try JSONDocument.scan(payload)
      return (document, document.withRoot(of: payload) { Origin($0) })
    }
    if admits { try admit(app: origin.app, environment: origin.environment, at: "") }
    let verification: Verification
    switch (trust.mode, origin.isLocal) {
    case (.off, _), (.signed, true): verification = .unchecked
    case (.required, true): throw Fault(.proof(.localOnly))
    case (.required, false), (.signed, false):
      // A payload `null` states nothing, so it has no time either; only its signature counts.
      if chain == nil { chain = try verified(jws) }
      try Fault.converting { () throws(PayloadError) in
        try chain?.check(
          at: origin.isNull ? nil : origin.signedDate ?? fallback,
          accepted: trust.roots(for: origin.app ?? parent))
      }
      verification = .verified
    }
    return OpenedPayload(bytes: bytes, document: document, verification: verification)
  }

  private mutating func verified(_ jws: CompactJWS) throws(Fault) -> VerifiedChain {
    try Fault.converting { () throws(PayloadError) in try verifier.verify(jws) }
  }

  /// The fields of a payload that are read before it is verified.
  private struct Origin {
    let isNull: Bool
    let app: String?
    let environment: StoreEnvironment?
    let signedDate: Timestamp?
    var isLocal: Bool { environment == .local }

    init(_ root: JSONValue) {
      isNull = root.kind == .null
      let part = root["data"] ?? root["appData"] ?? root["summary"] ?? root["externalPurchaseToken"]
      let stated = (try? root.string("environment")) ?? (try? part?.string("environment"))
      environment = stated.map { Open<AppStoreEnvironment>(rawValue: $0).environment }
      app = (root["bundleId"] ?? part?["bundleId"])?.text
      signedDate = try? root.time("signedDate")
    }
  }

  /// Throws an error for an app or environment that the policy does not accept.
  func admit(app: String?, environment: StoreEnvironment?, at field: String) throws(Fault) {
    if let bundle = trust.bundle, let app, app != bundle.rawValue {
      throw Fault(.proof(.otherApp(app)), at: field)
    }
    if let wanted = trust.environment, let environment, environment != wanted {
      throw Fault(.proof(.otherEnvironment(environment.rawValue)), at: field)
    }
    guard let apps = trust.apps, let app else { return }
    guard let accepted = apps[AppID(app)] else { throw Fault(.proof(.otherApp(app)), at: field) }
    if let environment, !accepted.environments.contains(environment) {
      throw Fault(.proof(.otherEnvironment(environment.rawValue)), at: field)
    }
  }

  /// Throws an error for a notification with another Apple ID than the policy has for the app; in
  /// production the Apple ID is required (Apple, `data/appappleid`: not for apps in the sandbox).
  func admit(_ appleID: Int64?, of body: ResponseBodyV2DecodedPayload) throws(Fault) {
    guard let app = body.bundleId, let wanted = trust.apps?[AppID(app)]?.appleID else { return }
    let mayBeMissing = body.environment?.environment != .production
    guard appleID == wanted || appleID == nil && mayBeMissing else {
      let stated = appleID.map { "Apple's number \($0)" } ?? "without Apple's number"
      throw Fault(.proof(.otherApp("\(app), \(stated)")), at: "data.appAppleId")
    }
  }

  /// Throws an error for an unsigned payload if the policy requires a signature.
  func admitUnsigned() throws(Fault) {
    if trust.mode == .required { throw Fault(.proof(.unsigned)) }
  }

  /// Reads a part of a payload that is signed separately, such as `signedTransactionInfo`; `nil` if
  /// it is absent or its payload is `null`.
  ///
  /// In a payload that was decoded before it was archived the part may be an object. A part that is
  /// not a JWS is left out if the policy requires no proof.
  mutating func part<Part>(
    _ key: StaticString, of parent: JSONValue, outer: Verification, signedAt: Timestamp,
    weakest: inout Verification, _ decode: (JSONValue) throws(Fault) -> Part
  ) throws(Fault) -> Part? {
    guard let value = parent[key] else { return nil }
    if value.kind == .object, outer != .verified {
      if trust.mode == .required { throw Fault(.proof(.unsigned), at: value.path) }
      weakest = .weakest(weakest, .unsigned)
      return try decode(value)
    }
    guard value.kind == .string else { throw value.fault(.wrongType(expected: "a signed payload")) }
    let text = value.content
    if text.isEmpty { return nil }
    do throws(Fault) {
      let opened = try text.withUnsafeBufferPointer { (text) throws(Fault) in
        try open(text, signedAtLeast: signedAt, in: parent["bundleId"]?.text)
      }
      weakest = .weakest(weakest, opened.verification)
      return try opened.withRoot { (root) throws(Fault) -> Part? in
        root.kind == .null ? nil : try decode(root)
      }
    } catch {
      if trust.mode == .off, error.error == .field(.notJWS) { return nil }
      throw error.nested(in: value.path)
    }
  }
}
