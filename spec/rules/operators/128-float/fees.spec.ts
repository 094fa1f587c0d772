import { expect } from 'chai'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { writeFeeFile } from '../120-reconciliation/writtenFiles.ts'

describe('128 The operator’s own money: commands for fees', () => {
  rule('128.25', 'sente reconcile book-fees and show list the booked fees of a file', () =>
    inFolder(async ({ path }) => {
      const { json, sente, clock } = await openCommandLine()
      clock.forwardMs(3 * 24 * 3_600_000)
      writeFeeFile(path)
      const window = ['--provider', 'MTN', '--from', '2026-01-02', '--to', '2026-01-02']
      const compared = await json('reconcile', `${path}/fees.csv`, ...window, '--profile', `${path}/fees.json`)
      const { reconciliation_id: run } = compared.json
      expect((await json('reconcile', 'show', run)).json.fees_booked).to.deep.equal([])
      const hint = `Fees in UGX: 320 in the file, 0 booked for its days\nsente reconcile book-fees ${run} books them\n`
      expect((await sente('reconcile', 'show', run)).out).to.include(hint)
      const because = ['--because', 'the fees of the day']
      const { days, ...booked } = (await json('reconcile', 'book-fees', run, ...because)).json
      expect(booked).to.deep.equal({ booked: 1, rows_outside: 0 })
      const day = {
        ...{
          date: '2026-01-02',
          currency: 'UGX',
          booked: 320,
          reference: 'fees-2026-01-02-UGX-float:MTN:disbursement',
        },
        because: "fees of 2026-01-02 in MTN's file fees.csv: the fees of the day",
      }
      expect(days).to.deep.equal([{ ...day, amount: 320 }])
      expect((await json('reconcile', 'show', run)).json.fees_booked).to.deep.equal([{ ...day, amount: null }])
      const { out } = await sente('reconcile', 'show', run)
      expect(out).to.match(/\nFees in UGX: 320 in the file, 320 booked for its days\n(?!sente)/)
      expect((await sente('reconcile', 'book-fees', run, ...because)).out).to.match(/^Days booked now: 0 of 1\n\nDay /)
      expect((await json('float', 'list')).json.accounts).to.deep.include({
        ...{ currency: 'UGX', account: 'fees_paid', amount: 320 },
      })
    }),
  )
})
