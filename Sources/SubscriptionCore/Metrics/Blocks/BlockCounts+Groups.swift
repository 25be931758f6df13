extension BlockCounts {
  /// The counts by the value of a property.
  struct GroupCounts: Sendable {
    /// The names, by the groups' numbers.
    private(set) var names: [String] = []
    private var known: [String: Int] = [:]
    /// The group of each shape.
    private(set) var groupOfShape: [Int] = []
    /// For each group and window the numbers of episodes by code.
    fileprivate(set) var codes: [UInt32] = []
    /// For each group and window the times to recovery and to loss of access.
    fileprivate(set) var recoveries: [EpisodeDurations] = []
    fileprivate(set) var losses: [EpisodeDurations] = []

    /// Adds the next shape, which is of the group with a name.
    mutating func add(shape name: String) {
      if known[name] == nil {
        known[name] = names.count
        names.append(name)
        codes += repeatElement(0, count: 3 * EpisodeStatus.codes)
        recoveries += repeatElement(EpisodeDurations(), count: 3)
        losses += repeatElement(EpisodeDurations(), count: 3)
      }
      groupOfShape.append(known[name] ?? 0)
    }
  }
}

extension BlockPass {
  /// Counts the episodes by group.
  func add(to groups: inout BlockCounts.GroupCounts) {
    for window in 0..<3 where hour.isIn(window) {
      let instant = instant(of: window)
      for run in block.runs {
        let open = block.firstOpen(at: instant, in: run)
        for place in run.places {
          let shape = Int(block.shapes[place])
          guard shape < shapes else { continue }
          let (group, isOpen) = (groups.groupOfShape[shape] * 3 + window, place >= open)
          let offset = block.offsets[place]
          let hold = run.kind.hasHold ? block.holds[place] : .max
          let code = isOpen ? run.kind.status & 7 : run.kind.status
          groups.codes[group * EpisodeStatus.codes + code + (hold <= instant ? 2 : 0)] &+= 1
          if run.kind.isRecovered, !isOpen {
            let end = run.kind.hasEnd ? block.ends[place] : instant
            groups.recoveries[group].add(milliseconds: end.subtractingClamped(offset), .recovered)
          }
          if hold <= instant {
            groups.losses[group].add(milliseconds: hold.subtractingClamped(offset), .recovered)
          }
        }
      }
    }
  }
}
