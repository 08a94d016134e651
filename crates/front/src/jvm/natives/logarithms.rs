//! `StrictMath.log` of small whole numbers, which `BigInteger` needs to begin with. Its results are specified to the last
//! bit; those of `Math.log` are not.

use ir::{Const, FloatType};

use crate::jvm::natives::sketch::Sketch;

/// The bits of the natural logarithms of 2, 3 and so on.
const LOGARITHMS: [u64; 35] = [
    0x3fe6_2e42_fefa_39ef,
    0x3ff1_93ea_7aad_030a,
    0x3ff6_2e42_fefa_39ef,
    0x3ff9_c041_f7ed_8d33,
    0x3ffc_ab0b_fa2a_2002,
    0x3fff_2272_ae32_5a57,
    0x4000_a2b2_3f3b_ab73,
    0x4001_93ea_7aad_030b,
    0x4002_6bb1_bbb5_5516,
    0x4003_2ee3_b77f_374c,
    0x4003_e116_bcd3_9e7d,
    0x4004_8504_2b31_8c51,
    0x4005_1cca_16d7_bba7,
    0x4005_aa16_394d_481f,
    0x4006_2e42_fefa_39ef,
    0x4006_aa6b_c1fa_7f7a,
    0x4007_1f7b_3a6b_9186,
    0x4007_8e36_0604_b32c,
    0x4007_f742_7b73_e391,
    0x4008_5b2e_946f_aeb1,
    0x4008_ba74_773d_c5c8,
    0x4009_157d_fdd1_b3f0,
    0x4009_6ca7_7c92_2cf9,
    0x4009_c041_f7ed_8d33,
    0x400a_1094_eaf0_1acd,
    0x400a_5ddf_b803_8490,
    0x400a_a85a_d696_4a23,
    0x400a_f038_cbcd_fe1f,
    0x400b_35a6_f90b_d69b,
    0x400b_78ce_4891_2b5a,
    0x400b_b9d3_beb8_c86b,
    0x400b_f8d8_f4d5_b8d1,
    0x400c_35fc_81b9_0df6,
    0x400c_715a_530f_f3c5,
    0x400c_ab0b_fa2a_2002,
];

pub(super) fn log(sketch: &mut Sketch<'_>) -> Result<(), String> {
    let known = match sketch.native.known(0)? {
        Const::Float(FloatType::F64, bits) => (2..)
            .zip(LOGARITHMS)
            .find(|&(number, _)| f64::from(number) == f64::from_bits(bits)),
        _ => None,
    };
    let (_, result) = known.ok_or_else(|| format!("call of {}", sketch.native.described()))?;
    sketch.give_const(Const::Float(FloatType::F64, result));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::LOGARITHMS;

    #[test]
    fn the_logarithms_are_those_of_the_numbers() {
        for (number, bits) in (2..).zip(LOGARITHMS) {
            let (expected, found) = (f64::from(number).ln(), f64::from_bits(bits));
            assert!(
                (expected - found).abs() <= expected * f64::EPSILON,
                "log {number}"
            );
        }
    }
}
