import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect } from 'chai'
import { readProfile } from '../../../../adapters/written/networkFiles/profile.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { realFile } from './realFiles.ts'
import { headings, ugandanPayout } from './writtenFiles.ts'

/** The command `sente reconcile profile try` with a file of this content, and its folder. */
async function trying(
  content: string,
  example: (given: {
    readonly tried: (...more: string[]) => Promise<{ code: number | undefined; json: Record<string, never> }>
    readonly text: () => Promise<string>
    readonly path: string
  }) => unknown,
) {
  await inFolder(async ({ path }) => {
    const { json, sente } = await openCommandLine()
    const file = join(path, 'export.csv')
    writeFileSync(file, content)
    const asked = ['reconcile', 'profile', 'try', file]
    await example({
      tried: (...more) => json(...asked, ...more) as never,
      text: async () => (await sente(...asked)).out,
      path,
    })
  })
}

describe('120 Reconciliation: profiles', () => {
  rule('120.96', 'sente reconcile profile schema prints a JSON Schema that all profiles in sente have', async () => {
    const { sente } = await openCommandLine()
    const schema = JSON.parse((await sente('reconcile', 'profile', 'schema')).out)
    const isProfile = new Ajv({ strict: false }).compile(schema)
    for (const profile of shippedProfiles) expect(isProfile(JSON.parse(JSON.stringify(profile)))).to.equal(true)
    expect(isProfile({ ...shippedProfiles[0], sign: 'minus' })).to.equal(false)
    for (const field of Object.values<Record<string, unknown>>(schema.properties))
      expect(field).to.include.keys('description', 'examples')
  })

  rule('120.97', 'sente reconcile profile try shows the profiles that fit a file, and how its first rows are read', {
    'without the records that are no rows': () =>
      trying(realFile('totals-row.csv'), async ({ tried }) => {
        const { rows } = (await tried()).json as unknown as { rows: { line: number }[] }
        expect(rows.map(({ line }) => line)).to.deep.equal([2, 3])
      }),
    'one that fits': () =>
      trying(realFile('mtn-ug-agent.csv'), async ({ tried, text }) => {
        const { json } = await tried()
        const [best] = json.fits as unknown as Record<string, unknown>[]
        expect(best).to.deep.equal({ profile: 'mtn-uganda-agent', line: 1, found: 12, missing: [], others: [] })
        expect(json.rows).to.deep.equal([
          {
            ...{ line: 2, at: '2025-09-01T05:41:00.000Z', within_seconds: 60, direction: 'in', amount: '5000' },
            ...{ currency: 'UGX', phone_number: '256771000001', status: 'succeeded', kind: 'payment' },
            ...{ our_id: null, network_id: '23000000001' },
          },
          {
            ...{ line: 3, at: '2025-09-01T06:20:00.000Z', within_seconds: 60, direction: 'out', amount: '7000' },
            ...{ currency: 'UGX', phone_number: '256771000003', status: 'succeeded', kind: 'payment' },
            ...{ our_id: null, network_id: '23000000002' },
          },
        ])
        expect(await text()).to.match(/^Profile +Line +Headings +Missing +Others\nmtn-uganda-agent +1 +12 *\n/)
      }),
    'one whose file has another heading, a column more and semicolons, as a draft that reads it': () => {
      const row = '31/03/2026 14:05,FRI:duka/MM,1,Duka,FRI:256770000001/MSISDN,2,A,,UGX,2000,x'
      const content = `${headings.mtnUganda.replace('To message', 'Note')},Branch\n${row}\n`.replaceAll(',', ';')
      return trying(content, async ({ tried, path }) => {
        const draft = join(path, 'ours.json')
        const { json } = await tried('--draft', draft)
        const [best] = json.fits as unknown as Record<string, unknown>[]
        expect(best).to.deep.include({ profile: 'mtn-uganda', missing: ['To message'], others: ['Note', 'Branch'] })
        const read = readProfile(readFileSync(draft, 'utf8'))
        expect('profile' in read && read.profile.name).to.equal('mtn-uganda-draft')
        const again = await tried('--profile', draft)
        expect([again.json.problems, again.json.rows]).to.deep.equal([[], json.rows])
        expect((await tried('--draft', draft)).json).to.have.nested.property('error.code', 'file_exists')
      })
    },
    'one without a column that the profile needs': () =>
      trying(
        `${headings.mtnUganda.replace(',Amount', '')}\n${ugandanPayout('31/03/2026 14:05', '')}\n`,
        async ({ tried, text }) => {
          expect((await tried()).json.problems).to.deep.equal([
            'the column "Amount" is not the first name of a heading',
          ])
          expect(await text()).to.match(/\nTo do in the draft: the column "Amount" is not /)
        },
      ),
    'rows with problems, and dates that prove nothing': () => {
      const rows = ['01/02/2026 13:05', '01/02/2026 99:05'].map(
        (date) => `1,${date},Successful,Transfer,FRI:duka/MM,D,FRI:250780000001/MSISDN,A,500,20,9000`,
      )
      return trying([headings.mtnRwanda, ...rows].join('\n'), async ({ tried, text }) => {
        const column = 'Date'
        const unproven = 'nothing proves whether the day or the month comes first: choose the order of dates'
        const form =
          '"01/02/2026 99:05" is not a time: YYYY-MM-DD HH:mm:ss, A/B/YYYY HH:mm, A/B/YYYY HH:mm:ss, A/B/YY HH:mm'
        expect((await tried()).json.rows).to.deep.equal([
          { line: 2, column, problem: unproven },
          { line: 3, column, problem: form },
        ])
        expect(await text()).to.include(`Date: ${unproven}`)
        const { rows: read } = (await tried('--dates', 'month-first')).json as unknown as { rows: { at: string }[] }
        expect(read[0]?.at).to.equal('2026-01-02T11:05:00.000Z')
      })
    },
    'no profile, and no file': () =>
      trying('When,How much\n1,2\n', async ({ tried, text, path }) => {
        const draft = join(path, 'ours.json')
        expect((await tried('--draft', draft)).json.fits).to.deep.equal([])
        expect(existsSync(draft)).to.equal(false)
        expect(await text()).to.equal('No profile has half of the headings of the file\n')
        const { json } = await openCommandLine()
        const none = await json('reconcile', 'profile', 'try', join(path, 'none.csv'))
        expect(none.json.error.code).to.equal('file_not_read')
      }),
  })
})
