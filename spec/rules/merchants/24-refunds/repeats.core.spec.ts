import { expect } from 'chai'
import { type RefundRequest, uganda } from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { rule, table } from '../../../rule.ts'
import { openRefunds, refusedWith } from './openRefunds.ts'

type Core = Awaited<ReturnType<typeof openRefunds>>

/** What changes once a refund of UGX 2,000 has been made. */
const changes: Readonly<Record<string, (core: Core) => Promise<unknown>>> = {
  'the number was erased': async ({ ports, found, collection }) => {
    const now = await found(collection.id)
    const settled = { ...now, followUp: { ...now.followUp, askAtMs: null } }
    await inStep(ports, settled, (work) => work.record(settled))
    await inStep(ports, settled, (work) => work.erasePhoneNumber(settled.id, 'erased-0123456789abcdef'))
  },
  'less than the smallest amount is left': ({ refunded }) =>
    refunded('succeeds', { reference: 'other', amount: 2_600 }),
  'nothing is left': ({ refunded }) => refunded('succeeds', { reference: 'other', amount: 3_000 }),
  'its network contradicts it': ({ ports, collection }) =>
    inStep(ports, collection, (work) => work.record({ ...collection, attention: 'contradiction' })),
  'its network gave it back': ({ ports, collection }) =>
    inStep(ports, collection, (work) => work.record({ ...collection, isTakenBack: true })),
  'the currency has left the market': async ({ ports }) => {
    Object.assign(ports, { market: new Map() })
  },
  'the currency is no longer activated': ({ change }) =>
    change((account) => ({ ...account, activatedCurrencies: [], version: account.version + 1 })),
  'the smallest amount has risen': async ({ ports }) => {
    const ugx = uganda.get('UGX')
    if (ugx) Object.assign(ports, { market: new Map([['UGX', { ...ugx, minimum: 4_000 }]]) })
  },
  'the account has reached a limit': ({ change }) =>
    change((account) => ({ ...account, limits: { UGX: { payout_amount_a_day: 1n } }, version: account.version + 1 })),
}

describe('24 Refunds: repeated', () => {
  rule(
    '24.24',
    'a refund that repeats one is answered as a repeat, whatever has changed since, and another under its reference as none',
    table(
      ['what has changed', 'amount'],
      Object.keys(changes).flatMap((what) =>
        ['what is left', '2000'].map((amount): [string, string] => [what, amount]),
      ),
      async (what, amount) => {
        const core = await openRefunds()
        const { refunded, network } = core
        const { id } = await refunded('succeeds', { amount: 2_000 })
        await changes[what]?.(core)
        const sent = network.received.length
        const asked: Partial<RefundRequest> = amount === '2000' ? { amount: 2_000 } : {}
        const repeated = { refused: 'duplicate_reference', transactionId: id, isRepeat: true }
        expect(refusedWith(await core.again(asked))).to.deep.equal(repeated)
        expect(refusedWith(await core.again({ amount: 2_001 }))).to.deep.equal({ ...repeated, isRepeat: false })
        expect(refusedWith(await core.again({ collection: 'none' }))).to.deep.equal({ ...repeated, isRepeat: false })
        expect(refusedWith(await core.again({ ...asked, pin: '9999' }))).to.deep.equal({ refused: 'invalid_pin' })
        expect(refusedWith(await core.again({ ...asked, apikey: 'none' }))).to.deep.equal({
          refused: 'invalid_public_key',
        })
        expect(network.received).to.have.length(sent)
      },
    ),
  )
})
