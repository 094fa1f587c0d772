import { referenceForm } from '../../../../core/sente.ts'

/** The texts of the page of a payment, of its receipt and of its refunds. */
export const paymentsWords = {
  refund: {
    title: 'Refund',
    left: (amount: string) => `${amount} is left.`,
    nothingLeft: 'Nothing is left.',
    obstacles: {
      needs_attention: 'Its network has contradicted it. It can’t be refunded before the operator has checked it.',
      taken_back: 'Its network has returned the money to the customer, so it can’t be refunded.',
    },
    amount: (currency: string) => `Amount in ${currency}`,
    reason: 'Reason',
    reference: 'Reference',
    referenceHint: 'Your own name for the refund. It can be used once.',
    pin: 'PIN of the account',
    submit: 'Go on',
    say: (amount: string) => `Refund ${amount}`,
    to: 'To',
    wrong: {
      tooMuch: (left: string) => `Only ${left} can still be refunded`,
      reference: `The reference must be ${referenceForm}`,
      description: 'The reason must be at most 200 printable characters',
    },
  },
  receipt: {
    title: 'Receipt',
    of: { payout: 'Paid to', collection: 'Paid by', refund: 'Refunded to' },
    refunded: 'Of it refunded',
    at: 'When',
    reference: 'Reference',
    print: 'Print',
    printHint: 'Your browser prints this page without its menu.',
    sms: 'Send as a text message',
    whatsApp: 'Send by WhatsApp',
    payment: 'To the payment',
  },
  deliveries: {
    title: 'Webhooks',
    none: 'Its outcome has not been sent yet.',
    deliveries: (attempts: number) => `${attempts === 1 ? '1 attempt' : `${attempts} attempts`} to send its outcome.`,
    again: 'It is being sent again.',
    redeliver: 'Deliver again',
  },
} as const
