import EventLedger
import SubscriptionCore
import TerminalUI

/// Draws a screen of a ledger without a terminal, for `churntop frame` and plain output.
public struct ScreenRenderer {
  private let runner: LedgerReader
  private var settings: DashboardSettings
  private let machineNow: Timestamp

  /// Prepares the drawing of a ledger's screens.
  public init(
    ledger: any Ledger, policy: ChurnPolicy, settings: DashboardSettings, machineNow: Timestamp
  ) {
    runner = LedgerReader(ledger: ledger, policy: policy)
    self.settings = settings
    self.settings.policy = policy
    self.machineNow = machineNow
  }

  /// The model of a screen with every question answered.
  public func model(
    _ screen: Screen, size: Size, subscription: SubscriptionID? = nil, filter: String = ""
  ) throws(LedgerError) -> DashboardModel {
    let start: Screen = screen == .detail ? .subscribers : screen
    var model = DashboardModel(settings: settings, machineNow: machineNow, screen: start)
    try settle(&model, model.update(.resized(size), machineNow: machineNow))
    if !filter.isEmpty, model.filterInForce != nil {
      model.dropSide()
      (model.events.payload, model.events.payloadRest) = (nil, CursorRest())
      try settle(&model, model.apply(filter: filter))
    }
    if screen == .detail {
      let first = model.subscribers.window.selectedRow?.summary.id
      if let id = subscription ?? first { try settle(&model, model.open(id)) }
    }
    return model
  }

  /// Answers every question until none is left.
  private func settle(_ model: inout DashboardModel, _ effects: [Effect]) throws(LedgerError) {
    var effects = effects
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      guard case .ask(let query, let slot, let request) = effect else { continue }
      let answer = try runner.answer(query)
      effects += model.update(.answer(answer, slot: slot, request: request), machineNow: machineNow)
    }
  }
}
