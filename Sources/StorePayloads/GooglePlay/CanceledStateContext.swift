import PlainText
import SubscriptionCore

/// The cancellation of a canceled or expired subscription (Google, `purchases.subscriptionsv2`,
/// CanceledStateContext).
struct CanceledStateContext {
  /// The initiator; the store sends exactly one of these as an object, perhaps an empty one.
  enum Initiator: String, CaseIterable {
    case user = "userInitiatedCancellation"
    case system = "systemInitiatedCancellation"
    case developer = "developerInitiatedCancellation"
    case replacement = "replacementCancellation"
  }

  /// The user's reason for canceling, from the cancellation survey.
  enum Reason: String {
    case unspecified = "CANCEL_SURVEY_REASON_UNSPECIFIED"
    case notEnoughUsage = "CANCEL_SURVEY_REASON_NOT_ENOUGH_USAGE"
    case technicalIssues = "CANCEL_SURVEY_REASON_TECHNICAL_ISSUES"
    case costRelated = "CANCEL_SURVEY_REASON_COST_RELATED"
    case foundBetterApp = "CANCEL_SURVEY_REASON_FOUND_BETTER_APP"
    case others = "CANCEL_SURVEY_REASON_OTHERS"
  }

  var initiator: Initiator?
  var cancelTime: Timestamp?
  var surveyReason: Open<Reason>?
  /// The member that names the initiator, if this build does not know it.
  var unknownMember: String?

  init(_ json: JSONValue) throws(Fault) {
    if let user = try json.object("userInitiatedCancellation") {
      initiator = .user
      cancelTime = try user.date("cancelTime")
      if let answer = try user.object("cancelSurveyResult") {
        surveyReason = try answer.open("reason")
        try answer.check(texts: "reasonUserInput")
      }
    } else if try json.object("systemInitiatedCancellation") != nil {
      initiator = .system
    } else if try json.object("developerInitiatedCancellation") != nil {
      initiator = .developer
    } else if try json.object("replacementCancellation") != nil {
      initiator = .replacement
    } else {
      unknownMember = json.members.first?.key
    }
  }

  /// The reason in the core's terms; `nil` for a replacement, which is not an end.
  var endReason: EndReason? {
    switch initiator {
    case .user: .voluntary
    case .system: .billing
    case .developer: .developer
    case .replacement: nil
    case nil: .other
    }
  }
}
