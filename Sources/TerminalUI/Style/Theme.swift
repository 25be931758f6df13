/// Stub.
public struct Theme: Hashable, Sendable {}
