import ConfigurationFiles

extension ConfigurationKind {
  /// An example file without any effect: every line is commented out.
  var example: String {
    let title = "# \(fileName): \(summary)\n# Check it with: churntop config validate\n\n"
    if self == .replies { return ReplyFiles.shipped.first?.toml ?? title }
    let lines = exampleLines.split(separator: "\n", omittingEmptySubsequences: false)
    let settings = self == .config ? Self.settings : ""
    return title + settings
      + lines.map { $0.isEmpty || $0.hasPrefix("#") ? String($0) : "# \($0)" }
      .joined(separator: "\n")
  }

  /// The lines of the example that are more than single settings, in the form in which they work
  /// once the number sign is removed.
  var exampleLines: String {
    switch self {
    case .config: Self.policy
    case .keys: Self.bindingsExample
    case .views: Self.viewsExample
    case .commands: Self.commandsExample
    case .replies: ReplyFiles.shipped.first?.toml ?? ""
    }
  }

  private static var settings: String {
    ConfigurationKey.allCases.map { key in
      let value = key.entry.fallback ?? "\"\(key == .actor ? "mira" : "/srv/churn/ledger.sqlite")\""
      return "# \(key.summary)\n# \(key.rawValue) = \(value)\n"
    }
    .joined() + "\n"
  }

  private static let policy = """
    [recovery]                         # what the stores do not state
    appStoreGrace = "16d"              # off, 3d, 16d or 28d, as set in App Store Connect

    [recovery.googlePlay]
    graceDays = 7
    holdDays = 53

    [prompts.googlePlay]               # and [prompts.appStore]
    step = 2                           # 1 store mails, 2 the store's message, 3 your own banner

    [[prompts.rules]]                  # the first whose filter matches decides
    name = "last days"
    when = "state:grace loses<3d"
    step = 3
    cadence = "1d"
    cap = 3

    [prompts.holdout]                  # a random part is shown nothing, to compare with
    percent = 10                       # of the accounts
    salt = "autumn 2026"               # a new text assigns them again
    since = "2026-10-01"               # earlier failures are no part of it

    [currency]                         # for sums of money
    report = "EUR"
    date = "2026-11-20"                # the day of the rates, shown with every amount
    rates = { USD = "1.0834", JPY = "162.5" }   # what one EUR buys; or file = "rates.csv"

    """

  private static let bindingsExample = """
    preset = "vi"                      # vi, emacs or htop

    [bind]                             # 'churntop keys' lists every name
    "act.snooze" = ["z", "F8"]         # in place of the preset's keys
    "ui.mask" = "^g"
    "nav.quit" = []                    # no key at all

    [bind.due]                         # on one screen only
    "act.claim" = ["C", "c"]

    """

  private static let viewsExample = """
    [view.save-me]                     # @ lists the views, @1 opens this one
    key = "@1"
    screen = "subscribers"
    filter = "state:grace loses<3d"
    sort = ["loses"]           # a minus turns an order round
    columns = ["state", "id", "name", "loses", "mrr", "timeline"]
    zoom = "12h"                       # how much time a cell of a timeline stands for

    [[highlight]]                      # the first that matches sets a row apart
    when = "loses<24h"
    role = "row.alarm"                 # a role of the theme

    """

  private static let commandsExample = """
    [command.crm]                      # ! lists the commands, !c runs this one
    key = "!c"
    title = "Open in the CRM"
    exec = ["xdg-open", "https://crm.example.com/u/{account}"]   # no shell; see below

    [command.refund-sheet]
    key = "F7"
    title = "Put on the refund sheet"
    exec = ["refund-sheet", "add", "--id={id}", "--order={order_id}"]
    writes = true                      # not with --readonly
    confirm = true                     # asks first, and shows what it would run
    output = "pager"                   # pager, terminal or none
    timeout = "20s"

    # {id} {account} {order_id} {transaction_id} {product} {state} {store} {environment} stand for
    # the subscriber under the cursor. A program never gets names, mail addresses or tokens.

    """
}
