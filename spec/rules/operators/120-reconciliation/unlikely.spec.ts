import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { type CommandLine, withFile, written } from './withFile.ts'
import { headings, ugandanPayout } from './writtenFiles.ts'

const day = ['--from', '2025-02-01T00:00:00+03:00', '--to', '2025-02-02T00:00:00+03:00']

/** Three rows of another wallet. */
const foreign = async ({ pay, payout, clock }: CommandLine) => {
  await pay('succeeds')
  return [1, 2, 3].map((nth) => ugandanPayout(written(clock.nowMs()), `${payout.amount + nth}`, '256770000009'))
}

describe('120 Reconciliation: files that look wrong', () => {
  rule('120.89', 'sente reconcile only shows a file that looks wrong, and stores it with --sure', {
    'most of whose payments are unknown': () =>
      withFile(async ({ compare, json, sente, file, clock }) => {
        const { code, json: shown } = await compare()
        const unlikely = ['the books lack 3 of its 3 payments', 'it lacks 1 of 1 payments of the period']
        expect([code, shown.stored, shown.unlikely]).to.deep.equal([1, false, unlikely])
        expect((await json('reconcile', 'list')).json.reconciliations).to.deep.equal([])
        const from = new Date(clock.nowMs()).toISOString().slice(0, 10)
        const { out } = await sente('reconcile', file, '--provider', 'MTN', '--from', from, '--to', `${from}T23:59:00Z`)
        expect(out).to.match(
          /^Nothing was stored\nThis looks like the wrong file, network, wallet or time: the books lack 3 of its 3 payments; it lacks 1 of 1 payments of the period\nRepeat the command with --sure if it is the right one\n/,
        )
        const sure = await compare('--sure')
        expect([sure.code, sure.json.stored, sure.json.already]).to.deep.equal([0, true, false])
        expect((await compare()).json).to.include({ already: true, reconciliation_id: sure.json.reconciliation_id })
      }, foreign),
    'whose profile is of another network': () =>
      inFolder(async ({ path }) => {
        const { json } = await openCommandLine()
        const file = join(path, 'airtel.csv')
        const row = '10001,01-02-2025 14:05:09,to 0750000001,Transaction Success,"2,000",Debit,100,"50,000"'
        writeFileSync(file, `${headings.airtelUganda}\n${row}\n`)
        const compare = async (...more: string[]) =>
          (await json('reconcile', file, ...day, '--dates', 'day-first', ...more)).json.unlikely
        const lacks = 'the books lack 1 of its 1 payments'
        expect(await compare('--provider', 'MTN')).to.deep.equal([
          'airtel-uganda reads files of AIRTEL, and not of MTN',
          lacks,
        ])
        expect(await compare('--provider', 'AIRTEL')).to.deep.equal([lacks])
      }),
    'with rows of another period': () =>
      withFile(
        async ({ json, sente, file }) => {
          const asked = [file, '--provider', 'MTN', ...day]
          const { code, json: shown } = await json('reconcile', ...asked)
          expect([code, shown.outside, shown.unlikely]).to.deep.equal([1, 1, ['it has no row of the period']])
          expect((await sente('reconcile', ...asked)).out).to.match(/\nRows before or after the period: 1\n/)
        },
        async ({ pay, payout, clock }) => {
          await pay('succeeds')
          return [ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)]
        },
      ),
  })

  rule('120.90', 'sente reconcile lists the texts of rows that no class of the profile names', () =>
    inFolder(async ({ path }) => {
      const { json, sente } = await openCommandLine()
      const file = join(path, 'mpesa.csv')
      const row = (details: string) => `TJA1AA1AAD,13-10-2025 11:00:00,${details},Completed,,-5,565.00,,A1`
      const lines = [headings.mpesa, row('Top up'), row('Sweep'), row('Top up')]
      writeFileSync(file, `${lines.join('\n')}\n`)
      const asked = [file, '--provider', 'MTN', ...day, '--dry-run']
      expect((await json('reconcile', ...asked)).json.unnamed).to.deep.equal([
        { text: 'Top up', rows: 2 },
        { text: 'Sweep', rows: 1 },
      ])
      expect((await sente('reconcile', ...asked)).out).to.match(
        /\nNot ours, because the profile names no such row:\n {2}2 × Top up\n {2}1 × Sweep\n$/,
      )
    }),
  )
})
