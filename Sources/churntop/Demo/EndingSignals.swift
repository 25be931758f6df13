import CursesTerminal
import Dispatch
import Foundation

/// Cleaning up when a signal ends a command that draws no screens.
enum EndingSignals {
  /// Runs something, and removes a folder if a signal ends the program meanwhile; the signal then
  /// takes its usual effect, so that whoever waits sees what it was.
  static func removing<Value>(_ folder: DemoFolder, _ body: () throws -> Value) throws -> Value {
    let sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        folder.remove()
        Self.raiseAnew(number)
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    return try body()
  }

  /// Ends the program by a signal, also from a thread that is deaf to signals, as those of the
  /// concurrency runtime and of Dispatch are.
  static func raiseAnew(_ number: Int32) -> Never { ProcessEnd.bySignal(number) }
}
