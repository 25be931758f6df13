extension MetricsRegistry {
  /// Everything in Prometheus' text format 0.0.4
  /// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
  ///
  /// Metrics come in the order of ``PrometheusMetric``, series in the order of their labels.
  public var text: String {
    let state = snapshot()
    return PrometheusMetric.allCases.reduce(into: "") { text, metric in
      text += "# HELP \(metric.rawValue) \(metric.help)\n"
      text += "# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
      switch metric.kind {
      case .counter, .gauge:
        let series = state.numbers.filter { $0.key.metric == metric }
        for (name, value) in series.sorted(by: { $0.key.precedes($1.key) }) {
          let number = Self.text(of: value, decimals: metric.definition.decimals)
          text += metric.rawValue + name.labelText + " " + number + "\n"
        }
      case .histogram:
        let series = Series(metric: metric, labels: [])
        text += (state.histograms[series] ?? Histogram()).lines(of: metric)
      }
    }
  }

  /// A number of the registry with its decimal places, none of them a trailing zero.
  fileprivate static func text(of number: Int64, decimals: Int) -> String {
    guard decimals > 0 else { return "\(number)" }
    let digits = String(number.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let fraction = padded.suffix(decimals).reversed().drop { $0 == "0" }.reversed()
    let whole = (number < 0 ? "-" : "") + String(padded.dropLast(decimals))
    return fraction.isEmpty ? whole : whole + "." + String(fraction)
  }
}

extension MetricsRegistry.Series {
  fileprivate func precedes(_ other: Self) -> Bool {
    labels.lexicographicallyPrecedes(other.labels)
  }

  /// The labels as they stand behind the name; empty where there are none.
  fileprivate var labelText: String {
    guard !labels.isEmpty else { return "" }
    let pairs = zip(metric.labels, labels).map { "\($0)=\"\(Self.escaped($1))\"" }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  /// The value of a label, escaped.
  ///
  /// It goes by scalars, because a quotation mark with a combining mark behind it is one Character.
  /// Other control characters are written by their code, so that none reaches a terminal.
  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\": text += #"\\"#
      case "\"": text += #"\""#
      case "\n": text += #"\n"#
      case _ where scalar.properties.generalCategory == .control:
        text += #"\\u{"# + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension MetricsRegistry.Histogram {
  /// The lines of a histogram: counts up to each bound, the sum in seconds, the count.
  fileprivate func lines(of metric: PrometheusMetric) -> String {
    var text = ""
    var total: UInt64 = 0
    for (bound, count) in zip(MetricsRegistry.boundsInMilliseconds, counts) {
      total += count
      text += "\(metric.rawValue)_bucket{le=\"\(Self.seconds(.milliseconds(bound)))\"} \(total)\n"
    }
    total += counts.last ?? 0
    text += "\(metric.rawValue)_bucket{le=\"+Inf\"} \(total)\n"
    text += "\(metric.rawValue)_sum \(Self.seconds(sum))\n"
    return text + "\(metric.rawValue)_count \(total)\n"
  }

  /// A length of time in seconds with up to six decimals, none of them a trailing zero.
  static func seconds(_ duration: Duration) -> String {
    let (whole, rest) = duration.components
    return MetricsRegistry.text(of: whole * 1_000_000 + rest / 1_000_000_000_000, decimals: 6)
  }
}
