import { expect } from 'chai'
import { acceptBatch, beginQuarantine, isRefusal, tryBatch } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { refusal, rule, table } from '../../../rule.ts'

/** The code of a refused batch, and of each of its refused lines. */
async function codesOf(core: BatchCore, ...asked: Parameters<BatchCore['ask']>): Promise<readonly string[]> {
  const answer = await core.ask(...asked)
  if (!isRefusal(answer)) return ['accepted']
  const lines = answer.refused === 'batch_refused' ? answer.lines : []
  return [answer.refused, ...lines.map(({ line, refusal }) => `${line} ${refusal.refused}`)]
}

/** The number of kept drafts. */
function draftsOf({ ports }: BatchCore): Promise<number> {
  return ports.batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })
}

describe('23 Many payouts at once: accepting', () => {
  rule(
    '23.1',
    'a batch is accepted with one PIN, and the money of all its lines is held at once with their fees, by one line of the statement for each currency',
    {
      'one line of the statement': async () => {
        const core = await openBatches()
        const batch = await core.accepted([{ amount: 1_000 }, { amount: 2_500 }])
        expect(batch).to.include({ state: 'paying', lines: 2 })
        expect(await core.balance()).to.deep.equal({ available: 96_500n, held: 3_500n })
        const { account, ports } = core
        const statement = await ports.books.statement({ accountId: account.id, currency: 'UGX', limit: 9 })
        expect(statement?.postings.slice(1)).to.deep.equal([
          {
            posting: {
              accountId: account.id,
              currency: 'UGX',
              from: 'available',
              to: 'held',
              amountMinor: 3_500n,
              cause: { batch: batch.id },
              atMs: batch.updatedAtMs,
            },
            reference: 'salaries',
            paymentKind: null,
            phoneNumber: null,
            description: null,
            metadata: {},
            networkReceipt: null,
            networkReason: null,
          },
        ])
        await core.agree()
      },
      'the fee of each line, which its payout pays, whatever a schedule says by then': async () => {
        const later = aSchedule({ fromMs: manualClock().nowMs() + 1, tiers: [aTier({ percentE4: 20_000n })] })
        const core = await openBatches({}, { fees: { schedules: [aSchedule(), later], cashOuts: [] } })
        core.network.behaves('succeeds')
        const { sums } = await core.accepted([{ amount: 1_000 }, { amount: 2_500 }])
        expect(sums).to.deep.equal([{ currency: 'UGX', lines: 2, acceptedMinor: 3_535n, heldMinor: 3_535n }])
        expect(await core.balance()).to.deep.equal({ available: 96_465n, held: 3_535n })
        await core.agree()
        core.clock.forwardMs(1)
        await core.pays()
        expect(await core.balance()).to.deep.equal({ available: 96_465n, held: 0n })
        const paid = await core.ports.books.transactionByReference(core.account.id, 'salary-2')
        expect(paid).to.include({ amountMinor: 2_500n, feeMinor: 25n, state: 'succeeded' })
        await core.agree()
      },
    },
  )

  refusal(
    '23.2',
    'batch_refused',
    'all lines are checked by the rules for one payout before anything is held; one that breaks a rule refuses the batch, and the refusal names every such line with its code',
    {
      'each by the first rule that it breaks': async () => {
        const core = await openBatches()
        const lines = [
          {},
          { amount: 499 },
          { network: 'X' },
          { phoneNumber: '254770000001' },
          { currency: 'KES' },
          { amount: 5_000_001 },
          { amount: 500.5 },
        ]
        expect(await codesOf(core, lines)).to.deep.equal([
          'batch_refused',
          '2 amount_below_minimum',
          '3 invalid_network',
          '4 invalid_phone_number',
          '5 currency_not_supported',
          '6 amount_above_maximum',
          '7 amount_too_precise',
        ])
        expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
      'a reference of an earlier payment, and of an earlier line': async () => {
        const core = await openBatches()
        await core.pay('succeeds', { reference: 'used' })
        const lines = [{ reference: 'used' }, { reference: 'twice' }, { reference: 'twice' }]
        expect(await codesOf(core, lines)).to.deep.equal([
          'batch_refused',
          '1 duplicate_reference',
          '3 duplicate_reference',
        ])
      },
      'a reference of a line far before': async () => {
        const core = await openBatches({ fund: [{ currency: 'UGX', amount: 1_000_000 }] })
        const lines = Array.from({ length: 502 }, (_, index) => (index % 501 === 0 ? { reference: 'twice' } : {}))
        expect(await codesOf(core, lines)).to.deep.equal(['batch_refused', '502 duplicate_reference'])
      },
      'an amount above the account’s limit of one payout': async () => {
        const core = await openBatches()
        await core.change((account) => ({ ...account, limits: { UGX: { payout_amount: 2_000n } } }))
        expect(await codesOf(core, [{ amount: 2_000 }, { amount: 2_001 }, { amount: 499 }])).to.deep.equal([
          'batch_refused',
          '2 limit_reached',
          '3 amount_below_minimum',
        ])
      },
      'one that already had a wrong form': async () => {
        const core = await openBatches()
        const kept = { reference: 'salary-2', phoneNumber: '077', currency: 'UGX', network: 'MTN' }
        const request = core.requestOf([{}])
        const refusal = { refused: 'invalid_phone_number', network: 'MTN' } as const
        const lines = [...request.lines, { refusal, kept }]
        const answer = await acceptBatch(core.ports)({ caller: await core.caller(), request: { ...request, lines } })
        expect(answer).to.deep.equal({
          refused: 'batch_refused',
          lines: [{ line: 2, reference: 'salary-2', refusal }],
        })
      },
      'the rules about the caller come first, and for the whole batch': async () => {
        const core = await openBatches()
        expect(await codesOf(core, [{ amount: 1 }], { apikey: 'sente_pk_0' })).to.deep.equal(['invalid_public_key'])
        await core.change((account) => ({ ...account, kyc: 'incomplete' }))
        expect(await codesOf(core, [{ amount: 1 }])).to.deep.equal(['kyc_incomplete'])
      },
    },
  )

  rule(
    '23.3',
    'a batch that may be accepted in part keeps the refused lines, with their codes, and holds the money of the others',
    async () => {
      const core = await openBatches()
      const batch = await core.accepted([{ amount: 1_000 }, { amount: 1 }], { acceptPartial: true })
      expect(await core.states(batch.id)).to.deep.equal(['waiting', 'amount_below_minimum'])
      expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
      expect(await codesOf(core, [{ amount: 1 }], { acceptPartial: true, reference: 'none' })).to.deep.equal([
        'batch_refused',
        '1 amount_below_minimum',
      ])
    },
  )

  refusal(
    '23.4',
    'duplicate_batch',
    'a batch’s reference can be used once by its account, and the refusal says whether the lines are the same',
    {
      'sent again': async () => {
        const core = await openBatches()
        const { id } = await core.accepted([{}])
        expect(await core.ask([{}])).to.deep.equal({ refused: 'duplicate_batch', batchId: id, isRepeat: true })
        const other = await core.ask([{ amount: 2_000 }])
        expect(other).to.deep.equal({ refused: 'duplicate_batch', batchId: id, isRepeat: false })
      },
      'sent twenty times at once': async () => {
        const core = await openBatches()
        const answers = await Promise.all(Array.from({ length: 20 }, () => core.ask([{}])))
        const [opened, ...more] = answers.filter((answer) => 'batch' in answer)
        expect(more).to.deep.equal([])
        const repeated = { refused: 'duplicate_batch', batchId: opened?.batch.id, isRepeat: true }
        expect(answers.filter(isRefusal)).to.deep.equal(Array(19).fill(repeated))
        expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
        await core.agree()
      },
    },
  )

  rule(
    '23.5',
    'a wrong PIN refuses a batch and counts like the wrong PIN of one payout, however many lines there are',
    {
      'five wrong ones, and the last locks it': async () => {
        const locks: unknown[] = []
        const core = await openBatches({}, { pinLocked: (lock) => locks.push(lock) })
        for (let guess = 0; guess < 5; guess += 1)
          expect(await codesOf(core, [{}, {}], { pin: `000${guess}` })).to.deep.equal(['invalid_pin'])
        expect(await codesOf(core, [{}])).to.deep.equal(['pin_locked'])
        expect(locks).to.have.length(1)
        expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
      'none is set': async () => {
        const core = await openBatches()
        await core.change((account) => ({ ...account, pin: null }))
        expect(await codesOf(core, [{}])).to.deep.equal(['pin_not_set'])
      },
      'its key is missing': async () => {
        const core = await openBatches()
        await core.change(({ pin, ...account }) => ({ ...account, pin: pin && { ...pin, keyVersion: 'another' } }))
        const broken = await core.ask([{}]).then(String, ({ message }: Error) => message)
        expect(broken).to.match(/PIN/)
        expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
      'a right one without a payment does not reset the count, and one with a payment does': async () => {
        const core = await openBatches()
        const guess = (pin: string) => codesOf(core, [{ amount: 200_000 }], { pin })
        for (const pin of ['0001', '0002', '0003', '0004']) expect(await guess(pin)).to.deep.equal(['invalid_pin'])
        expect(await guess('4071')).to.deep.equal(['insufficient_balance'])
        expect([await guess('0005'), await guess('4071')]).to.deep.equal([['invalid_pin'], ['pin_locked']])
        const paying = await openBatches()
        for (const pin of ['0001', '0002', '0003', '0004']) await codesOf(paying, [{}], { pin })
        await paying.accepted([{}])
        const fresh = { pin: '0005', reference: 'bonus' }
        for (let count = 0; count < 4; count += 1)
          expect(await codesOf(paying, [{ reference: 'fresh' }], fresh)).to.deep.equal(['invalid_pin'])
      },
    },
  )

  rule(
    '23.6',
    'a balance that is too low for all lines refuses the batch',
    table(
      ['amounts', 'answer'],
      [
        ['50000 50000', 'accepted'],
        ['50000 50001', 'insufficient_balance'],
      ],
      async (amounts, answer) => {
        const core = await openBatches()
        const lines = amounts.split(' ').map((amount) => ({ amount: Number(amount) }))
        expect(await codesOf(core, lines)).to.deep.equal([answer])
        expect((await core.balance()).held).to.equal(answer === 'accepted' ? 100_000n : 0n)
        expect(await draftsOf(core)).to.equal(0)
        await core.agree()
      },
    ),
  )

  rule('23.7', 'a trial of a batch gets the same answer, and changes nothing', async () => {
    const core = await openBatches()
    const attempt = async (amounts: readonly number[]) => {
      const { pin: _, ...request } = core.requestOf(amounts.map((amount) => ({ amount })))
      const answer = await tryBatch(core.ports)({ caller: await core.caller(), request })
      return isRefusal(answer) ? answer.refused : answer.batch.sums
    }
    const sum = { currency: 'UGX', lines: 2, acceptedMinor: 3_000n, heldMinor: 3_000n }
    expect(await attempt([1_000, 2_000])).to.deep.equal([sum])
    expect(await attempt([50_000, 50_000])).to.have.length(1)
    expect(await attempt([1_000, 2])).to.equal('batch_refused')
    expect(await attempt([100_000, 1_000])).to.equal('insufficient_balance')
    expect([await core.ports.batches.list({ limit: 9 }), await draftsOf(core)]).to.deep.equal([[], 0])
    expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })

  rule(
    '23.8',
    'a batch with an interrupted acceptance holds no money and pays nothing; its reference stays free, and it is removed',
    async () => {
      const core = await openBatches()
      const { batches, books } = core.ports
      const broken = {
        ...core.ports,
        batches: { ...batches, forget: async () => {} },
        books: { ...books, atomically: () => Promise.reject(new Error('the process died')) },
      }
      const request = core.requestOf([{}, {}])
      const caller = await core.caller()
      const answer = await acceptBatch(broken)({ caller, request }).catch((error: Error) => error.message)
      expect(answer).to.equal('the process died')
      await core.pays()
      expect(core.network.received).to.have.length(0)
      const { id } = await core.accepted([{}])
      core.clock.forwardMs(3_600_001)
      await core.pays()
      const left = await batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })
      expect([left, (await core.batch(id))?.id]).to.deep.equal([0, id])
    },
  )

  rule('23.9', 'no batch is accepted while the books are quarantined, and no PIN is compared', async () => {
    const core = await openBatches()
    await beginQuarantine(core.ports)({ by: 'amina', because: 'restored' })
    expect(await codesOf(core, [{}], { pin: '0000' })).to.deep.equal(['quarantined'])
  })
})
