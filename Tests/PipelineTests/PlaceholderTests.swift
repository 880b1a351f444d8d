import Testing

@testable import Pipeline

@Test func theModuleBuilds() {}
