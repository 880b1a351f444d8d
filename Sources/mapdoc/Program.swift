import Arguments
internal import CMalloc
import Glibc
import Pipeline

/// The program: its commands, and how a signal ends it.
enum Program {
  static let commands = CommandSet(
    [
      CheckCommand.self, PlanCommand.self, RenderCommand.self, PackCommand.self, InspectCommand.self,
      ImportCommand.self,
      CacheCommand.self, InitCommand.self, SchemaCommand.self, CompletionsCommand.self, VersionCommand.self,
    ], program: "mapdoc", summary: "maps as source code", version: Version.text,
    later: ["watch", "serve", "lock", "test", "diff"])

  static func main() async {
    // First of all: threads that are started later inherit which signals they leave alone.
    Interruption.begin()
    keepMemory()
    let context = CommandContext.ofProcess()
    let words = Array(CommandLine.arguments.dropFirst())
    let work = Task { await commands.run(words, in: context) }
    Interruption.whenItComes { work.cancel() }
    let status = await work.value
    exit((Interruption.status ?? status).rawValue)
  }

  /// Tiles and bands come and go all the time: their memory stays with the process, as new pages cost a tenth of a
  /// large map's time. What is larger goes back to the system as soon as it is free.
  private static func keepMemory() {
    _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)
    _ = mallopt(M_TRIM_THRESHOLD, 256 << 20)
  }
}
