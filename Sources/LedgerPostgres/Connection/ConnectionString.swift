#if Postgres
  import CPostgres

  /// The text that names a server and what lies on it, which libpq reads: a URL, pairs of keywords
  /// and values, or a service.
  struct ConnectionString: Hashable, Sendable {
    /// The text as it was given, which may hold a password and is passed to libpq alone.
    let text: String
    /// The place without any secret, for people.
    let location: String

    /// Reads a text.
    init(_ text: String) {
      self.text = text
      location = ConnectionString.location(of: text)
    }

    private static func location(of text: String) -> String {
      if isAmbiguous(text) { return "postgres://" }
      guard let options = PQconninfoParse(text, nil) else { return "postgres://" }
      defer { PQconninfoFree(options) }
      var values: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          values[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
      if let service = values["service"] { return "service=\(plain(service))" }
      var place = values["user"].map { "\(plain($0))@" } ?? ""
      place += hosts(values["host"] ?? values["hostaddr"] ?? "", ports: values["port"] ?? "")
      if let name = values["dbname"] { place += "/\(plain(name))" }
      return "postgres://\(place)"
    }

    /// Several hosts, each with its port: libpq has lists of both, or one port for all hosts.
    private static func hosts(_ hosts: String, ports: String) -> String {
      func parts(_ list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map { plain(String($0)) }
      }
      let (hosts, ports) = (parts(hosts), parts(ports))
      return hosts.enumerated().map { place, host in
        let port = ports.count == hosts.count ? ports[place] : ports[0]
        return port.isEmpty ? host : "\(host):\(port)"
      }.joined(separator: ",")
    }

    /// A Boolean value that indicates whether libpq takes a part of a URL's user name or password
    /// for something else, which its messages then show.
    ///
    /// It reads up to the first `@` or `/`, so that these signs have to be in percent form.
    static func isAmbiguous(_ text: String) -> Bool {
      guard text.hasPrefix("postgres"), let scheme = text.firstRange(of: "://") else {
        return false
      }
      var rest = text[scheme.upperBound...]
      if let stop = rest.firstIndex(where: { $0 == "@" || $0 == "/" }), rest[stop] == "@" {
        rest = rest[rest.index(after: stop)...]
      }
      let place = rest.prefix { $0 != "?" }
      let hosts = place.prefix { $0 != "/" }.split(separator: ",")
      let query = rest.dropFirst(place.count + 1).split(separator: "&")
      return place.contains("@") || !query.allSatisfy { $0.contains("=") }
        || !hosts.allSatisfy { host in
          let port = (host.split(separator: "]").last ?? host).split(separator: ":").dropFirst()
          return port.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
        }
    }

    /// A text without signs that a terminal would obey.
    private static func plain(_ text: String) -> String {
      String(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : Character($0) })
    }
  }
#endif
