import ProgramConventions

/// The messages of the program on standard error.
let diagnostics = Diagnostics(program: "churntop")
