/// A pattern before it becomes steps.
indirect enum PatternTree {
  case step(PatternProgram.Step)
  case sequence([PatternTree])
  case alternatives([PatternTree])
  case repetition(PatternTree, least: Int, most: Int?)
}
