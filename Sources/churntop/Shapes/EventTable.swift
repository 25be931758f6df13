import SubscriptionCore

/// The events of several subscribers as a table and as data.
struct EventTable {
  /// The formatter of instants.
  var time: LocalTime

  /// The columns in every format.
  var form: ListPrinter.Form<EventRow> {
    let titles = ["STATED", "EVENT", "SUBSCRIBER", "NAME", "CHANGE", "SOURCE", "DETAIL"]
    return ListPrinter.Form(
      columns: titles.map { Table.Column(title: $0) }, cells: cells, names: Self.names,
      json: { $0.shape.json(position: $0.position) })
  }

  /// The CSV columns, which are the keys of the JSON output.
  private static let names = [
    "position", "subscription", "kind", "effectiveAt", "statedAt", "recordedAt", "source",
    "verified", "from", "to", "id", "storeName", "actor", "step", "until", "text", "undoes",
  ]

  private func cells(_ row: EventRow) -> [Table.Cell] {
    let shape = row.shape
    let ink = shape.to.map { TextStyle.state($0) } ?? .plain
    return [
      Table.Cell(text: time.second(shape.event.statedAt)), Table.Cell(text: shape.name),
      Table.Cell(text: shape.event.subscription.rawValue), Table.Cell(text: row.who),
      Table.Cell(text: shape.change, ink: ink), Table.Cell(text: shape.event.source.rawValue),
      Table.Cell(text: shape.detail(time)),
    ]
  }
}
