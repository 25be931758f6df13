import SubscriptionCore

/// The sections of the report on money and on prompts.
extension OpsReport {
  /// The money by currency; empty if there is none.
  var money: [ReportDocument.Block] {
    let document = whole.revenue
    guard !document.shown.isEmpty else { return [] }
    let table = ReportTable(
      columns: RevenueDocument.columns, rows: document.rows.map { $0.map { Cell($0) } })
    return [.heading("Money"), .table(caption: Self.moneyCaption, table)]
  }

  private static let moneyCaption =
    "Grace and hold are neither lifetime nor money until a payment comes. Final: of the window "
    + "whose episodes all had their 60 days."

  /// The formulas of the money and where they mislead; empty if there is none.
  var moneyNotes: [String] {
    let shown = Set(whole.revenue.shown.map(\.measure))
    return RevenueLine.Measure.allCases.filter(shown.contains)
      .map { "\($0.title) = \($0.formula). \($0.explanation)" }
  }

  /// The effect of prompting; empty if the report has none.
  var effectOfPrompts: [ReportDocument.Block] {
    guard let prompts = whole.prompts else { return [] }
    var blocks: [ReportDocument.Block] = [.heading("Effect of prompts")]
    if let absence = prompts.absence {
      blocks.append(.paragraph(absence))
    } else {
      let table = ReportTable(
        columns: PromptsDocument.columns, rows: prompts.rows.map { $0.map { Cell($0) } })
      blocks.append(.table(caption: prompts.caption, table))
    }
    blocks.append(.notes(prompts.notes))
    if let caption = prompts.armsCaption {
      let table = ReportTable(
        columns: PromptsDocument.armColumns, rows: prompts.arms.map { $0.map { Cell($0) } })
      blocks += [.table(caption: caption, table), .notes(prompts.holdoutNotes)]
    }
    return blocks
  }
}
