/* SPDX-License-Identifier: BSD-3-Clause */
/* Written by tests/maths/coefficients.py, which says what each is: do not edit. */
#ifndef ROSIN_MATHS_TABLES_H
#define ROSIN_MATHS_TABLES_H

#include <stdint.h>

/** A number, and its bits. */
typedef union {
  double value;
  int64_t bits;
} rosin_maths_number;

/* each file takes what it needs */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif

static const double rosin_exp_per_step = 0x1.71547652b82fep+7; /* 128/ln 2 */
static const double rosin_exp_step =
    0x1.62e42fef80000p-8; /* ln 2/128, in 35 bits, so that a multiple is exact */
static const double rosin_exp_step_rest = 0x1.1cf79abc9e3b4p-43; /* what that leaves */
/* 2^(i/128) = h (1 + t): t, and the bits of h */
static const rosin_maths_number rosin_exp_table[128][2] = {
    {{0x0.0p+0}, {0x1.0000000000000p+0}},
    {{0x1.b3b4f1a88bf6ep-54}, {0x1.0163da9fb3335p+0}},
    {{-0x1.160139cd8dc5dp-56}, {0x1.02c9a3e778061p+0}},
    {{-0x1.05e7a108766d1p-54}, {0x1.04315e86e7f85p+0}},
    {{0x1.cd2523567f613p-55}, {0x1.059b0d3158574p+0}},
    {{-0x1.bce8023f98efap-55}, {0x1.0706b29ddf6dep+0}},
    {{0x1.0f74e61e6c861p-57}, {0x1.0874518759bc8p+0}},
    {{0x1.0a3e45b33d399p-54}, {0x1.09e3ecac6f383p+0}},
    {{0x1.79aa65d837b6dp-54}, {0x1.0b5586cf9890fp+0}},
    {{0x1.eb51a92fdeffcp-55}, {0x1.0cc922b7247f7p+0}},
    {{0x1.ebe3d702f9cd1p-60}, {0x1.0e3ec32d3d1a2p+0}},
    {{-0x1.a033489906e0bp-57}, {0x1.0fb66affed31bp+0}},
    {{-0x1.556522a2fbd0ep-54}, {0x1.11301d0125b51p+0}},
    {{-0x1.080ef8c4eea55p-58}, {0x1.12abdc06c31ccp+0}},
    {{-0x1.1c923b9d5f416p-54}, {0x1.1429aaea92de0p+0}},
    {{0x1.0d3e3e95c55afp-55}, {0x1.15a98c8a58e51p+0}},
    {{-0x1.01b15eaa59348p-55}, {0x1.172b83c7d517bp+0}},
    {{-0x1.f1ff055de323dp-55}, {0x1.18af9388c8deap+0}},
    {{0x1.b898c3f1353bfp-55}, {0x1.1a35beb6fcb75p+0}},
    {{-0x1.6d99c7611eb26p-54}, {0x1.1bbe084045cd4p+0}},
    {{0x1.aecf73e3a2f60p-54}, {0x1.1d4873168b9aap+0}},
    {{-0x1.fe782cb86389dp-55}, {0x1.1ed5022fcd91dp+0}},
    {{0x1.a6f4144a6c38dp-55}, {0x1.2063b88628cd6p+0}},
    {{0x1.07a05b0e4047dp-55}, {0x1.21f49917ddc96p+0}},
    {{0x1.68efde3a8a894p-54}, {0x1.2387a6e756238p+0}},
    {{0x1.75e18f274487dp-55}, {0x1.251ce4fb2a63fp+0}},
    {{0x1.0472b981fe7f2p-55}, {0x1.26b4565e27cddp+0}},
    {{-0x1.6b87b3f71085ep-54}, {0x1.284dfe1f56381p+0}},
    {{0x1.2f7e16d09ab31p-55}, {0x1.29e9df51fdee1p+0}},
    {{-0x1.d219b1a6fbffap-60}, {0x1.2b87fd0dad990p+0}},
    {{0x1.b3782720c0ab4p-55}, {0x1.2d285a6e4030bp+0}},
    {{0x1.e149289cecb8fp-57}, {0x1.2ecafa93e2f56p+0}},
    {{0x1.34d754db0abb6p-55}, {0x1.306fe0a31b715p+0}},
    {{0x1.64201e2ac744cp-55}, {0x1.32170fc4cd831p+0}},
    {{0x1.fdd395dd3f84ap-55}, {0x1.33c08b26416ffp+0}},
    {{-0x1.6a3803b8e5b04p-55}, {0x1.356c55f929ff1p+0}},
    {{-0x1.24aedcc4b5068p-54}, {0x1.371a7373aa9cbp+0}},
    {{-0x1.907f81b512d8ep-54}, {0x1.38cae6d05d866p+0}},
    {{-0x1.1d1e83e9436d2p-56}, {0x1.3a7db34e59ff7p+0}},
    {{-0x1.91919b3ce1b15p-54}, {0x1.3c32dc313a8e5p+0}},
    {{0x1.59f48a72a4c6dp-55}, {0x1.3dea64c123422p+0}},
    {{-0x1.312607a28698ap-54}, {0x1.3fa4504ac801cp+0}},
    {{-0x1.8a78f4817895bp-58}, {0x1.4160a21f72e2ap+0}},
    {{-0x1.c2c9b67499a1bp-56}, {0x1.431f5d950a897p+0}},
    {{0x1.363ed60c2ac11p-59}, {0x1.44e086061892dp+0}},
    {{0x1.666093b0664efp-54}, {0x1.46a41ed1d0057p+0}},
    {{0x1.ecce1daa10379p-57}, {0x1.486a2b5c13cd0p+0}},
    {{0x1.3ff8e3f0f1230p-54}, {0x1.4a32af0d7d3dep+0}},
    {{0x1.690cebb7aafb0p-56}, {0x1.4bfdad5362a27p+0}},
    {{0x1.31dbdeb54e077p-54}, {0x1.4dcb299fddd0dp+0}},
    {{-0x1.f94340071a38ep-55}, {0x1.4f9b2769d2ca7p+0}},
    {{-0x1.7deccdc93a349p-55}, {0x1.516daa2cf6642p+0}},
    {{-0x1.8dec6bd0f385fp-56}, {0x1.5342b569d4f82p+0}},
    {{-0x1.61246ec7b5cf6p-55}, {0x1.551a4ca5d920fp+0}},
    {{0x1.3350518fdd78ep-54}, {0x1.56f4736b527dap+0}},
    {{0x1.b98b72f8a9b05p-56}, {0x1.58d12d497c7fdp+0}},
    {{0x1.063e1e21c5409p-54}, {0x1.5ab07dd485429p+0}},
    {{0x1.4c7855019c6eap-60}, {0x1.5c9268a5946b7p+0}},
    {{0x1.432e62b64c035p-54}, {0x1.5e76f15ad2148p+0}},
    {{-0x1.ce44a6199769fp-55}, {0x1.605e1b976dc09p+0}},
    {{-0x1.c33c53bef4da8p-55}, {0x1.6247eb03a5585p+0}},
    {{-0x1.45378892be9aep-55}, {0x1.6434634ccc320p+0}},
    {{-0x1.3cedd78565858p-54}, {0x1.6623882552225p+0}},
    {{0x1.710aa807e1964p-58}, {0x1.68155d44ca973p+0}},
    {{-0x1.3b3efbf5e2228p-54}, {0x1.6a09e667f3bcdp+0}},
    {{-0x1.a12ad8734b982p-57}, {0x1.6c012750bdabfp+0}},
    {{-0x1.367efb86da9eep-57}, {0x1.6dfb23c651a2fp+0}},
    {{-0x1.0dc3d54e08851p-55}, {0x1.6ff7df9519484p+0}},
    {{-0x1.81f647e5a3ecfp-56}, {0x1.71f75e8ec5f74p+0}},
    {{-0x1.6ee4ac08b7db0p-55}, {0x1.73f9a48a58174p+0}},
    {{-0x1.619321e55e68ap-55}, {0x1.75feb564267c9p+0}},
    {{0x1.09ccb5e09d4d3p-54}, {0x1.780694fde5d3fp+0}},
    {{-0x1.b32dcb94da51dp-56}, {0x1.7a11473eb0187p+0}},
    {{0x1.4ecfd5467c06bp-54}, {0x1.7c1ed0130c132p+0}},
    {{0x1.5ebe1abd66c55p-57}, {0x1.7e2f336cf4e62p+0}},
    {{-0x1.8a1c52fb3cf42p-55}, {0x1.80427543e1a12p+0}},
    {{-0x1.369b6f13b3734p-54}, {0x1.82589994cce13p+0}},
    {{-0x1.05e843a19ff1ep-55}, {0x1.8471a4623c7adp+0}},
    {{-0x1.4d450d872576ep-54}, {0x1.868d99b4492edp+0}},
    {{0x1.0ad675b0e8a00p-54}, {0x1.88ac7d98a6699p+0}},
    {{0x1.db72fc1f0eab4p-55}, {0x1.8ace5422aa0dbp+0}},
    {{-0x1.5b6609cc5e7ffp-57}, {0x1.8cf3216b5448cp+0}},
    {{0x1.bf68359f35f44p-56}, {0x1.8f1ae99157736p+0}},
    {{-0x1.3091fa71e3d83p-54}, {0x1.9145b0b91ffc6p+0}},
    {{-0x1.da9b88b6c1e29p-58}, {0x1.93737b0cdc5e5p+0}},
    {{-0x1.c23f97c90b959p-57}, {0x1.95a44cbc8520fp+0}},
    {{-0x1.2434322f4f9aap-54}, {0x1.97d829fde4e50p+0}},
    {{-0x1.5ca6cd7668e4bp-55}, {0x1.9a0f170ca07bap+0}},
    {{0x1.1affc2b91ce27p-56}, {0x1.9c49182a3f090p+0}},
    {{0x1.dd235e10a73bbp-57}, {0x1.9e86319e32323p+0}},
    {{-0x1.7c50422622263p-55}, {0x1.a0c667b5de565p+0}},
    {{0x1.b1c86e3e231d5p-55}, {0x1.a309bec4a2d33p+0}},
    {{-0x1.1bbd1d3bcbb15p-54}, {0x1.a5503b23e255dp+0}},
    {{0x1.0cc319cee31d2p-54}, {0x1.a799e1330b358p+0}},
    {{0x1.469846e735ab3p-55}, {0x1.a9e6b5579fdbfp+0}},
    {{-0x1.2dfcd978e9db4p-55}, {0x1.ac36bbfd3f37ap+0}},
    {{0x1.c1a7792cb3387p-55}, {0x1.ae89f995ad3adp+0}},
    {{-0x1.07b8f4ad1d9fap-54}, {0x1.b0e07298db666p+0}},
    {{-0x1.5c3d956dcaebap-58}, {0x1.b33a2b84f15fbp+0}},
    {{-0x1.0a40e3da6f640p-54}, {0x1.b59728de5593ap+0}},
    {{-0x1.8d6f438ad9334p-57}, {0x1.b7f76f2fb5e47p+0}},
    {{-0x1.1eee26b588a35p-54}, {0x1.ba5b030a1064ap+0}},
    {{0x1.4ffd70a5fddcdp-56}, {0x1.bcc1e904bc1d2p+0}},
    {{-0x1.1bdfbfa9298acp-54}, {0x1.bf2c25bd71e09p+0}},
    {{0x1.36eae30af0cb3p-56}, {0x1.c199bdd85529cp+0}},
    {{0x1.ee3325c9ffd94p-55}, {0x1.c40ab5fffd07ap+0}},
    {{0x1.4e08fd10959acp-55}, {0x1.c67f12e57d14bp+0}},
    {{0x1.3cdaf384e1a67p-57}, {0x1.c8f6d9406e7b5p+0}},
    {{0x1.76b2c6c921968p-57}, {0x1.cb720dcef9069p+0}},
    {{-0x1.08a1883ccb5d2p-55}, {0x1.cdf0b555dc3fap+0}},
    {{-0x1.fad5d3ffffa6fp-55}, {0x1.d072d4a07897cp+0}},
    {{-0x1.00dae3875a949p-54}, {0x1.d2f87080d89f2p+0}},
    {{0x1.4a385a63d07a7p-56}, {0x1.d5818dcfba487p+0}},
    {{-0x1.2919e2040220fp-55}, {0x1.d80e316c98398p+0}},
    {{0x1.e5a50d5c192acp-55}, {0x1.da9e603db3285p+0}},
    {{0x1.43a59ac016b4bp-55}, {0x1.dd321f301b460p+0}},
    {{-0x1.2d52107b43e1fp-55}, {0x1.dfc97337b9b5fp+0}},
    {{-0x1.92ab93b470dc9p-55}, {0x1.e264614f5a129p+0}},
    {{0x1.4b604603a88d3p-56}, {0x1.e502ee78b3ff6p+0}},
    {{0x1.3c5ec519d7271p-55}, {0x1.e7a51fbc74c83p+0}},
    {{-0x1.ff7128fd391f0p-55}, {0x1.ea4afa2a490dap+0}},
    {{-0x1.dae98e223747dp-55}, {0x1.ecf482d8e67f1p+0}},
    {{0x1.ec3bc41aa2008p-55}, {0x1.efa1bee615a27p+0}},
    {{0x1.42b94c3a9eb32p-55}, {0x1.f252b376bba97p+0}},
    {{0x1.a64a931d185eep-55}, {0x1.f50765b6e4540p+0}},
    {{-0x1.e37bae43be3edp-55}, {0x1.f7bfdad9cbe14p+0}},
    {{0x1.7893b4d91cd9dp-56}, {0x1.fa7c1819e90d8p+0}},
    {{0x1.305c14160cc89p-58}, {0x1.fd3c22b8f71f1p+0}}};
/* (e^r - 1 - r)/r^2, as a share of e^r; error 2^-65.3 */
static const double rosin_exp_poly[4] = {0x1.ffffffffffda5p-2, 0x1.5555555555430p-3,
                                         0x1.55555d18db717p-5, 0x1.1111169789198p-7};
/* (2^r - 1)/r, as a share of 2^r; error 2^-65.4 */
static const double rosin_exp2_poly[5] = {0x1.62e42fefa39efp-1, 0x1.ebfbdff82c362p-3,
                                          0x1.c6b08d7049e9cp-5, 0x1.3b2abe0314bcbp-7,
                                          0x1.5d88062e0891cp-10};
/* (e^x - 1 - x - x^2/2)/x^3, as a share of x; error 2^-61.6 */
static const double rosin_expm1_poly[10] = {
    0x1.5555555555559p-3,  0x1.5555555555559p-5,  0x1.111111110f4bep-7,  0x1.6c16c16c14795p-10,
    0x1.a01a01b0c7813p-13, 0x1.a01a01b05f878p-16, 0x1.71ddf5d94acecp-19, 0x1.27e4c596e3c21p-22,
    0x1.af6373357745fp-26, 0x1.1f962ba5e3b03p-29};
/* (tanh x - x)/x^3 of x^2, as a share of x; error 2^-60.4 */
static const double rosin_tanh_poly[8] = {
    -0x1.5555555555548p-2, 0x1.111111110ebeap-3, -0x1.ba1ba1b59fde0p-5,  0x1.664f466a5c836p-6,
    -0x1.226daa75befb7p-7, 0x1.d6a9c33dbee33p-9, -0x1.79ec29f557e94p-10, 0x1.076fc03727879p-11};
/* (sinh x - x)/x^3 of x^2, as a share of x; error 2^-64.2 */
static const double rosin_sinh_poly[5] = {0x1.5555555555556p-3, 0x1.11111111108bdp-7,
                                          0x1.a01a01a6c0a83p-13, 0x1.71de15409be6ap-19,
                                          0x1.af2001b1ae709p-26};

static const double rosin_ln2 = 0x1.62e42fefa3800p-1; /* ln 2 in 42 bits, so that a multiple, and a
                                                         sum with the table's, is exact */
static const double rosin_ln2_rest = 0x1.ef35793c76730p-45;     /* what that leaves */
static const double rosin_per_ln2 = 0x1.7154760000000p+0;       /* 1/ln 2 in 26 bits */
static const double rosin_per_ln2_rest = 0x1.4ae0bf85ddf44p-26; /* what that leaves */
/* 1/c in 13 bits of a c within each step; -ln of it on a grid of 2^-42, and the rest */
static const double rosin_log_table[128][3] = {
    {0x1.6b18000000000p+0, -0x1.65df08c913000p-2, 0x1.8ca5da60ce140p-47},
    {0x1.6918000000000p+0, -0x1.603718a261000p-2, -0x1.3f85f15800143p-46},
    {0x1.6718000000000p+0, -0x1.5a871db810000p-2, 0x1.4c3ec1565d800p-45},
    {0x1.6528000000000p+0, -0x1.54fce1ae4f000p-2, -0x1.06449abdbacc8p-47},
    {0x1.6338000000000p+0, -0x1.4f6aeeb4bf000p-2, -0x1.a633222840f92p-44},
    {0x1.6148000000000p+0, -0x1.49d12f30f5000p-2, -0x1.119762b0a1acbp-46},
    {0x1.5f68000000000p+0, -0x1.445e2e0206000p-2, 0x1.46059ed0ee35dp-45},
    {0x1.5d88000000000p+0, -0x1.3ee3b639a0000p-2, -0x1.96e05603bbc34p-44},
    {0x1.5ba8000000000p+0, -0x1.3961b34a17000p-2, 0x1.1fb7bc1dd76a7p-44},
    {0x1.59d8000000000p+0, -0x1.340771270f000p-2, 0x1.896f8da1a2c6fp-44},
    {0x1.5808000000000p+0, -0x1.2ea5fbc671000p-2, -0x1.24f2b429151cep-46},
    {0x1.5638000000000p+0, -0x1.293d3faf11000p-2, 0x1.a854502cbfb7ep-44},
    {0x1.5470000000000p+0, -0x1.23e5398b93000p-2, -0x1.d074ccc4002f3p-46},
    {0x1.52b0000000000p+0, -0x1.1e9e367889000p-2, -0x1.f45475b87c132p-46},
    {0x1.50f0000000000p+0, -0x1.195033b440000p-2, 0x1.59a399987c26cp-44},
    {0x1.4f38000000000p+0, -0x1.14138ef253000p-2, -0x1.5ea3b8505a51bp-44},
    {0x1.4d88000000000p+0, -0x1.0ee895fac2000p-2, -0x1.081c4e153aeb1p-47},
    {0x1.4bd0000000000p+0, -0x1.099e371c0c000p-2, 0x1.bf067c9a1364fp-45},
    {0x1.4a28000000000p+0, -0x1.047e70cde8000p-2, -0x1.b7be26fc852cep-46},
    {0x1.4880000000000p+0, -0x1.feb0233e60000p-3, -0x1.f316e32d5e8c7p-45},
    {0x1.46e0000000000p+0, -0x1.f488311d1c000p-3, 0x1.6da82c5068606p-44},
    {0x1.4540000000000p+0, -0x1.ea5349e23a000p-3, -0x1.81b934c73ccb5p-44},
    {0x1.43a0000000000p+0, -0x1.e0114c5332000p-3, 0x1.a0452642f2ab1p-45},
    {0x1.4208000000000p+0, -0x1.d5f4f7dd1e000p-3, -0x1.c05d9530ae75ep-44},
    {0x1.4078000000000p+0, -0x1.cbfeec9da0000p-3, 0x1.eb725aeb8a87ep-45},
    {0x1.3ee8000000000p+0, -0x1.c1fc6aaf28000p-3, 0x1.4bd539e015070p-44},
    {0x1.3d60000000000p+0, -0x1.b820f2fc7e000p-3, -0x1.42177bcc3821ep-45},
    {0x1.3bd8000000000p+0, -0x1.ae3946ec7c000p-3, -0x1.0f8368c0c18e1p-44},
    {0x1.3a50000000000p+0, -0x1.a4454820d2000p-3, 0x1.818c4e19fd59dp-45},
    {0x1.38d0000000000p+0, -0x1.9a7938d20a000p-3, 0x1.ae29c8a9cad23p-45},
    {0x1.3758000000000p+0, -0x1.90d5bb91f8000p-3, 0x1.851e4e0220350p-45},
    {0x1.35e0000000000p+0, -0x1.8726935aca000p-3, -0x1.8c4bb263232fbp-44},
    {0x1.3468000000000p+0, -0x1.7d6ba3ca88000p-3, 0x1.25d31cc9f6cfap-44},
    {0x1.32f8000000000p+0, -0x1.73da30679e000p-3, -0x1.ca2afe82f4384p-44},
    {0x1.3188000000000p+0, -0x1.6a3d3daaea000p-3, -0x1.f0ebb818de1bfp-44},
    {0x1.3020000000000p+0, -0x1.60ca8fe886000p-3, 0x1.d42dd78059eb0p-45},
    {0x1.2eb8000000000p+0, -0x1.574cac74dc000p-3, -0x1.7a6b5fa6cabe8p-44},
    {0x1.2d50000000000p+0, -0x1.4dc378969c000p-3, 0x1.c7d9499121b9ep-44},
    {0x1.2bf0000000000p+0, -0x1.446579dc22000p-3, -0x1.eec7ab57b84cbp-46},
    {0x1.2a90000000000p+0, -0x1.3afc766c1e000p-3, -0x1.07ed40b96054ap-46},
    {0x1.2938000000000p+0, -0x1.31bf74d17c000p-3, -0x1.72b5abbb26d6ap-44},
    {0x1.27e0000000000p+0, -0x1.2877bbc0b6000p-3, -0x1.74be8dfa16db8p-44},
    {0x1.2688000000000p+0, -0x1.1f25323fdc000p-3, 0x1.4c8dbddd3176cp-44},
    {0x1.2538000000000p+0, -0x1.15ffa01a56000p-3, -0x1.7f6cc473f62f6p-46},
    {0x1.23e8000000000p+0, -0x1.0ccf8cb7aa000p-3, 0x1.8a8f8c1c2084fp-45},
    {0x1.22a0000000000p+0, -0x1.03cd40a51a000p-3, -0x1.81a979c146707p-44},
    {0x1.2158000000000p+0, -0x1.f58187d7f8000p-4, 0x1.10b7775e3899bp-47},
    {0x1.2010000000000p+0, -0x1.e353fec9a4000p-4, 0x1.967061111e4c3p-44},
    {0x1.1ed0000000000p+0, -0x1.d183f87ea8000p-4, 0x1.9075cabddfdafp-45},
    {0x1.1d90000000000p+0, -0x1.bfa007672c000p-4, 0x1.5dd5d1688744dp-44},
    {0x1.1c50000000000p+0, -0x1.ada7fec6ac000p-4, -0x1.002406975f137p-45},
    {0x1.1b18000000000p+0, -0x1.9c0f72d47c000p-4, -0x1.d48f676b5eab2p-44},
    {0x1.19e0000000000p+0, -0x1.8a6377a914000p-4, -0x1.c28bb5a46418ap-44},
    {0x1.18a8000000000p+0, -0x1.78a3e226a8000p-4, 0x1.87374db5f7104p-45},
    {0x1.1778000000000p+0, -0x1.6745c890b8000p-4, -0x1.2691c30219e1ep-44},
    {0x1.1648000000000p+0, -0x1.55d4c04c30000p-4, 0x1.28a76a722689fp-46},
    {0x1.1518000000000p+0, -0x1.44509fe520000p-4, -0x1.6c6e8f912276fp-45},
    {0x1.13f0000000000p+0, -0x1.332fff7bd0000p-4, -0x1.f18282a4f49d9p-44},
    {0x1.12c8000000000p+0, -0x1.21fcf5c3e8000p-4, -0x1.90756b3617e4ep-45},
    {0x1.11a0000000000p+0, -0x1.10b75afd68000p-4, 0x1.f39e8ccf1a6e1p-44},
    {0x1.1080000000000p+0, -0x1.ffae9119b8000p-5, -0x1.303374262c554p-45},
    {0x1.0f60000000000p+0, -0x1.ddcaadb470000p-5, 0x1.0e4f7b2a48432p-45},
    {0x1.0e40000000000p+0, -0x1.bbc2bfc450000p-5, 0x1.7d18691417dafp-46},
    {0x1.0d28000000000p+0, -0x1.9a89fa8df8000p-5, 0x1.3c561e92f3e32p-45},
    {0x1.0c08000000000p+0, -0x1.783a154a48000p-5, 0x1.0838b96a78b92p-44},
    {0x1.0af0000000000p+0, -0x1.56bac43ed8000p-5, 0x1.98572080b9238p-51},
    {0x1.09e0000000000p+0, -0x1.360ebf5d80000p-5, -0x1.bb2b2503a5a59p-44},
    {0x1.08c8000000000p+0, -0x1.1449bdd070000p-5, -0x1.f232f288b8b9ap-44},
    {0x1.07b8000000000p+0, -0x1.e6b2f20ee0000p-6, 0x1.6ac59ebcca90bp-44},
    {0x1.06a8000000000p+0, -0x1.a48e533710000p-6, -0x1.d73e1d6e63b2cp-44},
    {0x1.05a0000000000p+0, -0x1.641a176270000p-6, -0x1.adec6522ee537p-47},
    {0x1.0498000000000p+0, -0x1.2364b09c30000p-6, -0x1.fa70d50fd8b73p-45},
    {0x1.0390000000000p+0, -0x1.c4db352e60000p-7, -0x1.a8e3079346769p-44},
    {0x1.0288000000000p+0, -0x1.42689ee3a0000p-7, 0x1.34933e61ff4edp-52},
    {0x1.0180000000000p+0, -0x1.7ee11ebd80000p-8, -0x1.749d3c2d23a07p-47},
    {0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.fa10000000000p-1, 0x1.7e38762ca0000p-7, 0x1.8e5f252316acap-48},
    {0x1.f630000000000p-1, 0x1.3d0c443d70000p-6, 0x1.2d40e4f2f6eeap-45},
    {0x1.f260000000000p-1, 0x1.b9e8027e20000p-6, -0x1.b9c9bb4f4fcfcp-44},
    {0x1.eea0000000000p-1, 0x1.1ad398c6d0000p-5, -0x1.53c3692e2dde5p-44},
    {0x1.eaf0000000000p-1, 0x1.5820bc10f0000p-5, -0x1.6105f71a51a59p-46},
    {0x1.e740000000000p-1, 0x1.95e430f8d0000p-5, -0x1.ba22cf76874ddp-45},
    {0x1.e3b0000000000p-1, 0x1.d201b98390000p-5, 0x1.55e579eacb0a0p-44},
    {0x1.e020000000000p-1, 0x1.0748836298000p-4, -0x1.bf52a3dd04986p-44},
    {0x1.dca0000000000p-1, 0x1.254062f0a8000p-4, 0x1.416fe50bf3c56p-44},
    {0x1.d930000000000p-1, 0x1.42e64bec28000p-4, -0x1.9188e4249d675p-44},
    {0x1.d5d0000000000p-1, 0x1.60380ad428000p-4, -0x1.6e6aa726a5355p-44},
    {0x1.d270000000000p-1, 0x1.7dbfe6ea74000p-4, -0x1.8023361efb365p-45},
    {0x1.cf20000000000p-1, 0x1.9af124d64c000p-4, 0x1.897585039dcc9p-46},
    {0x1.cbe0000000000p-1, 0x1.b7c9832f58000p-4, 0x1.a026b11277c2dp-52},
    {0x1.c8b0000000000p-1, 0x1.d446bd753c000p-4, 0x1.42c6bbecca373p-44},
    {0x1.c590000000000p-1, 0x1.f0668c7378000p-4, -0x1.ebdb8261c9966p-45},
    {0x1.c270000000000p-1, 0x1.065c1148de000p-3, 0x1.93a2ff1bf4413p-45},
    {0x1.bf60000000000p-1, 0x1.1454d89538000p-3, -0x1.7c74877e09501p-44},
    {0x1.bc50000000000p-1, 0x1.22663190ae000p-3, 0x1.596e8a3e0d005p-44},
    {0x1.b950000000000p-1, 0x1.3046319312000p-3, -0x1.fea5b264c11b2p-44},
    {0x1.b660000000000p-1, 0x1.3df3ab1350000p-3, 0x1.7da75b0836142p-45},
    {0x1.b370000000000p-1, 0x1.4bb8af55de000p-3, 0x1.20a0968e5c768p-44},
    {0x1.b090000000000p-1, 0x1.5949cdb874000p-3, -0x1.7c86f299887f0p-44},
    {0x1.adc0000000000p-1, 0x1.66a5d42a3a000p-3, 0x1.a68933aa00298p-44},
    {0x1.aaf0000000000p-1, 0x1.74184f58cc000p-3, 0x1.f72762fd6bdb2p-45},
    {0x1.a830000000000p-1, 0x1.81544a17f6000p-3, 0x1.f10312926217cp-45},
    {0x1.a570000000000p-1, 0x1.8ea64e00e8000p-3, -0x1.eab56aca1c8ebp-50},
    {0x1.a2c0000000000p-1, 0x1.9bc062f270000p-3, -0x1.e2c9f9fd864adp-46},
    {0x1.a020000000000p-1, 0x1.a8a14ffee6000p-3, 0x1.af5f2ba95e8bbp-45},
    {0x1.9d80000000000p-1, 0x1.b5971a213a000p-3, 0x1.9b50e83aa91dfp-44},
    {0x1.9ae0000000000p-1, 0x1.c2a2056106000p-3, -0x1.b027c66fb405bp-45},
    {0x1.9850000000000p-1, 0x1.cf7214ee36000p-3, -0x1.23093fa0cb913p-44},
    {0x1.95d0000000000p-1, 0x1.dc060a2850000p-3, -0x1.b70156288c887p-45},
    {0x1.9350000000000p-1, 0x1.e8ade53f76000p-3, 0x1.0cac85a1f0aacp-44},
    {0x1.90d0000000000p-1, 0x1.f569e58c92000p-3, -0x1.f16c5ab5d4261p-44},
    {0x1.8e60000000000p-1, 0x1.00f40470c7000p-2, 0x1.921a5f3a45f05p-45},
    {0x1.8c00000000000p-1, 0x1.07138604d6000p-2, -0x1.e76324e912b17p-44},
    {0x1.89a0000000000p-1, 0x1.0d3c7586cd000p-2, 0x1.790b213085e60p-44},
    {0x1.8740000000000p-1, 0x1.136ef02e83000p-2, -0x1.bd05830e58250p-44},
    {0x1.84f0000000000p-1, 0x1.1980f2dd43000p-2, -0x1.24262183a4308p-44},
    {0x1.82a0000000000p-1, 0x1.1f9c39f74c000p-2, 0x1.55d515541d5d7p-44},
    {0x1.8060000000000p-1, 0x1.2596410df9000p-2, 0x1.8e7c177a43938p-44},
    {0x1.7e20000000000p-1, 0x1.2b9943b06c000p-2, -0x1.450053120cc49p-45},
    {0x1.7bf0000000000p-1, 0x1.317a3ca9fc000p-2, 0x1.af6610fd374e7p-44},
    {0x1.79c0000000000p-1, 0x1.3763e64645000p-2, 0x1.18b1f291dcb56p-44},
    {0x1.7790000000000p-1, 0x1.3d565a5c5c000p-2, -0x1.df35e81128443p-47},
    {0x1.7570000000000p-1, 0x1.4325d2aab7000p-2, -0x1.d319bc41cbc0bp-47},
    {0x1.7350000000000p-1, 0x1.48fdc804dd000p-2, 0x1.cac483712b8e4p-46},
    {0x1.7130000000000p-1, 0x1.4ede535c79000p-2, 0x1.9084620c98670p-44},
    {0x1.6f20000000000p-1, 0x1.549aec5df0000p-2, -0x1.dfa8e9950d499p-44},
    {0x1.6d20000000000p-1, 0x1.5a32eb2e4f000p-2, -0x1.4d2a2a5b4e74dp-44}};
/* (ln(1 + r) - r + r^2/2)/r^3, as a share of r; error 2^-60.3 */
static const double rosin_log_poly[5] = {0x1.555555555493cp-2, -0x1.00000000d4346p-2,
                                         0x1.99999e1117e01p-3, -0x1.5554869f76283p-3,
                                         0x1.215f6d2c5eca9p-3};
/* the same, finer; error 2^-77.5 */
static const double rosin_log_fine_poly[7] = {
    0x1.5555555555555p-2, -0x1.fffffffffffd7p-3, 0x1.9999999997b43p-3, -0x1.5555555b5f9fbp-3,
    0x1.24924e199b364p-3, -0x1.fffa9884986c4p-4, 0x1.c0555609f9c63p-4};

static const double rosin_per_quarter = 0x1.45f306dc9c883p-1; /* 2/pi */
/* pi/2 in three parts, the first two of 33 bits, so that multiples are exact */
static const double rosin_quarter[3] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
                                        0x1.3198a2e037073p-69};
/* (sin r - r)/r^3 of r^2, as a share of r; error 2^-58.0 */
static const double rosin_sin_poly[6] = {-0x1.5555555555549p-3,  0x1.111111110f87ap-7,
                                         -0x1.a01a019c11987p-13, 0x1.71de3577b64eap-19,
                                         -0x1.ae5e663a92bf9p-26, 0x1.5d93010a602e0p-33};
/* (cos r - 1 + r^2/2)/r^4 of r^2; error 2^-64.2 */
static const double rosin_cos_poly[6] = {0x1.555555555554cp-5,  -0x1.6c16c16c1517ep-10,
                                         0x1.a01a019cb1c08p-16, -0x1.27e4f809f26e7p-22,
                                         0x1.1ee9ebea50ea9p-29, -0x1.8fae9d06809d3p-37};
/* 2/pi: its bits after the point, 32 a word */
static const uint32_t rosin_two_over_pi[40] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484,
    0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b,
    0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d};

static const double rosin_right_angle = 0x1.921fb54442d18p+0;       /* pi/2 */
static const double rosin_right_angle_rest = 0x1.1a62633145c07p-54; /* what that leaves */
/* atan(i/32) of i = 9, 11 ... 31, and what that leaves */
static const double rosin_atan_table[12][2] = {
    {0x1.18bf5a30bf178p-2, 0x1.30ca4748b1bf9p-57},  {0x1.530ad9951cd4ap-2, -0x1.2566480884082p-57},
    {0x1.8b24d394a1b25p-2, 0x1.b6d0ba3748fa8p-56},  {0x1.c0db4c94ec9f0p-2, -0x1.cc1ce70934c34p-56},
    {0x1.f40dd0b541418p-2, -0x1.a3992dc382a23p-57}, {0x1.1255d9bfbd2a9p-1, -0x1.2bdaee1c0ee35p-58},
    {0x1.2958e59308e31p-1, -0x1.09e73b0c6c087p-56}, {0x1.3f13fb89e96f4p-1, 0x1.ecf8b492644f0p-56},
    {0x1.538f57b89061fp-1, -0x1.1bb74abda520cp-55}, {0x1.66d663923e087p-1, -0x1.6ea6febe8bbbap-56},
    {0x1.78f6bbd5d315ep-1, 0x1.406a089803740p-55},  {0x1.89ff5ff57f1f8p-1, -0x1.55b9a5e177a1bp-55}};
/* (atan t - t)/t^3 of t^2, as a share of t; error 2^-63.7 */
static const double rosin_atan_poly[9] = {
    -0x1.5555555555553p-2, 0x1.9999999998d7fp-3,  -0x1.24924923ea2d1p-3,
    0x1.c71c7137e378fp-4,  -0x1.745cf4b3d6085p-4, 0x1.3b0ea360bd084p-4,
    -0x1.109bec1a91cbep-4, 0x1.d4f6610e07094p-5,  -0x1.479c5dc82da53p-5};

#endif
