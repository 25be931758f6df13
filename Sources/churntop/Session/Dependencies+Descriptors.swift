import Foundation

extension Dependencies {
  /// Opens the standard descriptors that the program was started without.
  ///
  /// Otherwise the next opened file would take their number and receive text meant for a person.
  /// The replacement of input cannot be read and that of output cannot be written, so that using
  /// either still fails.
  static func occupyStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
