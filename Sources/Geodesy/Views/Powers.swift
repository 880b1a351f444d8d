#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// 2 to the power of an exponent; exact for whole ones.
func power(of exponent: Double) -> Double { exp2(exponent) }

/// The logarithm to the base 2.
func logarithm(_ value: Double) -> Double { log2(value) }

/// The tangent of an angle in radians.
func tangent(of angle: Double) -> Double { tan(angle) }

/// The sine of an angle in radians.
func sine(of angle: Double) -> Double { sin(angle) }
