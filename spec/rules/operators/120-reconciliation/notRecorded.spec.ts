import { expect } from 'chai'
import { type FileRow, fundAccount, recordEntry, resolveEntries } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openForgetful } from './forgetful.ts'

describe('120 Reconciliation: rows that cannot be recorded', () => {
  rule('120.40', 'a row that cannot be recorded is refused, and nothing changes', {
    'a balance that is too low': async () => {
      const { row, compared, record, codeOf, balance, ports, who, accountId } = await openForgetful()
      const runId = await compared(row(2, { amountMinor: 100_001n }))
      expect(await record(runId)).to.deep.equal({
        refused: 'balance_too_low',
        message: `Account ${accountId} lacks 1 of 100001 UGX: record missing fundings and collections first`,
      })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      await fundAccount(ports)({ accountId, currency: 'UGX', amount: 1, reference: 'bank-7', ...who })
      expect(await codeOf(runId)).to.match(/^[0-9a-f-]{36}$/)
      expect(await balance()).to.deep.equal({ available: 0n, held: 0n })
    },
    'a reference that another payment has': async () => {
      const { row, compared, record, pay, balance } = await openForgetful()
      const { id } = await pay('succeeds', { reference: 'order-7', phoneNumber: '256770000001' })
      const before = await balance()
      expect(await record(await compared(row()))).to.deep.equal({
        refused: 'reference_used',
        message: `The account has used order-7 for transaction ${id}: was it paid twice? Record it under another one`,
      })
      expect(await balance()).to.deep.equal(before)
    },
    'other rows': table(
      ['row', 'why'],
      [
        ['not missing', 'its bucket is not_ours instead of missing_here'],
        ['failed', 'its status is failed, and only executed payments are recorded'],
        ['between wallets', 'it does not show the direction of the money'],
        ['of another number', 'it has another number, 256770000009'],
        ['of no number', 'it has no number: give the phone number'],
        ['of a part of a number', 'it has only a part of the number: give the phone number'],
        ['of a part of another number', 'it has another number, 25677****009'],
        ['of an erased number', 'its number was erased, and it has no id that shows whether it was recorded before'],
        ['resolved', 'brian has resolved it: ticket 4711'],
      ],
      async (what, why) => {
        const { row, compared, record, codeOf, ports, who, all } = await openForgetful()
        const change: Record<string, Partial<FileRow>> = {
          'not missing': { kind: 'other' },
          failed: { status: 'failed' },
          'between wallets': { direction: 'between' },
          'of no number': { phoneNumber: null, theirs: 'their-7' },
          'of a part of a number': { phoneNumber: '25677****001', theirs: 'their-7' },
          'of a part of another number': { phoneNumber: '25677****009', theirs: 'their-7' },
        }
        const runId = await compared(row(2, change[what]))
        if (what === 'resolved') await resolveEntries(ports)({ runId, endPayments: false, ...who })
        if (what === 'of an erased number')
          await ports.reconciliations.erasePhoneNumbers(runId, [{ item: 2, pseudonym: 'erased-0f' }])
        const before = await all()
        const message = `The row can't be recorded: ${why}`
        const asked = what.endsWith('another number') ? { phoneNumber: '256770000008' } : {}
        expect(await record(runId, asked)).to.deep.equal({ refused: 'row_not_recordable', message })
        expect(await codeOf(runId, { item: 3 })).to.equal('no_such_entries')
        expect(await all()).to.deep.equal(before)
      },
    ),
    'other requests': async () => {
      const { row, compared, codeOf, record, ports, accountId, who, all } = await openForgetful()
      const runId = await compared(row())
      const before = await all()
      expect(await codeOf('none')).to.equal('unknown_reconciliation')
      expect(await codeOf(runId, { accountId: 'none' })).to.equal('unknown_account')
      expect(await codeOf(runId, { reference: 'with blank' })).to.equal('malformed_reference')
      expect(await record(runId, { reference: '' }))
        .to.have.property('message')
        .that.matches(/^A reference must be /)
      const without = { runId, item: 2, accountId, reference: 'order-7', ...who }
      for (const [change, code] of [
        [{ by: '' }, 'malformed_name'],
        [{ because: '' }, 'malformed_explanation'],
        [{ because: undefined as never }, 'malformed_explanation'],
      ] as const)
        expect(await recordEntry(ports)({ ...without, ...change })).to.include({ refused: code })
      expect(await all()).to.deep.equal(before)
    },
  })
})
