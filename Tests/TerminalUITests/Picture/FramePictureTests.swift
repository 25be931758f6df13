import Foundation
import SeededNumbers
import Testing

@testable import TerminalUI

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct FramePictureTests {
  private static let theme = Theme(
    name: "test",
    roles: [
      .title: RoleStyle(foreground: .rgb(0xFF8800), attributes: .bold),
      .cursor: RoleStyle(background: .indexed(4)), .match: RoleStyle(attributes: .underline),
      .dim: RoleStyle(attributes: .dim), .mark: RoleStyle(attributes: .reverse),
    ])

  private static func frame(_ texts: [(String, StyleRole)], width: Int = 30) -> Frame {
    var frame = Frame(size: Size(width: width, height: texts.count))
    for (y, text) in texts.enumerated() {
      frame.put(text.0, at: Point(x: 0, y: y), role: text.1)
    }
    return frame
  }

  private static func picture(_ frames: [Frame], tier: ColorTier = .direct) -> FramePicture {
    FramePicture(
      frames.map { FramePicture.Moment($0, milliseconds: 500) }, theme: theme, tier: tier,
      title: "A <title> & \"more\"", sentences: ["One\u{1B}[31m <b>.", "Two."])
  }

  @Test func `the text of a picture is that of the frame, in lines`() throws {
    let frame = Self.frame([
      ("┌─ Título ▪▓█ ─┐", .text), ("山田 ⣿⠁ zoë  <&>\"'", .title), ("", .text),
      ("  ► two  spaces", .dim), ("e\u{301}a\u{300} שלום", .mark),
    ])
    let svg = try Document(Self.picture([frame]).svg)
    #expect(svg.texts["text"] == frame.lines.filter { !$0.isEmpty })
    let html = try Document(Self.picture([frame]).html)
    let pre = try #require(html.texts["pre"]?.first)
    let lines = pre.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    #expect(lines.map { String($0.replacing(#/ +$/#, with: "")) } == frame.lines)
  }

  @Test func `every run states its columns, one after another`() throws {
    let frame = Self.frame([("ab 山田 c┌──┐ ●○ de", .text)])
    let spans = try Document(Self.picture([frame]).svg).attributes["tspan"] ?? []
    var x = 0
    for span in spans {
      #expect(Int(span["x"] ?? "") == x, "\(span)")
      x += Int(span["textLength"] ?? "") ?? 0
    }
    #expect(spans.count > 5)
    #expect(x == SafeText.width(of: frame.lines[0]) * CellShape.width)
  }

  @Test func `title and sentences are for those who do not see it`() throws {
    let svg = try Document(Self.picture([Self.frame([("x", .text)])]).svg)
    #expect(svg.texts["title"] == ["A <title> & \"more\""])
    #expect(svg.texts["desc"] == ["One\u{FFFD}[31m <b>.\nTwo."])
    #expect(svg.attributes["svg"]?.first?["aria-labelledby"] == "title desc")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `no text from outside becomes markup or a control character`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let text = hostileText(&random, upTo: 60) + "<script>&'\"]]>"
    let picture = FramePicture(
      [FramePicture.Moment(Self.frame([(text, .text)], width: 200))], theme: Self.theme,
      tier: .direct, title: text, sentences: [text])
    for document in [picture.svg, picture.html] {
      #expect(
        document.unicodeScalars.allSatisfy { scalar in
          scalar == "\n" || (scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
        })
      _ = try Document(document)
      #expect(!document.contains("<script"))
    }
  }

  @Test func `colours and attributes are those of the theme`() {
    let svg = Self.picture([
      Self.frame([("title", .title), ("dim", .dim), ("match", .match), ("mark", .mark)])
    ]).svg
    #expect(svg.contains("fill=\"#ff8800\" font-weight=\"700\">title"))
    // Three quarters of the text's colour and one of the background's.
    #expect(svg.contains("fill=\"#a5a5a6\">dim"))
    #expect(svg.contains("fill=\"#16181d\">mark"))
    #expect(svg.contains("<path fill=\"#d4d4d4\" d=\"M0 57h36v19h-36z"))
    #expect(svg.contains("<path fill=\"#d4d4d4\" d=\"M0 54h45v1h-45z\"/>"))
  }

  @Test func `without colour there are two colours and the attributes`() {
    let frame = Self.frame([("title", .title), ("mark", .mark)])
    let colors = Set(Self.picture([frame], tier: .mono).svg.matches(of: /#[0-9a-f]{6}/).map(\.0))
    #expect(colors == ["#d4d4d4", "#16181d"])
  }

  @Test func `a moving picture draws a row once and shows each in its moments`() throws {
    let frames = ["one", "two", "one"].map { Self.frame([("same", .text), ($0, .title)]) }
    let svg = Self.picture(frames).svg
    #expect(svg.matches(of: />same</).count == 1 && svg.matches(of: />one</).count == 1)
    let style = try #require(try Document(svg).texts["style"]?.first)
    #expect(style.contains(".m2{visibility:hidden}"))
    #expect(
      style.contains(
        "@keyframes m5{0.000%{visibility:visible}33.333%{visibility:hidden}"
          + "66.666%{visibility:visible}100%{visibility:visible}}"))
    #expect(style.contains("@media(prefers-reduced-motion:no-preference){"))
    #expect(style.contains(".m5{animation:m5 1500ms step-end infinite}"))
    #expect(!Self.picture([frames[0]]).svg.contains("<style>"))
  }

  @Test func `nothing in a picture asks a server or runs`() {
    let picture = Self.picture([Self.frame([("x", .text)]), Self.frame([("y", .text)])])
    for word in ["<script", "<image", "<use", "href", "url(", "@import", "@font-face"] {
      #expect(!picture.svg.contains(word) && !picture.html.contains(word), "\(word)")
    }
  }

  @Test(arguments: [PictureColors.dark, .light])
  func `the sixteen colours can be read on their background`(colors: PictureColors) throws {
    let background = Color.rgb(colors.background)
    #expect(colors.sixteen.count == Color.names.count)
    for (index, value) in colors.sixteen.enumerated() where ![0, 7, 15].contains(index) {
      let contrast = try #require(Color.rgb(value).contrast(with: background))
      #expect(contrast >= 4.5, "\(Color.names[index]) \(contrast)")
    }
    let text = try #require(Color.rgb(colors.foreground).contrast(with: background))
    #expect(text >= 7)
  }
}

/// An XML document: the texts and attributes of its elements, by their names in order.
private final class Document: NSObject, XMLParserDelegate {
  private(set) var texts: [String: [String]] = [:]
  private(set) var attributes: [String: [[String: String]]] = [:]
  private var open: [(name: String, place: Int)] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    try #require(parser.parse(), "\(String(describing: parser.parserError))\n\(text)")
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append((name, texts[name, default: []].count))
    texts[name, default: []].append("")
    self.attributes[name, default: []].append(attributes)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for element in open { texts[element.name]?[element.place] += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) { open.removeLast() }
}
