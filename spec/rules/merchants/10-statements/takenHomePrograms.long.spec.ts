import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readXlsx } from 'hucre/xlsx'
import type { StatementEnding } from '../../../../adapters/formats/statement/files.ts'
import { fundAccount, isRefusal, readAccountStatement, refundMoney, type Statement } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { run, savedBy } from '../../../fixtures/spreadsheets.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { writtenFile } from '../../../fixtures/writtenFile.ts'
import { rule, table } from '../../../rule.ts'
import { textOf } from '../../../sourceTree.ts'

const [formula, quotedFormula] = ['=1+1', "'=1+1"]

/** The whole statement of an account with payouts, collections, refunds and their fees, and references like formulas. */
async function busyStatement(): Promise<Statement> {
  const schedules = (['payout', 'collection', 'refund'] as const).map((kind) => aSchedule({ kind, isRefundable: true }))
  const core = await openCore({}, { fees: { schedules, cashOuts: [] } })
  const { ports, account, collect, pay, caller, request, payout, network } = core
  network.behaves('succeeds')
  const sale = await collect({ caller: await caller(), request: { ...request, reference: '0002' } })
  if (isRefusal(sale)) throw new Error(sale.refused)
  await sale.outcome
  await pay('succeeds', { reference: formula, description: 'déjà, “vu”' })
  await pay('succeeds', { reference: quotedFormula })
  await pay('declines', { reference: '3/4' })
  await pay('accepts', { reference: 'open' })
  network.behaves('succeeds')
  const { apikey, pin } = payout
  const back = { apikey, pin, collection: '0002', reference: '1E5', amount: 5_000 }
  const refund = await refundMoney(ports)({ caller: await caller(), request: back })
  if (isRefusal(refund)) throw new Error(refund.refused)
  await refund.outcome
  await fundAccount(ports)({ by: 'amina', accountId: account.id, currency: 'UGX', amount: 700, reference: '-7' })
  const statement = await readAccountStatement(ports)({ accountId: account.id, currency: 'UGX', limit: 999 })
  if (isRefusal(statement)) throw new Error(statement.message)
  return statement
}

/** The statement as a file, in a folder until the example ends. */
async function savedStatement(ending: StatementEnding) {
  const statement = await busyStatement()
  const folder = makeFolder()
  afterwards(() => folder.remove())
  const path = join(folder.path, `statement.${ending}`)
  writeFileSync(path, await writtenFile(ending, [statement]))
  const { availableMinor, heldMinor } = statement.closing
  return { statement, path, folder: folder.path, closing: Number(availableMinor + heldMinor) }
}

describe('10 Statements: files in other programs', () => {
  rule('10.20', 'a statement’s file has the same balance in spreadsheets and in accounting programs', {
    'in a spreadsheet: amounts are numbers, days are dates, and no text is run': table(
      ['the spreadsheet', 'the file'],
      [
        ['LibreOffice', 'csv'],
        ['LibreOffice', 'xlsx'],
        ['Gnumeric', 'csv'],
        ['Gnumeric', 'xlsx'],
      ] as const,
      async (program, ending) => {
        const { path, folder, closing, statement } = await savedStatement(ending)
        const { sheets } = await readXlsx(readFileSync(await savedBy[program](path, folder)))
        const [names = [], ...rows] = sheets[0]?.rows ?? []
        const column = (name: string) => rows.map((row) => row[names.indexOf(name)])
        const amounts = column('amount')
        expect(amounts.every((amount) => typeof amount === 'number')).to.equal(true)
        expect((amounts as number[]).reduce((sum, amount) => sum + amount, 0)).to.equal(closing)
        expect(column('balance_after').at(-1)).to.equal(closing)
        expect(
          column('day')
            .slice(1)
            .every((day) => day instanceof Date),
        ).to.equal(true)
        const shown = column('reference').filter((text) => String(text).includes('=1+1'))
        const entriesOf = (reference: string) => statement.lines.filter((line) => line.reference === reference).length
        expect(new Set(shown).size).to.equal(2)
        expect(shown).to.have.length(entriesOf(formula) + entriesOf(quotedFormula))
      },
    ),
    'in a spreadsheet that opens the `.xlsx`: each text is as it was': table(
      ['the spreadsheet'],
      [['LibreOffice'], ['Gnumeric']] as const,
      async (program) => {
        const { path, folder, statement } = await savedStatement('xlsx')
        const { sheets } = await readXlsx(readFileSync(await savedBy[program](path, folder)))
        const [names = [], , ...rows] = sheets[0]?.rows ?? []
        const texts = rows.map((row) => [row[names.indexOf('reference')], row[names.indexOf('phone_number')] ?? null])
        expect(texts).to.deep.equal(statement.lines.map(({ reference, phoneNumber }) => [reference, phoneNumber]))
      },
    ),
    'in hledger, by the rules on the page about spreadsheets, with the balance after each entry': async () => {
      const { path, folder, closing } = await savedStatement('csv')
      const rules = /<<'RULES'\n(.*?)RULES\n/s.exec(textOf('docs/merchants/spreadsheets.md'))?.[1] ?? ''
      writeFileSync(`${folder}/sente.rules`, rules)
      const journal = await run('hledger', '--rules-file', `${folder}/sente.rules`, '-f', path, 'print')
      writeFileSync(`${folder}/sente.journal`, journal)
      const assets = ['-f', `${folder}/sente.journal`, 'balance', 'assets:sente', '--format', '%(total)', '--no-total']
      expect((await run('hledger', ...assets)).trim()).to.equal(`UGX${closing}`)
    },
    'in libofx, which reads OFX for GnuCash': async () => {
      const { path, closing } = await savedStatement('ofx')
      const read = await run('ofxdump', path)
      const amounts = [...read.matchAll(/Total money amount: (\S+)/g)].map(([, amount]) => Number(amount))
      expect(amounts.reduce((sum, amount) => sum + amount, 0)).to.equal(closing)
      expect(Number(/Ledger balance: (\S+)/.exec(read)?.[1])).to.equal(closing)
      const ids = [...read.matchAll(/ID for this transaction: (.*)/g)].map(([, id]) => id)
      expect(new Set(ids).size).to.equal(amounts.length)
      expect(read).to.include('déjà, “vu”')
    },
  })
})
