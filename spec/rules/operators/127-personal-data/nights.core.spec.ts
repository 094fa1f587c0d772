import { expect } from 'chai'
import { type Attention, eraseOldNumbers, erasePersonalData, type OldNumberPorts } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

const dayMs = 24 * hourMs
const days = 30

/** A core, with data that each part made a month ago, and the nights since. */
async function openNights() {
  const core = await openBatches()
  const { ports, clock, pay, accepted, changed } = core
  const read: string[] = []
  const watched: OldNumberPorts = {
    ...ports,
    books: {
      ...ports.books,
      list(query) {
        read.push(`payments from ${query.createdFromMs}`)
        return ports.books.list(query)
      },
    },
    reconciliations: {
      ...ports.reconciliations,
      phoneNumbers(stretch) {
        read.push(`rows of ${stretch.runId}`)
        return ports.reconciliations.phoneNumbers(stretch)
      },
    },
    batches: {
      ...ports.batches,
      lines(query) {
        read.push(`lines of ${query.batchId}`)
        return ports.batches.lines(query)
      },
    },
  }
  let made = 0
  return {
    ...core,
    /** A payment that has ended. */
    paid: async () => {
      made += 1
      return (await pay('succeeds', { reference: `order-${made}`, amount: 500 })).stored()
    },
    /** A comparison with a row without a payment here; resolves with its id. */
    async compared(): Promise<string> {
      clock.forwardMs(1)
      const payment = await openWorld().then(({ paid }) => paid({ createdAtMs: clock.nowMs() }))
      const { compare } = await openWorld(ports, clock)
      made += 1
      const time = { fromMs: clock.nowMs(), toMs: clock.nowMs() + hourMs, digest: `file ${made}` }
      return (await compare([rowOf(payment, 2)], time)).run.id
    },
    /** A cancelled batch of one line; resolves with its id. */
    async cancelled(): Promise<string> {
      made += 1
      const { id } = await accepted([{ reference: `line-${made}` }], { reference: `batch-${made}` })
      await changed(id, 'cancel')
      return id
    },
    async night(goOn = () => true) {
      read.length = 0
      return eraseOldNumbers(watched)({ days, goOn: async () => goOn() })
    },
    read: () => [...read],
    reported: async () => (await ports.actions.list({ kind: 'personal-data.retention', limit: 9 })).actions.length,
  }
}

describe('127 Personal data: the nightly erasure of old numbers', () => {
  rule('127.25', 'each night continues after the last one, at least half a day later', async () => {
    const { clock, paid, compared, cancelled, night, read } = await openNights()
    await paid()
    const [run, batches] = [await compared(), [await cancelled(), await cancelled()]]
    clock.forwardMs(days * dayMs + 1)
    const untilMs = clock.nowMs() - days * dayMs
    expect(await night()).to.deep.equal({ payments: 1, rows: 1, lines: 2 })
    const whole = ['payments from 0', `rows of ${run}`, ...batches.map((id) => `lines of ${id}`)]
    expect(read()).to.have.members(whole)
    clock.forwardMs(dayMs / 2 - 1)
    expect([await night(), read()]).to.deep.equal([{ payments: 0, rows: 0, lines: 0 }, []])
    clock.forwardMs(1)
    expect([await night(), read()]).to.deep.equal([
      { payments: 0, rows: 0, lines: 0 },
      [`payments from ${untilMs}`, `lines of ${batches[1]}`],
    ])
  })

  rule('127.26', 'a night writes an action if it has erased anything and was not stopped', {
    'with everything it has erased': table(['erased'], [['payments'], ['rows'], ['lines']] as const, async (what) => {
      const { clock, paid, compared, cancelled, night, reported } = await openNights()
      await { payments: paid, rows: compared, lines: cancelled }[what]()
      clock.forwardMs(days * dayMs + 1)
      expect(await night()).to.deep.equal({ payments: 0, rows: 0, lines: 0, [what]: 1 })
      expect(await reported()).to.equal(1)
    }),
    'not if it was stopped among rows of files': table(
      ['asked before it stops', 'rows'],
      [
        [1, 0],
        [2, 1],
        [3, 1],
      ],
      async (asks, rows) => {
        const { clock, compared, night, reported } = await openNights()
        await compared()
        await compared()
        clock.forwardMs(days * dayMs + 1)
        let asked = 0
        const goOn = () => {
          asked += 1
          return asked < asks
        }
        expect(await night(goOn)).to.deep.equal({ payments: 0, rows, lines: 0 })
        expect(await reported()).to.equal(0)
        expect(await night()).to.deep.equal({ payments: 0, rows: 2 - rows, lines: 0 })
      },
    ),
    'never without the key for pseudonyms': async () => {
      const { ports, clock, paid, reported } = await openNights()
      const { phoneNumber, id } = await paid()
      clock.forwardMs(days * dayMs + 1)
      const { digest } = ports.secrets
      const night = eraseOldNumbers({ ...ports, secrets: { digest } })({ days, goOn: async () => true })
      expect((await rejection(night)).message).to.equal('there is no key for pseudonyms')
      expect((await ports.books.transaction(id))?.phoneNumber).to.equal(phoneNumber)
      expect(await reported()).to.equal(0)
    },
  })

  rule('127.27', 'payments that still need a number keep it, and the action counts only the others', async () => {
    const { ports, clock, pay, paid } = await openNights()
    const [first, second] = [await paid(), await paid()]
    const open = await (await pay('accepts', { reference: 'open' })).stored()
    const asked = await (await pay('declines', { reference: 'declined' })).stored()
    expect([asked.state, asked.followUp.askAtMs === null]).to.deep.equal(['failed', false])
    clock.forwardMs(hourMs)
    const { phoneNumber } = first
    const erased = await erasePersonalData(ports)({ phoneNumber, by: 'amina', because: 'letter 4711' })
    if ('refused' in erased) throw new Error(erased.message)
    const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id)
    expect(idsOf(erased.transactions)).to.have.members(idsOf([first, second]))
    expect(idsOf(erased.needed)).to.have.members(idsOf([open, asked]))
    const numbers = await Promise.all(
      [open, asked].map(async ({ id }) => (await ports.books.transaction(id))?.phoneNumber),
    )
    expect(numbers).to.deep.equal([phoneNumber, phoneNumber])
  })

  rule('127.28', 'a payment that waits for a person keeps its number until the decision', async () => {
    const { ports, clock, paid, night } = await openNights()
    const [kept, other] = [await paid(), await paid()]
    const mark = (attention: Attention | null) => {
      const { id, accountId, currency } = kept
      return ports.books.atomically({ account: accountId, currency, transaction: id }, (work) => {
        const found = work.transaction(id)
        if (found) work.record({ ...found, attention })
      })
    }
    await mark('contradiction')
    const numbers = () =>
      Promise.all([kept, other].map(async ({ id }) => (await ports.books.transaction(id))?.phoneNumber))
    clock.forwardMs(days * dayMs + 1)
    expect(await night()).to.deep.equal({ payments: 1, rows: 0, lines: 0 })
    expect((await numbers())[0]).to.equal(kept.phoneNumber)
    expect((await numbers())[1]).not.to.equal(other.phoneNumber)
    await mark(null)
    clock.forwardMs(dayMs)
    expect(await night()).to.deep.equal({ payments: 1, rows: 0, lines: 0 })
    expect((await numbers())[0]).not.to.equal(kept.phoneNumber)
  })
})
