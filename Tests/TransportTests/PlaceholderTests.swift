import Testing

@testable import Transport

@Test func theModuleBuilds() {}
