import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { calendar, noRiskLimits } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../../operators/104-command-line/commandLine.ts'

const days = calendar({ timeZone: 'Africa/Kampala' })

const riskLimits = { ...noRiskLimits, accounts: { UGX: { payouts_a_day: 200n } } }

/** A command line on 2 January, 23:30 in Kampala, with a payment half an hour ago, and another after midnight there. */
async function openDays() {
  const commandLine = await openCommandLine({ store: { days, riskLimits } })
  const { clock, pay } = commandLine
  clock.forwardMs(12 * 3_600_000)
  await pay('succeeds', 'before')
  clock.forwardMs(2 * 3_600_000)
  await pay('succeeds', 'after')
  return commandLine
}

describe('30 Days: in commands', () => {
  rule('30.9', 'commands read days in the time zone of the account, and include the last one', {
    'in lists': table(
      ['options', 'found'],
      [
        ['--from 2026-01-03', 'after'],
        ['--to 2026-01-02', 'before'],
        ['--from 2026-01-02 --to 2026-01-03', 'after, before'],
        ['--from today', 'after'],
        ['--to yesterday', 'before'],
        ['--from this-month --to this-month', 'after, before'],
        ['--from last-month --to last-month', ''],
        ['--to 2026-01-02T21:30:00Z', 'before'],
      ],
      async (options, expected) => {
        const { json, id } = await openDays()
        const { transactions } = (await json('transaction', 'list', ...options.split(' '))).json
        expect(transactions.map(({ reference }: { reference: string }) => reference).join(', ')).to.equal(expected)
        const { lines } = (await json('statement', id, 'UGX', ...options.split(' '))).json
        const seen = new Set(lines.map(({ reference }: { reference: string }) => reference))
        expect(
          [...seen]
            .filter((one) => one !== 'initial-UGX')
            .reverse()
            .join(', '),
        ).to.equal(expected)
        const { actions } = (await json('action', 'list', ...options.split(' '))).json
        expect(actions.length > 0).to.equal(expected.includes('before'))
      },
    ),
    'for a key': async () => {
      const { json, id } = await openDays()
      const given = ['--name', 'till', '--scope', 'collect', '--expires', '2027-01-01']
      const made = (await json('key', 'create', id, ...given)).json
      const expiry = async () => (await json('key', 'list', id)).json.keys.at(-1).expires_at
      expect(await expiry()).to.equal('2027-01-01T21:00:00.000Z')
      await json('key', 'rotate', id, '--key', made.key_id, '--expires', '2027-02-01')
      expect(await expiry()).to.equal('2027-02-01T21:00:00.000Z')
    },
    'not for a file of a day that is not over': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      const file = join(folder, 'mtn.csv')
      writeFileSync(file, 'anything')
      try {
        const { sente } = await openDays()
        for (const last of ['today', '2026-01-03', 'this-month']) {
          const { code, err } = await sente('reconcile', file, '--provider', 'MTN', '--from', 'yesterday', '--to', last)
          expect([code, err]).to.deep.equal([1, 'The last day is not over yet: name the time of the file with --to\n'])
        }
        const { err } = await sente('reconcile', file, '--provider', 'MTN', '--from', 'yesterday', '--to', 'yesterday')
        expect(err).not.to.include('not over')
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'and another word is wrong usage': async () => {
      const { sente } = await openDays()
      const { code, err } = await sente('transaction', 'list', '--from', 'tomorrow')
      expect([code, err]).to.satisfy(
        ([code, err]: [number, string]) => code === 2 && err.includes('Expected a date such'),
      )
    },
  })

  rule('30.10', 'commands show times in the time zone of the account, with the offset', {
    'as text': table(
      ['command', 'has'],
      [
        ['transaction list', '2026-01-03T01:00:00.000+03:00  payout'],
        ['statement ID UGX', '2026-01-03T01:00:00.000+03:00  payout_held'],
        ['action list', '2026-01-02T11:00:00.000+03:00'],
        ['account show ID --history', '2026-01-02T11:00:00.000+03:00'],
        ['account limit show ID', '2026-01-04T00:00:00.000+03:00'],
        ['key list ID', '2026-01-02T11:00:00.000+03:00  never'],
        ['transaction show --account ID --reference after', '2026-01-03T01:00:00.000+03:00'],
        ['transaction show --account ID --reference before', '2026-01-02T23:00:00.000+03:00'],
        ['funding list', '2026-01-02T11:00:00.000+03:00  fund'],
        ['float moves', '2026-01-03T01:00:00.000+03:00  bank-1'],
        ['network show MTN', '2026-01-03T01:00:00.000+03:00'],
        ['network list', '2026-01-03T01:00:00.000+03:00'],
        ['personal-data show 256770000001', '2026-01-03T01:00:00.000+03:00'],
        ['user invitations', '2026-01-03T02:00:00.000+03:00'],
      ],
      async (command, has) => {
        const { sente, id } = await openDays()
        await sente('float', 'top-up', 'MTN', 'UGX', '1000', '--reference', 'bank-1')
        await sente('network', 'pause', 'MTN', '--because', 'it is down')
        await sente('user', 'invite', '--operator', '--role', 'support')
        const { out } = await sente(...command.replace('ID', id).split(' '))
        expect(out)
          .to.include(has)
          .and.not.match(/\d\dT[\d:.]+Z/)
      },
    ),
    'in JSON': async () => {
      const { json } = await openDays()
      const { transactions } = (await json('transaction', 'list')).json
      expect(transactions[0].created_at).to.equal('2026-01-02T22:00:00.000Z')
    },
  })
})
