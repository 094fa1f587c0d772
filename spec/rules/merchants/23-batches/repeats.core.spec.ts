import { expect } from 'chai'
import { isRefusal, type LineRequest, type Repeat, tryBatch } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { refusal, rule, table } from '../../../rule.ts'

const dayMs = 86_400_000

type Core = Awaited<ReturnType<typeof openBatches>>

/** The lines of a batch that repeat a payment, each with the payment that it repeats. */
async function repeatsIn(core: Core, lines: readonly Partial<LineRequest>[]): Promise<string[]> {
  const answer = await core.ask(lines, { reference: 'next', confirmRepeats: false })
  if (!isRefusal(answer)) return []
  return answer.refused === 'repeats_unconfirmed' ? answer.repeats.map(nameOf) : [answer.refused]
}

function nameOf({ line, of }: Repeat): string {
  if ('payout' in of) return `${line} pays ${of.reference} again`
  return 'batch' in of
    ? `${line} pays line ${of.line} of ${of.batchReference} again`
    : `${line} pays line ${of.line} again`
}

const [one, other] = ['256770000001', '256770000002']

/** A core with a batch of one line, `a-1`, that has been paid. */
async function paidOnce(): Promise<Core> {
  const core = await openBatches()
  core.network.behaves('succeeds')
  await core.accepted([{ reference: 'a-1', phoneNumber: one, amount: 1_000 }])
  await core.pays()
  return core
}

describe('23 Many payouts at once: the same payments again', () => {
  refusal(
    '23.66',
    'repeats_unconfirmed',
    'lines that repeat a payment are refused until they are confirmed: the same amount to the same phone number',
    {
      'as another line of the batch': table(
        ['phone number', 'amount', 'repeats'],
        [
          [one, 1_000, '2 pays line 1 again'],
          [one, 1_001, ''],
          [other, 1_000, ''],
        ],
        async (phoneNumber, amount, repeats) => {
          const core = await openBatches()
          const lines = [
            { phoneNumber: one, amount: 1_000 },
            { phoneNumber, amount },
          ]
          expect((await repeatsIn(core, lines)).join()).to.equal(repeats)
        },
      ),
      'as a payout of the last seven days': table(
        ['days ago', 'amount', 'repeats'],
        [
          [0, 1_000, '1 pays a-1 again'],
          [7, 1_000, '1 pays a-1 again'],
          [8, 1_000, ''],
          [0, 999, ''],
        ],
        async (days, amount, repeats) => {
          const core = await paidOnce()
          core.clock.forwardMs(days * dayMs)
          expect((await repeatsIn(core, [{ phoneNumber: one, amount }])).join()).to.equal(repeats)
        },
      ),
      'but not as a payout that has failed': async () => {
        const core = await openBatches()
        core.network.behaves('declines')
        await core.accepted([{ phoneNumber: one, amount: 1_000 }])
        await core.pays()
        expect(await repeatsIn(core, [{ reference: 'b-1', phoneNumber: one, amount: 1_000 }])).to.deep.equal([])
      },
      'as a line of another batch that is still to be paid, unless it was cancelled': async () => {
        const core = await openBatches()
        const { id } = await core.accepted([{ phoneNumber: one, amount: 1_000 }])
        const lines = [{ reference: 'b-1', phoneNumber: one, amount: 1_000 }]
        expect(await repeatsIn(core, lines)).to.deep.equal(['1 pays line 1 of salaries again'])
        await core.changed(id, 'cancel')
        expect(await repeatsIn(core, lines)).to.deep.equal([])
      },
      'a refused line repeats nothing': async () => {
        const core = await openBatches()
        const lines = [{ phoneNumber: one, amount: 1 }, { phoneNumber: one, amount: 1 }, { phoneNumber: other }]
        const answer = await core.ask(lines, { acceptPartial: true, confirmRepeats: false })
        expect(isRefusal(answer)).to.equal(false)
      },
    },
  )

  rule('23.67', 'a trial and an accepted batch list the lines that repeat a payment', async () => {
    const core = await paidOnce()
    const lines = [{ reference: 'b-1', phoneNumber: one, amount: 1_000 }]
    const request = core.requestOf(lines, { reference: 'next' })
    const tried = await tryBatch(core.ports)({ caller: await core.caller(), request })
    const accepted = await core.ask(lines, { reference: 'next', confirmRepeats: true })
    for (const answer of [tried, accepted])
      expect(isRefusal(answer) ? answer : answer.repeats.map(nameOf)).to.deep.equal(['1 pays a-1 again'])
  })
})
