import { expect } from 'chai'
import { test } from '../rule.ts'
import { everyNetwork } from './dialects.ts'

everyNetwork('the user of a phone number', ({ payout: { phoneNumber, currency }, run, recipients, askedFor }) => {
  const examples = Object.entries(recipients).map(([name, answers]) => [
    name,
    async () => {
      for (const [replies, recipient] of answers)
        await run({ enquiry: (nth) => replies[nth - 1] ?? { status: 500 } }, async ({ open, enquiries }) => {
          const found = await open().recipient?.({ phoneNumber, currency })
          expect(found, JSON.stringify(replies)).to.deep.equal(recipient)
          if (found?.isRegistered) expect(enquiries.map(({ url }) => url)).to.deep.equal(askedFor)
        })
    },
  ])
  test('a number has a user, or none, only if the network says so in its own form', Object.fromEntries(examples))
})
