import CTerminal
import Glibc
import TerminalUI

extension CursesTerminal {
  /// Runs a program in the terminal until it ends.
  func run(_ arguments: [String]) -> ProgramStatus {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    let result = ct_run(screen, pointers, "\n[any key: back to churntop]")
    if result.is_error { return .notStarted(result.number) }
    return result.is_signal ? .signaled(result.number) : .exited(result.number)
  }
}
