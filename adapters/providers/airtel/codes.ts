import type { ReleaseOn } from '../transport/releaseOn.ts'

/** The platform's code for a request that it handled. */
export const platformSuccess = 'ESB000010'

/** The platform's code for an unknown id. */
export const platformNotFound = 'ESB000045'

/** The codes of a payment's life, for each kind. */
export const codesOf = {
  payment: {
    ambiguous: 'DP00800001000',
    success: 'DP00800001001',
    processing: 'DP00800001006',
    notFound: 'DP00800001025',
  },
  disbursement: {
    ambiguous: 'DP00900001000',
    success: 'DP00900001001',
    processing: 'DP00900001006',
    notFound: 'DP00900001015',
  },
}

/** The codes for an unknown payment. */
export const allNotFound: readonly string[] = [
  codesOf.payment.notFound,
  codesOf.disbursement.notFound,
  platformNotFound,
]

/** The codes for an executed payment. One is among the short codes of some countries. */
export const allSuccess: readonly string[] = [codesOf.payment.success, codesOf.disbursement.success, 'DP008001001']

/** Codes of the moment rather than of the payment: live answers about failed payments have them, too. */
const ambiguous: readonly string[] = [codesOf.payment.ambiguous, codesOf.disbursement.ambiguous]

/** Codes of a timeout, of trouble behind the API, or of an id that was used before. */
export const troubled: readonly string[] = [
  'DP00800001024',
  'DP00900001011',
  'DP00900001014',
  'DP00900001017',
  'ROUTER117',
  'ESB000001',
  'ESB000004',
  'ESB000014',
  'ESB000041',
]

/**
 * The codes that do not prove a refusal: only an enquiry can resolve them, or they mean that the payment exists or is
 * unknown.
 */
export const noRefusals: readonly string[] = [
  ...ambiguous,
  ...troubled,
  ...allSuccess,
  ...allNotFound,
  platformSuccess,
  codesOf.payment.processing,
  codesOf.disbursement.processing,
]

/** The router's codes for a PIN of our wallet that is malformed, wrong, or wrongly encrypted. */
export const ofWalletPin: readonly string[] = ['ROUTER114', 'ROUTER115', 'ROUTER116']

/** Codes that refuse the form together with a 4xx status, and are ambiguous with any other. */
export const ofFormIn4xx: readonly string[] = ['DP00800001005', 'ESB000008']

/**
 * Refusals of form, access and configuration that all sources call definite and that come before any execution, with
 * the two HTTP statuses of Airtel's refusals. It omits business codes; 1013 and 1008, which the lists only call
 * "refused"; and ESB000008, which some documents call ambiguous. A refusal of a fresh token, where one was possible, is
 * final.
 */
export const agreedRefusals: ReleaseOn = [
  [401, 'invalid_token'],
  [403, 'invalid_token'],
  // With other statuses this code has other meanings.
  [400, 'DP00800001005'],
  ...[200, 400].flatMap((status) =>
    [
      'DP00800001004',
      'DP00800001026',
      'DP00900001004',
      'DP00900001012',
      'DP00900001016',
      'ROUTER001',
      'ROUTER003',
      'ROUTER005',
      'ROUTER006',
      'ROUTER007',
      'ROUTER110',
      'ROUTER112',
      'ROUTER114',
      'ROUTER115',
      'ROUTER116',
      'ROUTER119',
      'ESB000033',
      'ESB000034',
      'ESB000035',
      'ESB000036',
      'ESB000039',
    ].map((code) => [status, code] as const),
  ),
]
