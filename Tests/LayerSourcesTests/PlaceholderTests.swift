import Testing

@testable import LayerSources

@Test func theModuleBuilds() {}
