import TerminalUI

/// The size class of a screen.
public enum Tier: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Less than 30 columns or 6 rows: counts on one line.
  case below
  /// One line a record.
  case tiny
  /// From 60x16: lists without timelines, one panel at a time.
  case small
  /// From 80x24: every panel, with fewer columns.
  case compact
  /// From 120x30: everything.
  case full
  /// From 160x40: a list and the subscriber under its cursor side by side.
  case wide

  /// The tier of a size; columns and rows both have to suffice.
  public init(_ size: Size) {
    self =
      switch (size.width, size.height) {
      case (160..., 40...): .wide
      case (120..., 30...): .full
      case (80..., 24...): .compact
      case (60..., 16...): .small
      case (30..., 6...): .tiny
      case (_, _): .below
      }
  }

  /// The tier of a width alone: how many columns a list has room for, however few its rows.
  public init(columns width: Int) { self.init(Size(width: width, height: Self.tall)) }

  /// A height that every tier has enough of.
  private static let tall = 1000

  /// Orders tiers by their room.
  public static func < (left: Tier, right: Tier) -> Bool { left.rawValue < right.rawValue }
}
