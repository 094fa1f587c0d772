import { type HelpOn, nothingDone } from './helpForm.ts'

/** The help for payment links. */
export const linkHelp: HelpOn<'duplicate_link' | 'link_not_found' | 'link_is_over'> = {
  duplicate_link: {
    title: 'Link reference already used',
    moneyMoved: 'no',
    referenceUsed: 'yes',
    retry: ({ isRepeat }) => (isRepeat ? 'no' : 'new_reference'),
    happened:
      'A payment link of the account has this reference. The header Reference-Match says whether it is the same link.',
    money: 'This request has moved no money.',
    reference: 'The reference is used up by that link, to which the header Link leads.',
    toDo: 'With Reference-Match: same, the link was made before. If the answer with its URL was lost, end that link and make another one under another reference.',
    example: { linkId: '019c0f6e-9a1b-7c3d-8e4f-5a6b7c8d9e0f', isRepeat: true },
  },
  link_not_found: {
    ...nothingDone,
    title: 'Payment link not found',
    happened: 'The account has no payment link of this id.',
    toDo: 'Take the payment_link_id from the answer that made the link, or from the list of links.',
  },
  link_is_over: {
    ...nothingDone,
    title: 'Payment link is over',
    happened: 'The link has expired, and can no longer be paid.',
    toDo: 'There is nothing left to end. If something is still to be paid, make another link.',
    example: { because: 'expired' },
  },
}
