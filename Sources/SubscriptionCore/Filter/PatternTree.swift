/// The syntax tree of a pattern.
indirect enum PatternTree {
  case step(PatternProgram.Step)
  case sequence([PatternTree])
  case alternatives([PatternTree])
  case repetition(PatternTree, least: Int, most: Int?)
}
