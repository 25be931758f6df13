import CursesTerminal
import Dispatch
import Foundation

/// The clean-up when a signal ends a command without screens.
enum EndingSignals {
  /// Calls a closure, and removes a folder if a signal ends the program meanwhile; the signal then
  /// has its default effect, so that the parent process sees it.
  static func removing<Value>(_ folder: DemoFolder, _ body: () throws -> Value) throws -> Value {
    try calling({ folder.remove() }, body)
  }

  /// Calls a closure, and another one first if a signal ends the program meanwhile.
  static func calling<Value>(
    _ cleanUp: @escaping @Sendable () -> Void, _ body: () throws -> Value
  ) throws -> Value {
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        cleanUp()
        Self.raiseAnew(number)
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try body()
  }

  /// Ends the program by a signal, also from a thread that blocks signals, as those of the
  /// concurrency runtime and of Dispatch do.
  static func raiseAnew(_ number: Int32) -> Never { ProcessEnd.bySignal(number) }
}
