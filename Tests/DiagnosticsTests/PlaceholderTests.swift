import Testing

@testable import Diagnostics

@Test func theModuleBuilds() {}
