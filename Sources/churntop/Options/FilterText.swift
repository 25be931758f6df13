import ArgumentParser
import ProgramConventions
import SubscriptionCore

/// The parsing of filters on the command line.
enum FilterText {
  /// Parses `--filter`; throws the problem with a caret under its position.
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
      guard text.unicodeScalars.count <= Filter.longestText else {
        throw .notUnderstood("--filter: \(error.markedSentence)")
      }
      throw .notUnderstood(
        "--filter: \(error.markedSentence)",
        details: ["  " + safe, "  " + String(repeating: " ", count: margin) + "^"])
    }
  }

  /// Returns the completion of filters, for the word at the cursor as on screens.
  static func completion(about scope: FilterScope) -> CompletionKind {
    .custom { arguments, _, text in
      let head = String(
        String.UnicodeScalarView(
          text.unicodeScalars.prefix(
            Filter.completionStart(in: text, at: text.unicodeScalars.count))))
      let end = text.unicodeScalars.count
      let field = Filter.completedField(in: text, at: end)
      guard let field, field.kind == .text else {
        return Filter.completions(in: text, at: end, about: scope).map { head + $0 }
      }
      let known = LedgerCompletion.values(of: field, arguments)
      return Filter.offers(in: text, at: end, known: known, about: scope).map { head + $0.text }
    }
  }

  /// Returns the filter for subscribers with a due prompt among those that match another filter.
  static func due(and filter: Filter?) -> Filter {
    let due = Filter.field(.dueAt, .any([.choice("now")]))
    guard let filter, filter != .all else { return due }
    return .and([filter, due])
  }

  /// The filter language in a few lines of help.
  static let help = """
    FILTERS
      state:grace,hold  -tag:vip  plan:~pro  mrr>=20usd  loses<3d
      since>2025-11-01  due:now  store:google-play  "ada okafor"  /re/
      failed<7d recovered:any (one failed renewal)  ended:yesterday
      space = and, | = or, ( ), leading - = not; days are days in UTC
    """
}
