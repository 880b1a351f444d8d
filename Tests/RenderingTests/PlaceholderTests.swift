import Testing

@testable import Rendering

@Test func theModuleBuilds() {}
