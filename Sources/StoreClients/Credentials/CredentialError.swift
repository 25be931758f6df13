/// The reason that a key file or an address cannot be used, without any of its content.
public enum CredentialError: Error, Hashable, Sendable {
  /// The App Store key is not the PEM text of a P-256 private key, as a `.p8` file is.
  case notAppStoreKey
  /// The service account file is not JSON of the type `service_account`.
  case notServiceAccount
  /// The service account file lacks a field.
  case missingField(String)
  /// The service account's `private_key` is not an RSA private key of at least 2048 bits.
  case notRSAKey
  /// An address is neither `https` nor on this machine.
  case insecureAddress
}

extension CredentialError: CustomStringConvertible {
  /// The problem and its remedy in one sentence.
  public var description: String {
    switch self {
    case .notAppStoreKey:
      "the App Store key is not the text of a .p8 file; download it from App Store Connect, Users "
        + "and Access, Integrations: an In-App Purchase key, or for App Store Connect a team key"
    case .notServiceAccount:
      "the service account file is not a Google service account key; create a JSON key in Google "
        + "Cloud, IAM, Service Accounts"
    case .missingField(let name):
      "the service account file has no \(name); create a new JSON key in Google Cloud"
    case .notRSAKey:
      "the service account's private_key is not an RSA key; create a new JSON key in Google Cloud"
    case .insecureAddress:
      "the address is not an https address; use https, since tokens are sent there"
    }
  }
}
