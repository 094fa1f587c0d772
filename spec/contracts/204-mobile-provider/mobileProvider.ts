import { randomBytes } from 'node:crypto'
import { type Exchange, wayOf } from '../../../core/sente.ts'
import { equal } from '../kit/expectations.ts'
import { type Facts, type Trial, trials } from '../kit/trial.ts'
import { deadline, idParts, withBothKinds, withPayouts } from './scenes.ts'
import type { OpenStage } from './stage.ts'

const facts: Facts<OpenStage> = {
  '204.1 a submission that the network takes is accepted, or has succeeded, and is executed once': withBothKinds(
    async ({ submission, submit, end, stage }) => {
      const transaction = await submission('succeeds')
      const { outcome } = await submit(transaction)
      equal(outcome === 'succeeded' ? 'accepted' : outcome, 'accepted', 'the outcome of the submission')
      await end(transaction)
      equal(stage.executed(transaction.providerId), 1, 'the number of executions')
    },
  ),

  '204.2 the same UUIDs always make the same provider id, and other UUIDs make a different one': withPayouts(
    async ({ stage: { provider } }) => {
      const [one, other] = [idParts(), idParts()]
      const id = provider.providerId(one)
      equal(provider.providerId({ ...one }), id, 'the provider id of the same UUIDs')
      equal(provider.providerId(other) === id, false, 'whether other UUIDs make the same provider id')
    },
  ),

  '204.3 the fingerprint of the configuration stays the same': withPayouts(
    async ({ stage: { provider }, submission, submit }) => {
      const before = provider.fingerprint
      equal(typeof before === 'string' && before !== '', true, 'whether the fingerprint is a text that is not empty')
      await submit(await submission('succeeds'))
      equal(provider.fingerprint, before, 'the fingerprint after a submission')
    },
  ),

  '204.4 a submission to a network that cannot be reached is declined as not sent': withBothKinds(
    async ({ submission, submit, stage }) => {
      const transaction = await submission('unreachable')
      equal(declineOf(await submit(transaction)), notSent, 'the answer to the submission')
      equal(stage.executed(transaction.providerId), 0, 'the number of executions')
    },
  ),

  '204.5 a submission whose deadline has passed on either clock is declined as not sent': withBothKinds(
    async ({ submission, submit, stage: { clock, executed } }) => {
      for (const passed of ['wallMs', 'monotonicMs'] as const) {
        const transaction = await submission('succeeds')
        const until = { ...deadline(clock, 60_000), [passed]: deadline(clock, 0)[passed] }
        equal(declineOf(await submit(transaction, until)), notSent, `the answer when ${passed} has passed`)
        equal(executed(transaction.providerId), 0, 'the number of executions')
      }
    },
  ),

  '204.6 a submission whose answer is lost is in doubt, and is executed once': withBothKinds(
    async ({ submission, submit, end, stage }) => {
      const transaction = await submission('losesAnswer')
      equal((await submit(transaction)).outcome, 'inDoubt', 'the outcome of the submission')
      equal((await end(transaction)).outcome, 'succeeded', 'the outcome of the enquiry')
      equal(stage.executed(transaction.providerId), 1, 'the number of executions')
    },
  ),

  '204.7 an id that is submitted twice is executed once, and the second answer proves nothing about the first submission':
    withBothKinds(async ({ submission, submit, end, stage }) => {
      const transaction = await submission('succeeds')
      await submit(transaction)
      equal((await submit(transaction)).outcome, 'inDoubt', 'the outcome of the second submission')
      await end(transaction)
      equal(stage.executed(transaction.providerId), 1, 'the number of executions')
    }),

  '204.8 an enquiry returns the state of a payment, and its amount, currency and phone number if the network states them':
    withBothKinds(async ({ submission, submit, end, stage }) => {
      const ends = { staysOpen: 'pending', succeeds: 'succeeded', declines: 'declined' } as const
      for (const situation of ['staysOpen', 'succeeds', 'declines'] as const) {
        const transaction = await submission(situation)
        await submit(transaction)
        const answer = await end(transaction)
        equal(answer.outcome, ends[situation], `the outcome of the enquiry when the payment ${situation}`)
        const stated = Object.entries(stage.seen(transaction))
        const seen: Record<string, unknown> = 'seen' in answer ? answer.seen : {}
        const same = stated.map(([name]) => [name, seen[name]])
        equal(same, stated, `the payment in the enquiry when it ${situation}`)
      }
    }),

  '204.9 an enquiry about an id that the network never had finds nothing': withBothKinds(
    async ({ submission, stage }) => {
      const transaction = await submission('succeeds')
      equal((await stage.provider.enquire(transaction)).outcome, 'notFound', 'the outcome of the enquiry')
    },
  ),

  '204.10 an enquiry that cannot reach the network is unanswered': withBothKinds(async ({ submission, stage }) => {
    const transaction = await submission('unreachable')
    equal((await stage.provider.enquire(transaction)).outcome, 'unanswered', 'the outcome of the enquiry')
  }),

  '204.11 a callback identifies its transaction': withBothKinds(async ({ submission, submit, end, stage }) => {
    const transaction = await submission('succeeds')
    await submit(transaction)
    await end(transaction)
    const identified = stage.provider.identifyCallback(await stage.callback(transaction))
    equal(identified, { transactionId: transaction.id }, 'the transaction of the callback')
  }),

  '204.12 a request that is not a callback does no harm, and identifies no transaction that exists': withPayouts(
    async ({ submission, stage: { provider } }) => {
      const { id, providerId } = await submission('succeeds')
      const wrapped = `[${JSON.stringify({ externalId: id, transaction: { id: providerId } })}]`
      const texts = ['', 'x', '{}', '[]', 'null', '{"externalId":{}}', '{"transaction":null}', wrapped]
      for (const body of [...texts.map((text) => Buffer.from(text)), randomBytes(64)]) {
        const identified = provider.identifyCallback({ method: 'POST', body })?.transactionId
        equal(identified === id, false, `whether ${body.toString('latin1')} identifies the transaction`)
      }
    },
  ),

  '204.13 a network’s word for a failure, and its id for a payment, are printable text of at most 100 characters, or null':
    withBothKinds(async ({ submission, submit, end }) => {
      for (const situation of ['succeeds', 'declines'] as const) {
        const transaction = await submission(situation)
        for (const answer of [await submit(transaction), await end(transaction)]) {
          const { networkReason = null, providerRef = null } = answer as Partial<Record<string, string | null>>
          const wrong = [networkReason, providerRef].filter((text) => text !== null && !isPrintable(text))
          equal(wrong, [], `the unprintable characters in the answer ${answer.outcome}`)
        }
      }
    }),

  '204.14 a report of an exchange has at most 2,048 bytes of its answer, without any phone number but the transaction’s own':
    withBothKinds(async ({ submission, submit, end, stage }) => {
      const exchanges: Exchange[] = []
      const onExchange = (exchange: Exchange) => exchanges.push(exchange)
      for (const situation of ['succeeds', 'declines'] as const) {
        const transaction = await submission(situation)
        await submit(transaction, undefined, onExchange)
        await end(transaction, onExchange)
        const call = stage.provider.readCallback?.({ method: 'POST', body: Buffer.from(anybody) }, transaction)
        const wrong = [...exchanges.splice(0), ...(call ? [call] : [])].filter(
          ({ question, answer, codes }) =>
            !['submission', 'enquiry', 'callback'].includes(question) ||
            Buffer.byteLength(answer) > 2_048 ||
            numbersIn([answer, ...codes].join(' ')).some((digits) => !transaction.phoneNumber.endsWith(digits)),
        )
        equal(wrong, [], `the reports of exchanges about one that ${situation}`)
      }
    }),

  '204.15 a network that reports the balances of our wallets includes all payments, and reports nothing when it cannot be reached':
    withBothKinds(async ({ submission, submit, end, stage: { provider } }) => {
      const transaction = await submission('succeeds')
      const { currency, amountMinor } = transaction
      const kind = wayOf(transaction)
      const reported = async () => (await provider.walletBalance?.({ kind, currency }))?.amountMinor
      const before = await reported()
      await submit(transaction)
      await end(transaction)
      const moved = before === undefined ? undefined : before + (kind === 'payout' ? -amountMinor : amountMinor)
      equal(await reported(), moved, 'the balances after a payment')
      if (provider.walletBalance) equal(typeof before, 'bigint', 'the type of a balance')
      await submission('unreachable')
      equal(await reported(), undefined, 'the balances from a network that cannot be reached')
    }),

  '204.16 a network that names the owner of a phone number returns printable names, and nothing when it cannot be reached':
    withPayouts(async ({ submission, stage: { provider } }) => {
      const { phoneNumber, currency } = await submission('succeeds')
      const reported = await provider.recipient?.({ phoneNumber, currency })
      equal(
        reported?.isRegistered,
        provider.recipient && true,
        'whether the number of a successful payment has an owner',
      )
      const names = reported?.name ? [reported.name.given, reported.name.family].filter((name) => name !== '') : []
      equal(
        names.filter((name) => !isPrintable(name)),
        [],
        'the unprintable names',
      )
      await submission('unreachable')
      equal(await provider.recipient?.({ phoneNumber, currency }), undefined, 'the answer when it cannot be reached')
    }),
}

/** A callback that names somebody else. */
const anybody = `{"status":"FAILED","payer":{"partyId":"256779999999"},"message":"256779999999"}`

function numbersIn(text: string): string[] {
  return text.match(/(?<![0-9A-Za-z-])(256[0-9]{9}|0?7[0-9]{8})(?![0-9A-Za-z-])/g) ?? []
}

/**
 * The promises of every MobileProvider: chapter 204 of the rulebook. `open` makes one, with its network, for each
 * example.
 */
export function mobileProvider(open: OpenStage): readonly Trial[] {
  return trials(facts, (example) => example(open))
}

function isPrintable(text: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u.test(text)
}

const notSent = { outcome: 'declined', reason: 'not_sent' }

function declineOf(answer: { outcome: string; reason?: string }) {
  return { outcome: answer.outcome, reason: answer.reason }
}
