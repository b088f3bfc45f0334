// Sorting a handful: std::sort is made for more, and GCC sees it step out of small arrays.
#ifndef ULNA_OPTIMIZED_SORT_FEW_H
#define ULNA_OPTIMIZED_SORT_FEW_H

#include <utility>

template <class T, class Less>
void sort_few(T* begin, T* end, Less less) {
  for (T* next = begin; next != end; next++) {
    for (T* at = next; at != begin && less(*at, at[-1]); at--) std::swap(*at, at[-1]);
  }
}

template <class T>
void sort_few(T* begin, T* end) {
  sort_few(begin, end, [](const T& a, const T& b) { return a < b; });
}

#endif
