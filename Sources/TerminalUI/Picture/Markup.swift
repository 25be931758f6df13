/// The escaping of text in XML and HTML.
public enum Markup {
  /// Returns a text in which nothing is markup, inside and outside of attributes.
  ///
  /// It is sanitized by ``SafeText`` first, so that neither XML nor HTML has a character in it that
  /// their rules forbid (<https://www.w3.org/TR/xml/#charsets>).
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in SafeText.sanitized(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The beginning of a page that loads nothing from anywhere and runs no script, up to its title.
  public static let pageStart = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width, initial-scale=1"/>
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'"/>
    """

  /// Returns a colour as `#rrggbb`.
  static func color(_ value: UInt32) -> String { Color.rgb(value).notation }

  /// The fonts of pictures: the system's own, then the usual monospaced ones.
  static let fonts =
    "ui-monospace,SFMono-Regular,'JetBrains Mono',Menlo,Consolas,'DejaVu Sans Mono',"
    + "'Liberation Mono',monospace"
}
