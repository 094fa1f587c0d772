import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { type CommandLine, withFile, written } from '../120-reconciliation/withFile.ts'
import { ugandanPayout } from '../120-reconciliation/writtenFiles.ts'

/** The row of the command line's payout in MTN's file. */
const rowOf = ({ clock, payout }: CommandLine) =>
  ugandanPayout(written(clock.nowMs()), String(payout.amount), payout.phoneNumber)

describe('123 The case of a payment: in its network’s own files', () => {
  rule(
    '123.19',
    'a case has the rows about its payment in the network’s own files: file and line, contents, and the result of the comparison',
    {
      'a row that matches': () =>
        withFile(
          async ({ compare, json, file }) => {
            const compared = (await compare()).json
            const [{ transaction_id: id }] = (await json('transaction', 'list')).json.transactions
            const { timeline } = (await json('transaction', 'show', id)).json
            const { at: _, what, ...found } = timeline.at(-1)
            expect(what).to.equal('reconciled')
            const [row] = (await json('reconcile', 'show', compared.reconciliation_id, '--bucket', 'matched', '--all'))
              .json.entries
            expect(found).to.deep.equal({
              ...{ reconciliation_id: compared.reconciliation_id, file: 'march.csv', digest: compared.digest },
              ...{ network: 'MTN', profile: 'mtn-uganda', entry: 2, bucket: 'matched', why: null },
              row: {
                ...{ line: 2, at: row.at, status: 'succeeded', direction: 'out', amount: 5_000, currency: 'UGX' },
                ...{ phone_number: '256770000001', our_id: null, network_id: null, fee: null, balance: null },
              },
              ...{ owner: null, resolved: null },
            })
            const key = join(file, '..', 'key')
            await json('case', 'key', key)
            await json('case', 'export', id, `${file}.case`)
            const [, content = ''] = readFileSync(`${file}.case`, 'utf8').split('\n')
            const { reconciliations } = JSON.parse(content)
            expect(reconciliations).to.deep.equal([{ ...found, compared_at: compared.ended_at }])
          },
          async (line) => {
            await line.pay('succeeds')
            return [rowOf(line)]
          },
        ),
      'a payment without a row in the file': () =>
        withFile(
          async ({ compare, json, sente, clock }) => {
            await compare('--sure', '--to', new Date(clock.nowMs() + 3_600_000).toISOString().replace('.000', ''))
            const [{ transaction_id: id }] = (await json('transaction', 'list')).json.transactions
            const found = (await json('transaction', 'show', id)).json.timeline.at(-1)
            expect(found).to.deep.include({ what: 'reconciled', bucket: 'missing_there', row: null })
            const { out } = await sente('transaction', 'show', id)
            expect(out).to.match(
              / reconciled +missing_there: MTN's file march\.csv does not have it, .*reconciliation /,
            )
          },
          async (line) => {
            await line.pay('succeeds')
            line.clock.forwardMs(7_200_000)
            return [ugandanPayout(written(line.clock.nowMs()), '7000', '256770000009')]
          },
        ),
      'a row that it was recorded from': () =>
        withFile(
          async ({ compare, json, id: account }) => {
            const { reconciliation_id: run } = (await compare('--sure')).json
            const which = ['--entry', '2', '--account', account, '--reference', 'lost-1', '--because', 'the restore']
            const { transaction_id: id } = (await json('reconcile', 'record', run, ...which)).json
            const found = (await json('transaction', 'show', id)).json.timeline.find(
              ({ what }: { what: string }) => what === 'reconciled',
            )
            expect(found).to.include({ bucket: 'missing_here', reconciliation_id: run, entry: 2 })
            expect(found.resolved).to.include({ recorded_as: id, because: 'the restore' })
            const other = await json('reconcile', 'record', run, ...which, '--refund-of', 'sale')
            expect(other.json.error.message).to.match(/has no collection sale that has succeeded/)
          },
          async (line) => [rowOf(line)],
        ),
    },
  )
})
