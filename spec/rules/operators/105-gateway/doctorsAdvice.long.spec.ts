import { expect } from 'chai'
import { damagePage } from '../../../attacks/diskAndClock/damagedPages.ts'
import { type Here, openHere } from '../../../fixtures/inThisProcess.ts'
import { rule } from '../../../rule.ts'

type Finding = { check: string; ok: boolean; found: string; fix?: string }

describe('105 Payments through the gateway: the doctor’s advice', () => {
  let here: Here
  beforeEach(() => {
    here = openHere()
  })

  /** The errors that the doctor finds. */
  async function wrong(env: Record<string, string>): Promise<Finding[]> {
    const { stdout } = await here.sente(['doctor', '--json'], env)
    return JSON.parse(stdout).findings.filter(({ ok }: Finding) => !ok)
  }

  rule(
    '105.23',
    'for a damaged database the doctor advises a restore, and for another gateway’s database another `DATABASE_URL`',
    {
      'a damaged one': async () => {
        const live = await here.startNetworks()
        await here.sente(['migrate'], live)
        const path = (live.DATABASE_URL ?? '').replace('sqlite:', '')
        damagePage(path, 'header')
        const fix =
          'if it is the database of this gateway, it is damaged: stop the server, keep all the files, and restore a backup'
        const runbook = 'docs/operating/incidents/damaged-database.md'
        const found = `${path} is not a SQLite database`
        expect(await wrong(live)).to.deep.equal([{ check: 'database', ok: false, found, fix, runbook }])
      },
      'a sandbox’s': async () => {
        await here.serve().url
        const live = { ...(await here.startNetworks()), DATABASE_URL: here.environment.DATABASE_URL }
        const [finding] = await wrong(live)
        expect(finding?.fix).to.include('set DATABASE_URL to a database of this gateway')
      },
    },
  )
})
