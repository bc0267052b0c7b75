// Sums that can pass 2^63: pairs of units, products of lengths.
#pragma once

namespace seamark {

// GCC and Clang both have it; the marker says that its absence from the standard is known.
__extension__ using WideInteger = __int128;

}  // namespace seamark
