import Foundation

extension Dependencies {
  /// Occupies the standard descriptors that the program was started without.
  ///
  /// Otherwise the next file that is opened takes their place, and text meant for a person goes
  /// into it. Input is occupied by what cannot be read and output by what cannot be written, so
  /// that using either still fails.
  static func occupyStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
