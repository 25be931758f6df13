#if canImport(UIKit)
  import Foundation
  import StoreKit
  import UIKit

  /// The prompt that is due according to the app's backend; see backend.py beside this file.
  struct BillingPrompt: Decodable, Sendable {
    var subscription: String
    var store: String
    var step: Int
    var link: URL?
  }

  /// The app's own backend, which identifies the user by the session.
  protocol Backend: Sendable {
    /// `GET /billing-prompt`; `nil` if no prompt is due or the request fails.
    func billingPrompt() async -> BillingPrompt?
    /// `POST /billing-prompt/shown`, repeated with the same key until it is answered.
    func billingPromptShown(_ subscription: String, step: Int, key: UUID) async
  }

  /// A presenter of the App Store's own sheet about a declined payment, when churntopd reports it
  /// as due.
  ///
  /// Start ``listen()`` before the app's first scene appears and retain its task for as long as the
  /// app runs: a listener suppresses the sheet that StoreKit would show at launch. Call
  /// ``sceneDidBecomeActive(_:)`` where the sheet disturbs nothing.
  @available(iOS 16.4, *)
  @MainActor
  final class BillingPromptPresenter {
    private let backend: any Backend
    private let showBanner: (BillingPrompt) -> Void
    private var waiting: Message?

    /// Creates a presenter; the banner's button opens the prompt's link.
    init(backend: any Backend, showBanner: @escaping (BillingPrompt) -> Void) {
      (self.backend, self.showBanner) = (backend, showBanner)
    }

    /// Holds back the App Store's billing messages, and shows every other message at once.
    func listen() async {
      for await message in Message.messages {
        if message.reason == .billingIssue {
          waiting = message
        } else if let scene = Self.activeScene {
          try? message.display(in: scene)
        }
      }
    }

    /// Shows the prompt that is due: the App Store's sheet, or the app's own banner.
    func sceneDidBecomeActive(_ scene: UIWindowScene) async {
      guard let prompt = await backend.billingPrompt(), prompt.store == "app-store" else { return }
      if prompt.step == 3 {
        showBanner(prompt)
      } else {
        guard let message = waiting, (try? message.display(in: scene)) != nil else { return }
        waiting = nil
      }
      await backend.billingPromptShown(prompt.subscription, step: prompt.step, key: UUID())
    }

    private static var activeScene: UIWindowScene? {
      UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
        .first { $0.activationState == .foregroundActive }
    }
  }
#endif
