import { linkReferenceForm } from '../../../../core/sente.ts'

/** The texts of the pages about payment links. */
export const linksWords = {
  title: 'Payment links',
  none: 'No payment links yet.',
  reference: 'Reference',
  referenceHint: 'Your own name for the link. It can be used once.',
  amount: 'Amount',
  amountHint: 'The amount that each customer pays. Leave it empty if customers name it.',
  minimum: 'Or any amount from',
  maximum: 'to',
  boundsHint: 'The customer names the amount between both.',
  anyAmount: (least: string, most: string) => `Any amount from ${least} to ${most}`,
  currency: 'Currency',
  description: 'What for',
  descriptionHint: 'The customer reads it.',
  uses: 'Payments',
  usesHint: 'How many may be made through it; any number if left empty.',
  expires: 'Until',
  expiresHint: 'Seven days if left empty.',
  returnUrl: 'Back to',
  returnUrlHint: 'The page that the customer returns to afterwards, with https; none if left empty.',
  new: 'A new payment link',
  make: 'Go on',
  say: (amount: string) => `Make a link for ${lowered(amount)}`,
  state: 'State',
  states: { open: 'open', paid: 'paid', used_up: 'under way', expired: 'expired', ended: 'ended' },
  used: (used: number | null, uses: number | null) => (uses === null ? 'any number' : `${used} of ${uses}`),
  paid: 'Paid',
  times: (paid: number) => (paid === 1 ? 'once' : paid === 0 ? 'not yet' : `${paid.toLocaleString('en-GB')} times`),
  sharing: {
    address: 'The address for the customer',
    qrCode: 'QR code of the address',
    copy: 'Copy',
    copied: 'Copied',
    share: 'Share',
    whatsApp: 'Send by WhatsApp',
    sheet: 'A sheet to print',
    scan: 'Point the camera of your phone at the code, or open the address. Then approve on your phone.',
    open: 'Address',
    link: 'Back to the link',
  },
  noAddress:
    'The address of this link can no longer be shown. If you do not have it, end the link and make another one.',
  made: 'Made',
  endedAt: 'Ended',
  payments: 'Payments',
  end: 'End the link',
  askEnd: (reference: string, amount: string) => `End the link ${reference} for ${lowered(amount)}?`,
  endHint: 'For good: no more payments are made through it. Open payments continue.',
  done: { made: 'The link is made.', again: 'This link already exists.', ended: 'The link is ended.' },
  wrong: {
    oneOfBoth: 'Give one amount, or the least and the most that a customer may name',
    bounds: 'The most must be above the least',
    uses: 'Payments must be a whole number from 1 to 1,000',
    reference: `The reference must be ${linkReferenceForm}`,
    description: 'The description must be 1 to 200 printable characters',
    expires: 'The last day must be in the future, and at most 366 days from now',
    returnUrl: 'The return address must begin with https',
  },
} as const

/** A beginning within a sentence. */
function lowered(text: string): string {
  return text.replace(/^Any/, 'any')
}
