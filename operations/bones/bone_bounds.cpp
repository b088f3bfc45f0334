#include "operations/bones/bone_bounds.h"

#include "operations/shared/bounds.h"

#include <algorithm>

namespace ulna::bones {
namespace {

using reference::Minor;
using reference::minor_of;

/// The bounds are computed in double, from values that double knows to 2^-28 of the bounds.
constexpr double kSlack = 1 + 0x1p-20;

constexpr double kMaxRange = kSumLimit / 16; ///< of what an inversion works with
constexpr double kMinDeterminant = 0x1p-120; ///< its reciprocal is no overflow

double squared(const double* v, size_t step) {
  return v[0] * v[0] + v[step] * v[step] + v[2 * step] * v[2 * step];
}

/// The largest row sum of |A A^T|, or with steps by columns of |A^T A|.
double norm_of_square(const double* a, size_t vector, size_t element) {
  double largest = 0;
  for (size_t i = 0; i < 3; ++i) {
    double sum = 0;
    for (size_t j = 0; j < 3; ++j) {
      double dot = 0;
      for (size_t k = 0; k < 3; ++k)
        dot += a[vector * i + element * k] * a[vector * j + element * k];
      sum += std::fabs(dot);
    }
    largest = std::max(largest, sum);
  }
  return largest;
}

/// ||A|| squared is an eigenvalue of A A^T and of A^T A, which no norm of theirs is below.
double spectral_norm(const Matrix& a) {
  return std::sqrt(std::min(norm_of_square(a.data(), 3, 1), norm_of_square(a.data(), 1, 3))) *
         kRoundUp;
}

/// The sum of the absolute terms of a minor of a matrix that is not negative.
double terms_of_minor(const double* m, size_t row, size_t column) {
  const Minor<double> minor = minor_of(m, row, column);
  return minor.plus + minor.minus;
}

/// The same for the determinant.
double permanent(const double* m) {
  double sum = 0;
  for (size_t c = 0; c < 3; ++c) sum += m[c] * terms_of_minor(m, 0, c);
  return sum;
}

using Matrix3 = std::array<double, 9>;

double largest(const Matrix3& m) {
  return *std::max_element(m.begin(), m.end());
}

Matrix3 product(const double* a, const double* b) {
  Matrix3 p;
  for (size_t row = 0; row < 3; ++row)
    for (size_t c = 0; c < 3; ++c)
      p[3 * row + c] = a[3 * row] * b[c] + a[3 * row + 1] * b[3 + c] + a[3 * row + 2] * b[6 + c];
  return p;
}

struct Sums {
  std::array<double, 3> rows{}, columns{};
};

Sums sums_of(const Matrix3& m) {
  Sums s;
  for (size_t i = 0; i < 9; ++i) {
    s.rows[i / 3] += m[i];
    s.columns[i % 3] += m[i];
  }
  return s;
}

Sums largest_of(const Matrix3& m) {
  Sums s;
  for (size_t i = 0; i < 9; ++i) {
    s.rows[i / 3] = std::max(s.rows[i / 3], m[i]);
    s.columns[i % 3] = std::max(s.columns[i % 3], m[i]);
  }
  return s;
}

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double largest(const std::array<double, 3>& v) {
  return std::max({v[0], v[1], v[2]});
}

/// Nobody may take the matrix for singular: by the determinant against its absolute terms, or by
/// the size of pivots, in float or better.
bool far_from_singular(double largest_element, const Sums& of_inverse, double det, double terms) {
  constexpr double kFar = 0x1p-12;
  constexpr double kRange = 0x1p100;
  const double sum = std::max(largest(of_inverse.rows), largest(of_inverse.columns));
  return det >= kFar * terms && kFar * largest_element * sum <= 1 && det >= 1 / kRange &&
         terms <= kRange;
}

/// The analysis of one inversion, step by step. All quantities are upper bounds, but for det_low.
class Inversion {
public:
  Inversion(const Matrix& a, const Matrix& off, const Matrix& x, bool flush)
      : off_(off), unit_(underflow_unit(flush)), daz_(flush ? unit_ : 0) {
    for (size_t i = 0; i < 9; ++i) {
      abs_a_[i] = std::fabs(a[i]);
      abs_x_[i] = std::fabs(x[i]);
      m_[i] = abs_a_[i] + off[i];
    }
    for (size_t i = 0; i < 3; ++i) {
      abs_t_[i] = std::fabs(a[9 + i]);
      t_[i] = abs_t_[i] + off[9 + i];
    }
  }

  InverseBound run(double det) {
    InverseBound result;
    result.judged = perturb() && divide(det) && eliminate() && move(result.value);
    if (!result.judged) return result;
    for (size_t i = 0; i < 9; ++i) result.value[i] = off_x_[i] + method_[i];
    for (double& bound : result.value) {
      bound *= kSlack;
      result.judged = result.judged && bound < kMaxRange;
    }
    result.far_from_singular = far_from_singular(largest_, sums_, det_low_, permanent_);
    return result;
  }

private:
  /// The inverse of what is off by `off`: |X| E |X| and what follows from it.
  bool perturb() {
    const Matrix3 f = product(abs_x_.data(), off_.data());
    const double eta = largest(sums_of(f).rows);
    if (!(eta < 0.5)) return false;
    off_x_ = product(f.data(), abs_x_.data());
    const Sums most = largest_of(off_x_);
    for (size_t i = 0; i < 9; ++i) {
      off_x_[i] += eta / (1 - eta) * most.columns[i % 3];
      x_[i] = abs_x_[i] + off_x_[i];
    }
    sums_ = sums_of(x_);
    return largest(sums_.rows) < kMaxRange && largest(sums_.columns) < kMaxRange;
  }

  /// The inverse by cofactors over the determinant.
  bool divide(double det) {
    permanent_ = permanent(m_.data());
    const double lost = permanent_ - permanent(abs_a_.data()) + 0x1p-48 * permanent_;
    det_low_ = std::fabs(det) - lost;
    if (!(permanent_ < kMaxRange && det_low_ > kMinDeterminant)) return false;
    largest_ = largest(m_);
    const double minor_underflow = 4 * unit_ + 4 * daz_ * largest_;
    const double det_underflow =
        12 * (unit_ * (1 + largest_) + daz_ * largest_ * largest_) + 3 * largest_ * minor_underflow;
    const double delta = gamma(7) * permanent_ / det_low_ + det_underflow / det_low_;
    if (!(delta < 0.5)) return false;
    for (size_t row = 0; row < 3; ++row) {
      for (size_t c = 0; c < 3; ++c) {
        const size_t i = 3 * row + c;
        const double terms = terms_of_minor(m_.data(), c, row);
        if (!(terms < kMaxRange)) return false;
        cofactors_[i] = terms / det_low_;
        const double minor = (gamma(2) * terms + minor_underflow) * (1 + gamma(2)) / det_low_;
        method_[i] = (minor + x_[i] * (delta + gamma(2))) / (1 - delta) + 2 * unit_;
      }
    }
    return true;
  }

  /// The inverse by Gaussian or Gauss-Jordan elimination with pivoting, of the matrix or of its
  /// transpose.
  bool eliminate() {
    constexpr double kFactor = 176 * 0x1p-24;
    const Sums most = largest_of(m_);
    const double kappa = kFactor * dot(most.columns, sums_.rows);
    const double kappa_t = kFactor * dot(most.rows, sums_.columns);
    if (!(kappa < 0.5 && kappa_t < 0.5)) return false;
    pivot_underflow_ = 30 * (unit_ + 2 * daz_) * (1 + largest_);
    for (size_t row = 0; row < 3; ++row) {
      for (size_t c = 0; c < 3; ++c) {
        double by_rows = 0;
        double by_columns = 0;
        for (size_t k = 0; k < 3; ++k) {
          by_rows += most.columns[k] * x_[3 * k + c];
          by_columns += x_[3 * row + k] * most.rows[k];
        }
        by_rows = kFactor / (1 - kappa) * by_rows + pivot_underflow_ * (1 + sums_.columns[c]);
        by_columns =
            kFactor / (1 - kappa_t) * by_columns + pivot_underflow_ * (1 + sums_.rows[row]);
        double& method = method_[3 * row + c];
        method = std::max({method, by_rows * sums_.rows[row], by_columns * sums_.columns[c]});
      }
    }
    return true;
  }

  /// The translation: -t X, as cofactors of its own, or in the course of an elimination.
  bool move(Matrix& bound) const {
    double all = 0;  // the terms of all three components, by the inverse
    double most = 0; // and those of one by cofactors, before the determinant divides them
    for (size_t c = 0; c < 3; ++c) {
      double terms = 0;
      for (size_t k = 0; k < 3; ++k) {
        all += t_[k] * x_[3 * k + c];
        terms += t_[k] * terms_of_minor(m_.data(), c, k);
      }
      most = std::max(most, terms);
    }
    if (!(all < kMaxRange && most < kMaxRange)) return false;
    for (size_t c = 0; c < 3; ++c) {
      double sum = 0;
      double underflow = 6 * unit_ * (1 + 1 / det_low_);
      for (size_t k = 0; k < 3; ++k) {
        const size_t i = 3 * k + c;
        sum += abs_t_[k] * off_x_[i] + off_[9 + k] * x_[i] + t_[k] * method_[i];
        sum += gamma(5) * t_[k] * std::max(x_[i] + method_[i], cofactors_[i]);
        underflow += daz_ * (t_[k] + x_[i] + cofactors_[i]);
      }
      bound[9 + c] = sum + underflow + pivot_underflow_ * sums_.columns[c] * (1 + all);
    }
    return true;
  }

  const Matrix& off_;
  double unit_;
  double daz_; ///< what a denormal input is, where it counts as zero
  Matrix3 abs_a_, abs_x_;
  Matrix3 m_;     ///< what is inverted
  Matrix3 x_;     ///< its inverse
  Matrix3 off_x_; ///< how far that is from the exact inverse
  std::array<double, 3> abs_t_, t_;
  Sums sums_; ///< of x_
  double permanent_ = 0, det_low_ = 0, largest_ = 0, pivot_underflow_ = 0;
  Matrix3 cofactors_; ///< their absolute terms over the determinant
  Matrix3 method_;    ///< the error of the worst method
};

} // namespace

Chain extend(const Chain& parent, const ulna_mat44& local) {
  const Matrix a = reference::affine<double>(local);
  const double norm = spectral_norm(a);
  const double length = std::sqrt(squared(&a[9], 1)) * kRoundUp;
  Chain chain;
  chain.products = parent.products + 1;
  chain.norm = norm * parent.norm * kRoundUp;
  chain.reach = (length * parent.norm + parent.reach) * kRoundUp;
  const double above = norm * parent.largest_norm * kRoundUp;
  chain.largest_norm = std::max(1.0, above);
  chain.largest_above = std::max(parent.largest_above, chain.norm);
  chain.largest_reach = (length * parent.largest_norm + parent.largest_reach) * kRoundUp;
  chain.peak = std::max({parent.peak, above, chain.largest_reach});
  // Beyond what can matter the absolute products are given up, before infinity meets zero.
  if (!(*std::max_element(parent.absolute.begin(), parent.absolute.end()) < 1e60)) {
    chain.absolute.fill(INFINITY);
    return chain;
  }
  Matrix absolute;
  for (size_t i = 0; i < 12; ++i) absolute[i] = std::fabs(a[i]);
  chain.absolute = reference::multiply(absolute, parent.absolute);
  for (double& x : chain.absolute) x *= kRoundUp;
  return chain;
}

bool in_domain(const Chain& chain) {
  return chain.peak < kSumLimit / 4;
}

CombinedBound bound_of_combined(const Chain& chain, bool flush) {
  const double d = chain.products;
  const double unit = underflow_unit(flush);
  const double off = std::expm1(d * std::log1p(3 * gamma(3))); // in units of the norms
  const double places = flush ? d + 1 : d;
  const double per_product = (flush ? 24 : 9) * unit;
  const double linear_underflow = (1 + off) * places * per_product * chain.largest_norm;
  const double moved_underflow =
      (1 + off) * places * ((flush ? 13 : 6) * unit + per_product * chain.largest_reach);
  CombinedBound bound;
  for (size_t i = 0; i < 12; ++i) {
    const bool linear = i < 9;
    const double by_norm = off * (linear ? chain.norm : chain.reach);
    const double by_terms = d == 0 ? 0 : gamma((linear ? 3 : 4) * d) * chain.absolute[i];
    const double underflow = (linear ? linear_underflow : moved_underflow) * chain.largest_above;
    // A product of zero and infinity is no bound.
    bound.value[i] = ((by_terms < by_norm ? by_terms : by_norm) + underflow) * kSlack;
    bound.underflow[i] = underflow > bound.value[i] * 1e-3;
  }
  return bound;
}

InverseBound bound_of_inverse(const Matrix& a, const Matrix& off, const Matrix& x, double det,
                              bool flush) {
  return Inversion(a, off, x, flush).run(det);
}

bool far_from_singular(const ulna_mat44& local) {
  const Matrix a = reference::affine<double>(local);
  const double det = reference::determinant(a.data());
  const Matrix x = reference::inverse(a, det);
  Matrix3 abs_a;
  Matrix3 abs_x;
  for (size_t i = 0; i < 9; ++i) {
    abs_a[i] = std::fabs(a[i]);
    abs_x[i] = std::fabs(x[i]);
  }
  return far_from_singular(largest(abs_a), sums_of(abs_x), std::fabs(det), permanent(abs_a.data()));
}

bool shows_singular(const ulna_mat44& local, bool flush) {
  double m[9];
  double largest = 0;
  for (size_t i = 0; i < 9; ++i) {
    m[i] = std::fabs(double(local.m[4 * (i / 3) + i % 3]));
    largest = std::max(largest, m[i]);
  }
  if (!(largest < 0x1p41)) return false; // a product of three may overflow
  const double terms = permanent(m);
  if (terms == 0) return true;
  const double unit = underflow_unit(flush);
  const double underflow = 36 * unit * (1 + largest + (flush ? largest * largest : 0));
  return underflow <= 0x1p-24 * terms;
}

} // namespace ulna::bones
