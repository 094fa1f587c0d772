import { expect } from 'chai'
import type { Enquired, Submitted } from '../../core/sente.ts'
import { test } from '../rule.ts'
import { everyNetwork } from './dialects.ts'
import { soon } from './scriptedNetwork.ts'

everyNetwork('evidence in doubtful answers', ({ payout, collection, run, taken, unknown, ...dialect }) => {
  const { 'a refusal that is not on the list, known or not': refusals = [] } = dialect.reported
  const [, refused, because] = refusals[0] ?? expect.fail()
  const transactionOf = (kind = payout.kind) => (kind === 'payout' ? payout : collection)

  test(
    'a doubtful answer has the reason of the failure and the network’s id, unless it is ambiguous or may be about another payment',
    {
      ...Object.fromEntries(
        Object.entries(dialect.reported).map(([name, answers]) => [
          name,
          async () => {
            for (const [about, reply, reported, kind] of answers)
              await run({ [about]: () => reply }, async ({ open }) => {
                const { payOut, requestPayment, enquire } = open()
                const submit = kind === 'collection' ? requestPayment : payOut
                const transaction = transactionOf(kind)
                const answer = await (about === 'enquiry' ? enquire(transaction) : submit(transaction, soon()))
                expectReported(answer, reported)
              })
          },
        ]),
      ),
      'on a used connection, if the next answer there shows that it belongs to the payment': async () => {
        for (const [enquiry, reported] of [
          [unknown, because],
          [taken, {}],
        ] as const)
          await run(
            { submission: (nth) => (nth === 1 ? taken : refused), enquiry: () => enquiry },
            async ({ open }) => {
              const { payOut } = open()
              await payOut(payout, soon())
              expectReported(await payOut(payout, soon()), { ...reported, because: undefined })
            },
          )
      },
    },
  )

  test('an unknown payment has the reason from an earlier doubtful answer', () =>
    run({ enquiry: () => unknown }, async ({ open }) => {
      for (const [networkReason, reason, kind] of dialect.reasons)
        expect(await open().enquire({ ...transactionOf(kind), networkReason }), `${networkReason}`).to.deep.equal({
          outcome: 'notFound',
          ...(reason && { reason }),
        })
    }))

  test('a failure keeps the network’s own word: printable, at most 100 characters, or else none', {
    'an enquiry': async () => {
      for (const [body, networkReason, kind] of dialect.words)
        await run({ enquiry: () => ({ status: 200, body }) }, async ({ open }) => {
          const answer = await open().enquire(transactionOf(kind))
          expect(answer, JSON.stringify(body)).to.include({ outcome: 'declined', networkReason })
        })
    },
    'a submission that releases the money': async () => {
      for (const [reply, networkReason] of dialect.releasing)
        await run({ submission: () => reply }, async ({ open }) => {
          expect(await open().payOut(payout, soon())).to.include({ outcome: 'declined', networkReason })
        })
    },
  })
})

/** Expects doubt with only these facts about the payment. */
function expectReported(answer: Submitted | Enquired, { because, ...reported }: { readonly because?: unknown }) {
  expect(answer).to.include({ outcome: 'inDoubt', ...reported, ...(because !== undefined && { because }) })
  expect(answer).to.have.all.keys([...new Set(['outcome', 'because', ...Object.keys(reported)])])
}
