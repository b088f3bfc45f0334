// Whether this is a build under the address sanitizer: GCC says it by one name, Clang by another.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define ULNA_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ULNA_ADDRESS_SANITIZER 1
#endif
#endif

namespace ulna {

#ifdef ULNA_ADDRESS_SANITIZER
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

} // namespace ulna
