import { expect } from 'chai'
import { postgres } from '../../../../adapters/postgres/postgres.ts'
import { type OwnServer, openOwnServer, serverPath } from '../../../fixtures/postgres/postgres.ts'
import { openProcesses } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'

/** The host and port in a server's path. */
const placeOf = (path: string) => /@([^/]+)\//.exec(path)?.[1] ?? ''

/** The path of a server with the host and port of another beside its own. */
const beside = (path: string, other: string) => path.replace(/@([^/]+)\//, `@$1,${other}/`)

const alone = (place: string) => ({
  isFault: false,
  found: `${place} waits for no standby: acknowledged payments are on one machine only`,
  fix: 'set synchronous_standby_names, or configure your cluster to set it',
  runbook: 'docs/scaling/failover.md#settings',
})

const waitingInVain = (place: string) => ({
  isFault: true,
  found: `${place} waits for a standby, and none follows it: nothing is written`,
  fix: 'start a standby, or configure commits to wait for none until there is one',
  runbook: 'docs/operating/incidents/primary-dead.md',
})

describe('115 PostgreSQL: warnings about its servers', () => {
  const servers: OwnServer[] = []
  before(async () => {
    await serverPath()
    servers.push(await openOwnServer(), await openOwnServer(['-c', 'synchronous_standby_names=other']))
  })
  after(() => Promise.all(servers.map(({ close }) => close())))
  const paths = () => servers.map(({ path }) => path) as [string, string]

  rule(
    '115.26',
    'a second primary, a primary without a standby or waiting for one in vain, and a connection without TLS are found',
    {
      'no standby': async () => expect(await postgres.concerns(paths()[0])).to.deep.equal([alone(placeOf(paths()[0]))]),
      'commits that wait for a missing one': async () =>
        expect(await postgres.concerns(paths()[1])).to.deep.equal([waitingInVain(placeOf(paths()[1]))]),
      'two primaries': async () => {
        const [one, other] = paths()
        expect(await postgres.concerns(beside(one, placeOf(other)))).to.deep.equal([
          {
            isFault: true,
            found: `${placeOf(one)} and ${placeOf(other)} each claim to be the primary`,
            fix: 'stop the one that was replaced, and make it a standby of the other before it starts again',
            runbook: 'docs/operating/incidents/primary-dead.md',
          },
          alone(placeOf(one)),
          waitingInVain(placeOf(other)),
        ])
      },
      'one server by two names': async () => {
        const [, path] = paths()
        const found = await postgres.concerns(beside(path, placeOf(path).replace('127.0.0.1', 'localhost')))
        expect(found.map(({ found }) => found).join()).not.to.include('each claim to be the primary')
      },
      'other machines without TLS, whether or not they answer': async () => {
        const path = '//sente:hunter2@localhost:1,db1.invalid,db2.invalid:6432/money?sslmode='
        const found = await postgres.concerns(`${path}disable`)
        expect(found.map(({ isFault, found }) => [isFault, found])).to.deep.equal([
          [false, 'connections to db1.invalid carry all payments over the network without TLS'],
          [false, 'connections to db2.invalid:6432 carry all payments over the network without TLS'],
        ])
        expect(await postgres.concerns(`${path}verify-full`)).to.deep.equal([])
      },
    },
  )

  rule(
    '115.27',
    'the doctor warns of a primary without a standby, and fails when there are two primaries',
    async () => {
      const processes = openProcesses()
      try {
        const [one, other] = paths()
        const live = await processes.startNetworks()
        const doctor = async (path: string) => {
          const env = { ...live, DATABASE_URL: `postgres:${path}` }
          const { code, stdout } = await processes.sente(['doctor', '--json'], env)
          const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean }[] }
          return [code, findings.filter(({ check }) => check === 'database servers').map(({ ok }) => ok)]
        }
        expect((await processes.sente(['migrate'], { ...live, DATABASE_URL: `postgres:${one}` })).code).to.equal(0)
        expect(await doctor(one)).to.deep.equal([0, [true]])
        expect(await doctor(beside(one, placeOf(other)))).to.deep.equal([1, [false, true, false]])
      } finally {
        await processes.close()
      }
    },
  )
})
