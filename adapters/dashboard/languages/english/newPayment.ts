import { referenceForm, type Way } from '../../../../core/sente.ts'

/** The texts that differ between sending money and asking for it. */
type WayWords = {
  readonly title: string
  readonly hint: string
  readonly phoneNumber: string
  readonly say: (amount: string) => string
  readonly party: string
}

const payout: WayWords = {
  title: 'Pay a person',
  hint: 'The money goes from the balance of the account to one phone.',
  phoneNumber: 'Phone number of the person',
  say: (amount: string) => `Send ${amount}`,
  party: 'To',
}

const collection: WayWords = {
  title: 'Ask a customer',
  hint: 'One phone is asked to approve a payment to the account.',
  phoneNumber: 'Phone number of the customer',
  say: (amount: string) => `Ask for ${amount}`,
  party: 'From',
}

/** The texts of the pages on which users make one payment. */
export const newPaymentWords = {
  ...({ payout, collection } satisfies Record<Way, WayWords>),
  amount: 'Amount',
  currency: 'Currency',
  network: 'Network',
  byNumber: 'by the phone number',
  description: 'What for',
  reference: 'Reference',
  referenceHint: (made: string) => `Your own name for the payment, used once. Left empty, it is ${made}.`,
  goOn: 'Go on',
  pin: 'PIN of the account',
  name: 'Name',
  names: {
    unregistered: (network: string) => `none: ${network} has no wallet with this number`,
    cannotReceive: (name: string, network: string) => `${name}, who cannot be paid now, says ${network}`,
    unknown: (network: string) => `${network} gives no name for it`,
    tooMany: 'not asked for: too many names were looked up within an hour',
  },
  before: 'The same within a day',
  otherNetwork: (network: string) => `but by its beginning a number of ${network}`,
  used: 'Nothing was done: this reference belongs to another payment.',
  other: 'See that payment',
  two: 'Two people make a payment of this amount. Make it as a batch of one line: another person who may pay approves it.',
  batch: 'Go on with a batch',
  wrong: {
    phoneNumber: {
      noNumber: (written: string) => `“${written}” is not a phone number`,
      notMobile: (written: string) => `“${written}” is not a mobile number`,
      several: (written: string, numbers: readonly string[]) =>
        `“${written}” can be ${numbers.join(' or ')}: write the code of its country`,
    },
    noNetwork: 'No network here has such a phone number',
    choose: 'The phone number does not show its network: choose it',
    reference: `The reference must be ${referenceForm}`,
    description: 'The purpose must be at most 200 printable characters',
  },
} as const
