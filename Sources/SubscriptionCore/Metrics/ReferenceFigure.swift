/// A figure that somebody else published, for comparison; never mixed with own data.
public struct ReferenceFigure: Hashable, Sendable {
  /// The metric that it is beside; `nil` if no metric of churntop measures the same.
  public var metric: Metric?
  /// The published value with its unit, for example `57 %`.
  public var value: String
  /// The meaning of the value, in one sentence without a full stop.
  public var text: String
  /// The store that it is about; `nil` for both or if the source does not say.
  public var store: Store?
  /// The publisher.
  public var publisher: String
  /// The address of the publication.
  public var url: String
  /// The date of the publication, as exact as it is known: a year, a month or a day.
  public var date: String

  /// The published figures, in the order of the article <doc:Metrics#Published-figures>.
  public static let all: [ReferenceFigure] = [
    ReferenceFigure(
      metric: nil, value: "31 %", text: "of cancellations were billing failures",
      store: .googlePlay, publisher: "RevenueCat, State of Subscription Apps",
      url: "https://www.revenuecat.com/state-of-subscription-apps/", date: "2026-03"),
    ReferenceFigure(
      metric: nil, value: "14 %", text: "of cancellations were billing failures",
      store: .appStore, publisher: "RevenueCat, State of Subscription Apps",
      url: "https://www.revenuecat.com/state-of-subscription-apps/", date: "2026-03"),
    ReferenceFigure(
      metric: nil, value: "28.2 %", text: "of cancellations were billing failures, a year before",
      store: .googlePlay, publisher: "RevenueCat, State of Subscription Apps",
      url: "https://www.revenuecat.com/state-of-subscription-apps/", date: "2025"),
    ReferenceFigure(
      metric: nil, value: "15.1 %", text: "of cancellations were billing failures, a year before",
      store: .appStore, publisher: "RevenueCat, State of Subscription Apps",
      url: "https://www.revenuecat.com/state-of-subscription-apps/", date: "2025"),
    ReferenceFigure(
      metric: .trialFailureRate, value: "15 to 20 %", text: "of trials reach a billing issue",
      store: nil, publisher: "Qonversion", url: "https://habr.com/en/articles/518424",
      date: "2020-09"),
    ReferenceFigure(
      metric: .trialRecoveryRate, value: "about 15 %",
      text: "of the trials with a billing issue return to a paid state",
      store: nil, publisher: "Qonversion", url: "https://habr.com/en/articles/518424",
      date: "2020-09"),
    ReferenceFigure(
      metric: .graceRecoveryRate, value: "+57 %",
      text: "recovery of declined renewals with grace, against without",
      store: .googlePlay, publisher: "Google",
      url: "https://medium.com/googleplaydev/how-to-win-back-subscribers-who-cancel-9960731adeb",
      date: "2018"),
    ReferenceFigure(
      metric: .involuntaryChurnRate, value: "-8 %",
      text: "involuntary churn with account hold, against without",
      store: .googlePlay, publisher: "Google",
      url: "https://android-developers.googleblog.com/2020/06/"
        + "new-features-to-acquire-and-retain-subscribers.html", date: "2020-06"),
    ReferenceFigure(
      metric: .holdRecoveryRate, value: "+35 %",
      text: "recovery of payment declines with account hold, against without",
      store: .googlePlay, publisher: "Google",
      url: "https://android-developers.googleblog.com/2020/06/"
        + "new-features-to-acquire-and-retain-subscribers.html", date: "2020-06"),
  ]
}
