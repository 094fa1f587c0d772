/** The texts of the page of a payment link. */
export const payWords = {
  to: (merchant: string) => `To ${merchant}`,
  phoneNumber: 'Your phone number',
  phoneNumberHint: (networks: readonly string[]) => `Of ${networks.join(' or ')}. You are asked on this phone to pay.`,
  network: 'Your network',
  submit: 'Pay',
  approve: (network: string) =>
    `${network} asks you on your phone now. Approve there with your PIN; this page shows then that you have paid.`,
  at: 'When',
  ends: { succeeded: 'Paid', failed: 'Not paid' },
  again: 'Try again',
  back: (merchant: string) => `Back to ${merchant}`,
  noPhoneNumber: 'This is no phone number',
  tooMany: 'There were too many attempts from your network: try again in some minutes',
  notNow: 'This cannot be paid now: try again later',
  problems: {
    invalid_phone_number: 'No network here has such a phone number',
    invalid_network: 'Choose another network',
    limit_reached: 'This phone was asked too often: try again later',
    network_unavailable: 'The network cannot be reached now: try again later',
    provider_unavailable: 'The network cannot be reached now: try again later',
  },
  states: {
    used_up: 'This was paid already.',
    expired: 'This link has expired. Ask for a new one.',
    ended: 'This link was ended by whoever made it.',
    unavailable: 'No payments are taken at present. Try again later.',
  },
} as const
