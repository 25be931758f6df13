import ArgumentParser
import ProgramConventions
import SubscriptionCore

/// Filters as they come from the command line.
enum FilterText {
  /// Reads `--filter`; throws what is wrong with it, with a caret under the place.
  static func parse(
    _ text: String?, about scope: FilterScope = .subscribers
  ) throws(CommandError) -> Filter? {
    guard let text else { return nil }
    do throws(FilterError) {
      return try Filter.parse(text, about: scope)
    } catch {
      let safe = DisplayText.sanitized(String(text.prefix(200)))
      let before = text.unicodeScalars.prefix(min(error.offset, 200))
      let margin = DisplayText.width(
        DisplayText.sanitized(String(String.UnicodeScalarView(before))))
      throw .notUnderstood(
        "--filter: \(error.sentence)" + (error.sentence.hasSuffix("?") ? "" : "."),
        details: ["  " + safe, "  " + String(repeating: " ", count: margin) + "^"])
    }
  }

  /// How a shell completes a filter: the word that is being written, as on screens.
  static func completion(about scope: FilterScope) -> CompletionKind {
    .custom { _, _, text in
      let head = String(
        String.UnicodeScalarView(
          text.unicodeScalars.prefix(
            Filter.completionStart(in: text, at: text.unicodeScalars.count))))
      return Filter.completions(in: text, at: text.unicodeScalars.count, about: scope)
        .map { head + $0 }
    }
  }

  /// Those whom a prompt is due to, among those who match a filter.
  static func due(and filter: Filter?) -> Filter {
    let due = Filter.field(.due, .any([.choice("now")]))
    guard let filter, filter != .all else { return due }
    return .and([filter, due])
  }

  /// The language in a few lines, for help.
  static let help = """
    FILTERS
      state:grace,hold  -tag:vip  plan:~pro  mrr>=20usd  loses<3d
      since>2025-11-01  due:now  store:google-play  "ada okafor"  /re/
      space = and, | = or, ( ), leading - = not
    """
}
