/// A value that contains a secret, of which nothing but its description is shown.
public protocol Guarded: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Guarded {
  /// The description.
  public var debugDescription: String { description }
  /// An empty mirror, so that `dump` shows no secret.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
