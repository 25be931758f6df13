import ConfigurationFiles
import Foundation
import StoreClients
import StorePayloads
import StoreSync
import SubscriptionCore

/// A builder of the stores' clients of a configuration, with the problems of their credentials.
struct StoreClientsBuilder {
  /// One app of the App Store in one environment.
  struct AppStore: Sendable {
    var app: DaemonConfiguration.AppStoreApp
    var environment: StoreEnvironment
    var client: any AppStoreAPI
  }

  /// One app of Google Play.
  struct GooglePlay: Sendable {
    var app: DaemonConfiguration.GooglePlayApp
    var account: String
    var client: any GooglePlayAPI
  }

  /// A subscription of Pub/Sub that is pulled.
  struct Pulled: Sendable {
    var api: any PubSubAPI
    /// The mail address of the service account that pulls.
    var account: String
    /// The apps whose notifications it may contain.
    var packages: Set<AppID>
  }

  /// The apps of the App Store that can be queried.
  private(set) var appStore: [AppStore] = []
  /// The apps of Google Play that can be queried.
  private(set) var googlePlay: [GooglePlay] = []
  /// The Pub/Sub subscriptions of Google Play's notifications.
  private(set) var pulled: [Pulled] = []
  /// The apps whose product settings can be read.
  private(set) var products: [any ProductSettingsAPI] = []
  /// The configured root certificates of each app, beside Apple's.
  private var ownRoots: [AppID: TrustedRoot] = [:]
  private(set) var problems: [ConfigurationProblem] = []

  /// The apps that can be queried, those of the App Store in each of their environments.
  var apps: [StoreApp] {
    appStore.map {
      StoreApp(store: .appStore, app: $0.app.bundle, environment: $0.environment)
    } + googlePlay.map { StoreApp(store: .googlePlay, app: $0.app.package) }
  }

  private let path: String
  private let environment: [String: String]
  private let dependencies: ClientDependencies
  private var accesses: [AccessPlace: GooglePlayAccess] = [:]

  /// The key under which packages of one account and host share a quota.
  private struct AccessPlace: Hashable {
    var secret: SecretSource
    var host: String?
  }

  init(
    _ configuration: DaemonConfiguration, environment: [String: String],
    dependencies: ClientDependencies
  ) {
    (path, self.environment, self.dependencies) = (configuration.path, environment, dependencies)
    for app in configuration.appStore { add(app) }
    for app in configuration.googlePlay { add(app) }
  }

  private mutating func add(_ app: DaemonConfiguration.AppStoreApp) {
    if let root = app.root { add(root: root, of: app) }
    addConnect(app)
    guard let secret = app.secret, let keyID = app.key, let issuer = app.issuer else { return }
    do {
      let pem = String(decoding: try secret.read(environment), as: UTF8.self)
      let key = try AppStoreKey(pem: pem, keyID: keyID, issuerID: issuer)
      let host = try app.host.map(StoreHost.init)
      for environment in app.environments {
        let client = AppStoreServerClient(
          key: key, bundle: app.bundle, environment: environment, host: host,
          dependencies: dependencies)
        appStore.append(AppStore(app: app, environment: environment, client: client))
      }
    } catch {
      report(app.line, "App Store \(app.bundle): \(error)")
    }
  }

  /// Adds the client of the App Store Connect API, which has a key of its own.
  private mutating func addConnect(_ app: DaemonConfiguration.AppStoreApp) {
    guard let secret = app.connectSecret, let keyID = app.connectKey,
      let issuer = app.connectIssuer
    else { return }
    do {
      let pem = String(decoding: try secret.read(environment), as: UTF8.self)
      let key = try AppStoreKey(pem: pem, keyID: keyID, issuerID: issuer)
      let host = try app.connectHost.map(StoreHost.init)
      products.append(
        AppStoreConnectProducts(
          key: key, bundle: app.bundle, host: host ?? .appStoreConnect,
          dependencies: dependencies))
    } catch {
      report(app.line, "App Store Connect \(app.bundle): \(error)")
    }
  }

  private mutating func add(root path: String, of app: DaemonConfiguration.AppStoreApp) {
    // A certificate is no secret, so that others may read its file.
    guard let bytes = FileManager.default.contents(atPath: path) else {
      return report(app.line, "\(path): cannot be read. Check that it exists and may be read.")
    }
    do {
      ownRoots[app.bundle] = try TrustedRoot(file: Array(bytes))
    } catch {
      report(app.line, "\(path): \(error)")
    }
  }

  /// Returns the root certificates for an app, which apply to no other app.
  func roots(of app: AppID) -> [TrustedRoot] {
    [.appleRootCAG3] + (ownRoots[app].map { [$0] } ?? [])
  }

  private mutating func add(_ app: DaemonConfiguration.GooglePlayApp) {
    guard let secret = app.secret else { return }
    do {
      let place = AccessPlace(secret: secret, host: app.host)
      let access = try accesses[place] ?? access(secret, host: app.host)
      accesses[place] = access
      googlePlay.append(
        GooglePlay(
          app: app, account: access.email,
          client: GooglePlayClient(package: app.package, access: access)))
      products.append(GooglePlayProducts(package: app.package, access: access))
      try addPulled(app, secret)
    } catch {
      report(app.line, "Google Play \(app.package): \(error)")
    }
  }

  /// Adds the subscription of an app, which several apps may share.
  private mutating func addPulled(
    _ app: DaemonConfiguration.GooglePlayApp, _ secret: SecretSource
  ) throws {
    guard let name = app.subscription else { return }
    if let place = pulled.firstIndex(where: { $0.api.subscription == name }) {
      pulled[place].packages.insert(app.package)
      return
    }
    let account = try ServiceAccount(json: try secret.read(environment))
    let host = try app.pubSubHost.map(StoreHost.init)
    let client = PubSubClient(
      name, account: account, host: host ?? .pubSub, dependencies: dependencies,
      patient: dependencies.patient)
    pulled.append(Pulled(api: client, account: account.email, packages: [app.package]))
  }

  private func access(_ secret: SecretSource, host: String?) throws -> GooglePlayAccess {
    let account = try ServiceAccount(json: try secret.read(environment))
    let host = try host.map(StoreHost.init)
    return GooglePlayAccess(account: account, host: host ?? .googlePlay, dependencies: dependencies)
  }

  private mutating func report(_ line: Int, _ text: String) {
    problems.append(ConfigurationProblem(path: path, line: line, text: text))
  }
}
