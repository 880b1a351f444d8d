extension Expression {
  /// The language for the manual: a paragraph for each subject.
  static let manual = [
    """
    An expression is a text. It is made of fields by name, numbers (`12`, `0.5`, `2e3`), texts between single quotes, \
    `true`, `false`, `null`, operators, functions and brackets; nothing else. A name that is no word of letters, digits \
    and `_`, or that is a word of the language, stands between double quotes: `"two words"`. Inside quotes the quote \
    itself is written twice, and a backslash is a backslash. Words of the language and functions may be written in upper \
    or lower case; in names of fields and in texts the two differ. In YAML, put quotes around an expression that has a \
    `#` or `: ` in it, or that starts with a quote.
    """,
    """
    Operators, from the loosest to the tightest: `or`; `and`; `not`; `==`, `!=`, `<`, `<=`, `>`, `>=`, `in (..)`, \
    `like`, `is null`, and with a `not` in them `not in (..)`, `not like`, `is not null`; `+`, `-`; `*`, `/`, `%`; a \
    minus in front. Operators of one kind work from the left. Comparisons do not chain: write `1 < x and x < 3`.
    """,
    """
    Numbers are of one type, so `3 == 3.0`. Whole numbers are exact to 64 bits, and what would be larger becomes a \
    floating-point number. `/` always divides exactly (`7 / 2` is 3.5), and `%` is the remainder with the sign of the \
    left number (`-7 % 3` is -1). A division by 0, and any result that is not a finite number, is `null`.
    """,
    """
    `null` propagates through operators and functions; only `is null`, `coalesce`, `and` and `or` look at it. Conditions \
    have three values: `false and null` is `false`, `true or null` is `true`, otherwise what depends on a `null` is \
    `null`, and a condition that is `null` does not hold. `x == null` is therefore an error: write `x is null`. \
    `x in (1, null)` is `true` or `null`, never `false`.
    """,
    """
    Only values of one type are compared, and there are no conversions: `'1' == 1` and `1 and true` are errors at their \
    place. Texts are compared character by character in the order of Unicode, `true` and `false` only for equality. In \
    a pattern of `like`, `%` is any run of characters, `_` is one, and `\\` takes the next character as it is; upper and \
    lower case differ, so write `lower(name) like 'b%'`.
    """,
    """
    Functions: `lower(text)`, `upper(text)`, `length(text)` in characters; `round(number)` or `round(number, places)`, \
    halves away from 0; `abs(number)`; `min(..)` and `max(..)` of numbers; `coalesce(..)`, the first that is not `null`; \
    `concat(..)` of texts, numbers, `true` and `false`. An expression has at most 4,096 characters and 64 brackets \
    within one another.
    """,
  ]
}
