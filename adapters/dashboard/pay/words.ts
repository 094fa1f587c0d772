import type { LinkPayment, ShownLink } from '../../../core/sente.ts'

/** The texts of the page of a payment link. */
export const payWords = {
  to: (merchant: string) => `To ${merchant}`,
  phoneNumber: 'Your phone number',
  phoneNumberHint: (networks: readonly string[]) => `Of ${networks.join(' or ')}. You are asked on this phone to pay.`,
  network: 'Your network',
  submit: 'Pay',
  approve: (network: string, phoneNumber: string | null) =>
    `${network} asks you on your phone now${phoneNumber === null ? '' : `, ${phoneNumber}`}. Approve there with your PIN; this page shows then that you have paid.`,
  isWrong: 'If this is not your number, wait here until the request has failed; then another number can pay.',
  other: {
    pending: (asked: Asked) => `${askedIn(asked)} is asked already. Nobody else is asked until that has failed.`,
    succeeded: (asked: Asked) => `${askedIn(asked)} has paid already. Nobody was asked now.`,
    failed: () => 'This form was sent too often. Nobody was asked now.',
  },
  toOther: 'See how that payment stands',
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
    account_not_found: 'No payments are taken here now.',
    network_unavailable: 'The network cannot be reached now: try again later',
    provider_unavailable: 'The network cannot be reached now: try again later',
  },
  states: {
    paid: () => 'This was paid already.',
    asked: ({ askedNumber }: ShownLink) =>
      `A phone is asked to pay this now${askedNumber === null ? '' : `: its number ends in ${askedNumber}`}. If that fails, this can be paid again.`,
    used_up: () => 'All payments that this link is for were made, or are under way.',
    expired: () => 'This link has expired. Ask for a new one.',
    ended: () => 'This link was ended by whoever made it.',
    unavailable: ({ merchant }: ShownLink) => `${merchant} takes no payments now.`,
  },
} as const

/** A payment that has asked another phone, over a network as people know it. */
type Asked = Pick<LinkPayment, 'phoneNumber' | 'network'>

function askedIn({ phoneNumber, network }: Asked): string {
  return phoneNumber === null ? `Another number of ${network}` : `The number ${phoneNumber} of ${network}`
}
