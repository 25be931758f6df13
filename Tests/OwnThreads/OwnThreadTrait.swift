import Testing

/// A trait that runs each test of a suite on a thread of its own.
///
/// The tasks of the whole process share one pool with a thread for each processor. A test that
/// waits for a program there, or computes for seconds, keeps the servers and clients of other
/// tests waiting, until they give up.
public struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
  /// It holds for the tests of suites within the suite as well.
  public var isRecursive: Bool { true }

  /// Runs a test on a thread of its own, and the tasks that belong to it as well.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await OwnThreads.$areUsed.withValue(true) {
      try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
  }
}

extension Trait where Self == OwnThreadTrait {
  /// The tests wait for programs, or hold a thread for long.
  public static var ownThread: Self { Self() }
}
