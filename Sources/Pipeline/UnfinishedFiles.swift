import Rendering

/// Pictures that are being written when a run must end at once.
package enum UnfinishedFiles {
  /// Takes them away; safe from any thread.
  package static func remove() { OutputFile.removeUnfinished() }
}
