import SubscriptionCore
import TerminalUI

/// The payments of one user, which answer "I was charged twice".
extension DetailScreen {
  /// The payments, newest first: date, amount, what became of it, order.
  func drawPaymentsPanel(
    _ detail: DetailState, _ data: DetailData, into frame: inout Frame, in rect: Rect
  ) {
    guard rect.height >= 3, !rect.isEmpty else { return }
    let isFocused = detail.pane == .payments && !detail.isBeside
    let inner = Panel.content(of: rect)
    let hasHeader = inner.height >= min(6, data.payments.count + 1)
    let height = max(0, inner.height - (hasHeader ? 1 : 0))
    let payments = data.payments
    let isCut = payments.count > height
    let hint =
      !isCut
      ? ""
      : isFocused
        ? detail.payments.place(count: payments.count, height: height)
          + "  \(model.keys(.moveDown, .moveUp)) scroll"
        : "\(model.key(.payments)) all \(payments.count)"
    frame.draw(
      Panel(title: "Payments (\(payments.count))", hint: hint, isFocused: isFocused), in: rect)
    guard !payments.isEmpty else {
      frame.draw(lines: ["No payment has been reported."], in: inner)
      return
    }
    let top = max(0, min(detail.payments.top, payments.count - height))
    let columns = [
      TableColumn("DATE", minimum: 12),
      TableColumn("AMOUNT", minimum: 11, alignment: .right),
      TableColumn("WHAT", minimum: 11),
      TableColumn("ORDER", minimum: inner.width >= 70 ? 15 : 10, maximum: 27, sacrifice: 1),
      TableColumn("NOTE", minimum: 12, maximum: 60, sacrifice: 2),
      TableColumn("PRODUCT", minimum: 10, maximum: 24, sacrifice: 3),
    ]
    let widths = Self.widths(of: columns, in: inner.width, gap: 1)
    let ellipsis = frame.glyph(.ellipsis)
    let rows = payments.dropFirst(top).prefix(height).map { payment in
      let product = Self.shortProduct(payment.product, width: widths[5] ?? 0, ellipsis: ellipsis)
      let order = payment.name.map { Self.short($0, width: widths[3] ?? 0, ellipsis: ellipsis) }
      return row(payment, order: order ?? "-", product, of: data)
    }
    frame.draw(Table(columns: columns, rows: rows, gap: 1, showsHeader: hasHeader), in: inner)
    if isFocused { frame.cursor = Point(x: inner.x, y: inner.y + (hasHeader ? 1 : 0)) }
  }

  private func row(
    _ payment: Payment, order: String, _ product: String, of data: DetailData
  ) -> TableRow {
    let amount = payment.amount.map(\.text) ?? "-"
    return TableRow([
      [TextRun((payment.isDateStated ? "" : "~") + dates.day(payment.at), role: .dim)],
      [TextRun(amount, role: payment.kind.isCharged ? .text : .dim)],
      [TextRun(payment.kind.title, role: payment.kind.role)],
      [TextRun(order, role: .dim)],
      [TextRun(note(on: payment, of: data), role: payment.overlaps == nil ? .dim : .flashWarn)],
      [TextRun(product, role: .dim)],
    ])
  }

  /// The note on a payment.
  func note(on payment: Payment, of data: DetailData) -> String {
    if let other = payment.overlaps { return "same time as on \(other)" }
    if let refundedAt = payment.refundedAt {
      return (payment.refundedShare.map { $0 + " " } ?? "") + "back \(dates.day(refundedAt))"
    }
    if payment.subscription != data.extra.summary.id { return "on \(payment.subscription)" }
    return payment.kind == .declined ? "not charged" : ""
  }

  /// The name of an order or a transaction in a width; cut, it is its end, which differs between
  /// two of one purchase.
  private static func short(_ name: String, width: Int, ellipsis: String) -> String {
    guard name.count > width, width > 1 else { return name }
    return ellipsis + name.suffix(width - 1)
  }
}

extension Payment.Kind {
  /// A Boolean value that indicates whether the user was charged, whatever became of it.
  var isCharged: Bool {
    switch self {
    case .paid, .refunded, .upgraded: true
    case .freeTrial, .declined, .familyShared: false
    }
  }

  fileprivate var role: StyleRole {
    switch self {
    case .paid: .text
    case .declined: "timeline.fail"
    case .refunded: "state.refunded"
    case .freeTrial, .upgraded, .familyShared: .dim
    }
  }
}
