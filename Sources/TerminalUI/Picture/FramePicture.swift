/// A picture of the screen for documents, tickets and reports, as SVG or HTML.
///
/// It is made of a frame's cells alone, so it shows what a terminal would, and the same frames
/// always give the same bytes. Several frames make a moving SVG.
///
/// ```swift
/// let picture = FramePicture(
///   [FramePicture.Moment(frame)], theme: theme, tier: .direct, title: "Overview")
/// let file = picture.svg
/// ```
public struct FramePicture: Hashable, Sendable {
  /// A frame with the time for which it is shown.
  public struct Moment: Hashable, Sendable {
    /// The frame.
    public var frame: Frame
    /// The time for which a moving picture shows it.
    public var milliseconds: Int64

    /// Creates a moment.
    public init(_ frame: Frame, milliseconds: Int64 = 1000) {
      (self.frame, self.milliseconds) = (frame, max(1, milliseconds))
    }
  }

  /// The frames in order; at least one.
  public let moments: [Moment]
  /// The title, which screen readers say first.
  public let title: String
  /// The content of the picture in sentences, for those who do not see it.
  public let sentences: [String]
  let theme: Theme
  let tier: ColorTier
  let colors: PictureColors

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - moments: The frames in order; a picture of none is empty.
  ///   - theme: The theme of the colours.
  ///   - tier: The colours to use; `.direct` for the theme's own.
  ///   - title: The title.
  ///   - sentences: The content in sentences.
  public init(
    _ moments: [Moment], theme: Theme, tier: ColorTier, title: String, sentences: [String] = []
  ) {
    self.moments = moments.isEmpty ? [Moment(Frame(size: Size(width: 1, height: 1)))] : moments
    (self.theme, self.tier) = (theme, tier)
    (self.title, self.sentences) = (title, sentences.filter { !$0.isEmpty })
    colors = PictureColors(theme, tier: tier)
  }

  /// The frame that is shown where nothing moves: the last one.
  var still: Frame { moments[moments.count - 1].frame }

  /// The columns and rows of the largest frame.
  var size: Size {
    Size(
      width: moments.map(\.frame.size.width).max() ?? 1,
      height: moments.map(\.frame.size.height).max() ?? 1)
  }

  func runs(of frame: Frame, row y: Int) -> [CellRun] {
    CellRun.runs(of: frame.row(y)) { theme.style($0.role, overlay: $0.overlay, tier: tier) }
  }
}
