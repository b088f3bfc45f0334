//! A Slerp in Rust, for port.c.

/// # Safety
/// `a`, `b` and `out` have four floats each.
#[no_mangle]
pub unsafe extern "C" fn my_slerp(a: &[f32; 4], b: &[f32; 4], t: f32, out: &mut [f32; 4]) {
    let cosine: f64 = (0..4).map(|i| f64::from(a[i]) * f64::from(b[i])).sum();
    let angle = cosine.abs().min(1.0).acos();
    let t = f64::from(t);
    let part = |share: f64| match angle.sin() {
        sine if sine > 0.0 => (share * angle).sin() / sine,
        _ => share,
    };
    for i in 0..4 {
        let sum = part(1.0 - t) * f64::from(a[i]) + part(t).copysign(cosine) * f64::from(b[i]);
        out[i] = sum as f32;
    }
}
