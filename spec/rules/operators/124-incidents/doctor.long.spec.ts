import { once } from 'node:events'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'chai'
import { diskConcerns } from '../../../../adapters/sqlite/file/diskRoom.ts'
import { logConcerns } from '../../../../adapters/sqlite/file/grownLog.ts'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { openClockProxy } from '../../../attacks/diskAndClock/clock/proxy.ts'
import { ranHere as sente } from '../../../fixtures/inThisProcess.ts'
import { openProcesses, type Ran } from '../../../fixtures/processes.ts'
import { selfSigned } from '../../../fixtures/selfSigned.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

const dayMs = 86_400_000

type Finding = { check: string; ok: boolean; found: string; fix?: string; runbook?: string }

const findingsOf = ({ stdout }: Ran) => (JSON.parse(stdout) as { findings: Finding[] }).findings

const pageOf = (name: string) => `docs/operating/incidents/${name}.md`

describe('124 Incidents: warnings of the doctor', () => {
  const processes = openProcesses()
  let live: Record<string, string>
  before(async () => {
    live = { ...(await processes.startNetworks()), PORT: '0' }
  })
  /** The findings of the doctor about a public address with a certificate that is valid for this many more days. */
  async function foundAbout(days: number, isServed = false) {
    const until = new Date(Date.now() + days * dayMs)
    const certificate = selfSigned('localhost', until)
    const server = createServer(certificate, (_, answer) => answer.end('{}')).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const extra = join(processes.folder, 'cert.pem')
      writeFileSync(extra, certificate.cert)
      const env = {
        ...live,
        SENTE_PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}`,
        SENTE_CALLBACK_SECRET: 'a callback secret for tests, long',
        NODE_EXTRA_CA_CERTS: extra,
      }
      // A running server must be reachable; another may start later.
      if (isServed) await processes.serve(env).url
      // Node reads the certificates that it trusts at its start: the doctor needs a process of its own.
      const findings = findingsOf(await processes.sente(['doctor', '--json'], env))
      return {
        finding: findings.find(({ check }) => check === 'public address'),
        day: until.toISOString().slice(0, 10),
      }
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  /** The errors and warnings of the doctor about the networks of a configuration after a change. */
  async function foundAboutNetworks(change: (text: string) => string) {
    const SENTE_CONFIG = join(processes.folder, 'changed.json')
    writeFileSync(SENTE_CONFIG, change(readFileSync(live.SENTE_CONFIG ?? '', 'utf8')), { mode: 0o600 })
    const findings = findingsOf(await sente(['doctor', '--json'], { ...live, SENTE_CONFIG }))
    return findings.filter(({ check, fix }) => /: (collection|payout|clock)$/.test(check) && fix !== undefined)
  }

  rule(
    '124.13',
    'the doctor warns three weeks before the certificate of the public address expires, and says when it has expired',
    {
      'five days before': async () => {
        const { finding, day } = await foundAbout(5)
        expect(finding).to.include({ ok: true, runbook: 'docs/operating/incidents/certificate-expired.md' })
        expect(finding).to.have.property('found').that.includes(`but its certificate is valid until ${day}`)
      },
      'a day after': async () => {
        const { finding, day } = await foundAbout(-1, true)
        expect(finding).to.include({ ok: false, runbook: 'docs/operating/incidents/certificate-expired.md' })
        expect(finding).to.have.property('found').that.includes(`expired on ${day}`)
      },
      'thirty days before': async () => {
        const { finding } = await foundAbout(30)
        expect(finding).to.include({ ok: true }).and.not.to.have.property('fix')
      },
    },
  )

  rule('124.14', 'the doctor warns when the disk of the database has little room left', async () => {
    const path = join(processes.folder, 'room.db')
    const runbook = 'docs/operating/incidents/disk-full.md'
    const fix = 'make room before the disk is full'
    const found = `the disk of ${path} has room for 1023 MB more`
    expect(await diskConcerns(path, async () => 2 ** 30 - 1)).to.deep.equal([{ isFault: false, found, fix, runbook }])
    expect(await diskConcerns(path, async () => 2 ** 30)).to.deep.equal([])
  })

  rule(
    '124.15',
    'the doctor names a slow network, a wrong clock, and a network’s expired certificate, each with its page',
    {
      'slow, and with another time': async () => {
        const proxy = await openClockProxy()
        proxy.answersLaterBy(1_200)
        proxy.runsAheadBy(60_000)
        try {
          const found = await foundAboutNetworks(proxy.inText)
          const pages = ['network-slow', 'network-slow', 'clock-wrong'].map(pageOf)
          expect(found.map(({ runbook }) => runbook)).to.deep.equal([...pages, ...pages])
          expect(found[0]?.found).to.match(/, after \d s$/)
        } finally {
          proxy.close()
        }
      },
      'an expired certificate': async () => {
        const server = createServer(selfSigned('localhost', new Date(Date.now() - dayMs))).listen(0, '127.0.0.1')
        try {
          await once(server, 'listening')
          const origin = `https://localhost:${(server.address() as AddressInfo).port}`
          const found = await foundAboutNetworks((text) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, origin))
          expect(found.map(({ ok, runbook }) => [ok, runbook])).to.deep.equal(
            Array.from({ length: 6 }, () => [false, pageOf('certificate-expired')]),
          )
        } finally {
          server.close()
        }
      },
    },
  )

  rule('124.16', 'the doctor names a growing log of SQLite, and the programs that have the database open', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'live', migrate: true })
      try {
        truncateSync(`${path}-wal`, 300e6)
        expect(await logConcerns(path)).to.deep.equal([])
        truncateSync(`${path}-wal`, 300e6 + 1)
        const [concern] = await logConcerns(path)
        expect(concern).to.include({ isFault: false, runbook: pageOf('log-grows') })
        const grown = `the log of ${path} has grown to 300 MB; the database is`
        expect(concern?.found).to.match(new RegExp(`^${grown} open in process ${process.pid} \\(.+\\)$`))
        const claim = claimServing(path, process.pid)
        expect(await logConcerns(path)).to.have.nested.property(
          '0.found',
          `${grown} not seen open anywhere but in the server`,
        )
        claim.release()
      } finally {
        await store.close()
      }
    }),
  )
})
