import ProgramConventions

/// What the program says beside its data.
let diagnostics = Diagnostics(program: "churntop")
