import type { LinkPayment, Reason, ShownLink } from '../../../../core/sente.ts'

/** The texts of the page of a payment link. */
export const payWords = {
  to: (merchant: string) => `To ${merchant}`,
  anyAmount: (least: string, most: string) => `Any amount from ${least} to ${most}`,
  amount: 'Amount',
  amountHint: (least: string, most: string) => `From ${least} to ${most}.`,
  wrongAmount: (least: string, most: string) => `Write an amount from ${least} to ${most}, in digits alone`,
  goOn: 'Go on',
  otherAmount: 'Another amount',
  askedFor: (amount: string) => `That payment is for ${amount}, whatever amount was written now.`,
  phoneNumber: 'Your phone number',
  phoneNumberHint: (networks: readonly string[]) => `On ${networks.join(' or ')}. This phone will ask you to pay.`,
  network: 'Your network',
  submit: (amount: string) => `Pay ${amount}`,
  approve: (network: string, phoneNumber: string | null) =>
    `${network} asks you on your phone now${phoneNumber === null ? '' : `, ${phoneNumber}`}. Approve there with your PIN. This page then shows that you have paid.`,
  left: (minutes: number) => (minutes === 1 ? 'Less than a minute is left.' : `About ${minutes} minutes are left.`),
  noneLeft: 'The time to approve is over. Wait here for the outcome, and do not pay a second time.',
  noPrompt: 'Nothing on the phone?',
  phoneHelp: 'The phone has to be on, unlocked and within reach of its network.',
  wrongNumber: 'Not your number?',
  isWrong: 'Nobody else can be asked while this request is open. When it has failed, you can correct the number here.',
  askAnother: 'This request stays open until its time is over: do not approve it if somebody else pays.',
  toAnother: 'Ask another number',
  other: {
    pending: (asked: Asked) =>
      `${askedIn(asked)} has already been asked. Nobody else is asked unless that payment fails.`,
    succeeded: (asked: Asked) => `${askedIn(asked)} has already paid. Nobody was asked now.`,
    failed: () => 'This form was sent too often. Nobody was asked now.',
    taken_back: (asked: Asked) =>
      `${askedIn(asked)} has paid, and the network has taken it back. Nobody was asked now.`,
    checked: (asked: Asked) =>
      `${askedIn(asked)} has already been asked, and the outcome is being checked. Nobody was asked now.`,
  },
  toOther: 'See the state of that payment',
  rows: {
    receipt: 'Network receipt',
    phoneNumber: 'Phone number',
    network: 'Network',
    reference: 'Reference',
    at: 'When',
  },
  ends: { succeeded: 'Paid', failed: 'Not paid', taken_back: 'Taken back', checked: 'Being checked' },
  disputes: {
    taken_back: (merchant: string) => `the network has taken this payment back, so ${merchant} does not have it`,
    checked: (merchant: string) => `the network contradicts itself. Do not pay a second time: ask ${merchant}`,
  },
  reasons: {
    customer_rejected: 'you rejected it on the phone',
    customer_did_not_approve: 'it was not approved on the phone in time',
    customer_balance_too_low: 'there is too little money on this number',
    phone_number_not_found: 'the network does not know this number',
    limit_reached: 'a limit of this number was reached',
    recipient_not_allowed: 'the network does not let this number pay',
    refused_by_network: 'the network refused it',
    network_failure: 'the network did not work',
  } satisfies Partial<Record<Reason, string>>,
  again: 'Try again',
  back: (merchant: string) => `Back to ${merchant}`,
  noPhoneNumber: {
    noNumber: () => 'This is not a phone number',
    notMobile: () => 'This is not a mobile number',
    several: (numbers: readonly string[]) => `This can be ${numbers.join(' or ')}: write the code of its country`,
  },
  tooMany: 'There were too many attempts from your network: try again in some minutes',
  notNow: 'This cannot be paid now: try again later',
  problems: {
    amount_below_minimum: 'This amount is too small now: choose another',
    amount_above_maximum: 'This amount is too large now: choose another',
    invalid_phone_number: 'No network here has such a phone number',
    invalid_network: 'Choose another network',
    limit_reached: 'This phone was asked too often: try again later',
    account_not_found: 'No payments are accepted here now.',
    network_unavailable: 'The network cannot be reached now: try again later',
    provider_unavailable: 'The network cannot be reached now: try again later',
  },
  states: {
    paid: () => 'This has already been paid.',
    asked: ({ askedNumber }: ShownLink) =>
      `A phone is asked to pay this now${askedNumber === null ? '' : `: its number ends in ${askedNumber}`}. If that fails, this can be paid again.`,
    taken_back: ({ merchant }: ShownLink) =>
      `This was paid, and the network has taken the payment back: ask ${merchant} for a new link.`,
    checked: ({ merchant }: ShownLink) =>
      `The payment of this is being checked. Do not pay a second time: ask ${merchant}.`,
    used_up: () => 'All payments of this link have been made, or are under way.',
    expired: () => 'This link has expired. Ask for a new one.',
    ended: () => 'The merchant has ended this link.',
    unavailable: ({ merchant }: ShownLink) => `${merchant} accepts no payments now.`,
  },
} as const

/** A payment that has asked another phone, over a network by the name that people use. */
type Asked = Pick<LinkPayment, 'phoneNumber' | 'network'>

function askedIn({ phoneNumber, network }: Asked): string {
  return phoneNumber === null ? `Another number of ${network}` : `The number ${phoneNumber} of ${network}`
}
