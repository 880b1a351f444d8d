import TestSupport

@testable import Pipeline

/// `import` in a project of a test.
enum ImportTrial {
  static func imported(
    _ source: String, in project: PipelineProject, _ change: (inout ImportVerb.Options) -> Void = { _ in }
  ) async -> ImportVerb.Outcome {
    var options = ImportVerb.Options(source: source)
    change(&options)
    let run = Run(project.options)
    let outcome = await ImportVerb(run, options).run()
    await run.shutdown()
    return outcome
  }

  static func text(_ outcome: ImportVerb.Outcome) throws -> (text: String, notes: [String]) {
    guard case .document(let text?, let notes) = outcome else { throw PipelineProject.Unexpected(what: "\(outcome)") }
    return (text, notes)
  }
}
