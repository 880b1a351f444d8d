/// The version of mapdoc; a change of it makes every picture out of date.
package enum Version {
  package static let text = "0.1.0"
  /// Where people read about the program, for the User-Agent.
  package static let home = "https://github.com/mapdoc/mapdoc"
}
