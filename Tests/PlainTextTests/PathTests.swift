import PlainText
import Testing

/// The examples of POSIX for `dirname` and `basename`, and names of one character.
@Suite struct PathTests {
  @Test(arguments: [
    ("/usr/lib", "/usr", "lib"), ("/usr/", "/", "usr"), ("usr", ".", "usr"), ("/", "/", ""),
    ("//", "/", ""), (".", ".", "."), ("..", ".", ".."), ("a", ".", "a"), ("é", ".", "é"),
    ("a/", ".", "a"), ("a//b//", "a", "b"), ("/a", "/", "a"), ("", ".", ""),
    ("x/y z.sqlite", "x", "y z.sqlite"),
  ])
  func `a path has a folder and a name`(path: String, folder: String, name: String) {
    #expect(path.parentFolder == folder)
    #expect(path.fileName == name)
  }
}
