import ProgramConventions

/// What the program says beside its data.
let narration = Narration(program: "churntop")
