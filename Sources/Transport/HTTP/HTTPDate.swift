/// Dates of HTTP headers (RFC 9110, section 5.6.7), as seconds since 1970-01-01 00:00 UTC.
package enum HTTPDate {
  /// Reads the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  /// - Parameter now: Seconds since 1970: a year of two digits is at most 50 years in its future.
  /// - Returns: `nil` for anything else; the name of the day is not looked at.
  package static func seconds(_ text: String, now: Double) -> Double? {
    let words = text.split { $0 == " " || $0 == "," }
    if words.count == 5, words[4].utf8.count == 4 {  // asctime
      return seconds(day: words[2], month: words[1], year: words[4], time: words[3], now: now)
    }
    if words.count == 6 {
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4], now: now)
    }
    if words.count == 4 {  // RFC 850
      let date = words[1].split(separator: "-")
      guard date.count == 3 else { return nil }
      return seconds(day: date[0], month: date[1], year: date[2], time: words[2], now: now)
    }
    return nil
  }

  /// Days from 1970-01-01 to a day of the proleptic Gregorian calendar.
  ///
  /// Howard Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
  package static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func seconds(day: Substring, month: Substring, year: Substring, time: Substring, now: Double)
    -> Double?
  {
    guard let day = number(day, 1...31), let month = months.firstIndex(of: month.lowercased()),
      var fullYear = number(year, 0...9999)
    else { return nil }
    let clock = time.split(separator: ":")
    guard clock.count == 3, let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
      let second = number(clock[2], 0...60)
    else { return nil }
    if year.utf8.count == 2 {
      let thisYear = 1970 + Int(now / 31_556_952)
      fullYear += thisYear / 100 * 100
      if fullYear > thisYear + 50 { fullYear -= 100 }
    }
    let days = days(year: fullYear, month: month + 1, day: day)
    return Double(days * 86_400 + hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text), range.contains(value) else {
      return nil
    }
    return value
  }
}
