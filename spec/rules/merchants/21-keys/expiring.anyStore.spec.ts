import { expect } from 'chai'
import { pino } from 'pino'
import sinon from 'sinon'
import { expiringKeysLoop } from '../../../../adapters/background/expiringKeysLoop.ts'
import { auditBooks, createKey, isRefusal, listEvents, revokeKey, tellExpiring } from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { openKeyed } from './keyed.ts'

const dayMs = 24 * hourMs

/** A core with a key that lasts for some days, and its notices. */
async function openLasting(days: number) {
  const core = await openCore()
  const { ports, account, clock, caller } = core
  const terms = { name: 'wages', scopes: ['pay'] } as const
  const given = { by: 'amina', accountId: account.id, ...terms, expiresAtMs: clock.nowMs() + days * dayMs }
  const made = await createKey(ports)(given)
  if (isRefusal(made)) throw new Error(made.message)
  return {
    ...core,
    made,
    tell: async () => (await tellExpiring(ports)({ limit: 9 })).accountIds.length,
    async reported() {
      const page = await listEvents(ports)({
        caller: await caller(),
        query: { after: 0, type: 'key.expiring', limit: 9 },
      })
      return isRefusal(page) ? [] : page.events
    },
  }
}

describe('21 Keys: notice of expiry', () => {
  afterEach(() => {
    sinon.restore()
  })

  rule(
    '21.18',
    'an account gets the event key.expiring once for a key, from 14 days before its expiry to 30 days after it',
    table(
      ['made for days', 'after days', 'event'],
      [
        [30, 15, 0],
        [30, 16, 1],
        [30, 29, 1],
        [30, 59, 1],
        [30, 61, 0],
        [3, 0, 1],
      ],
      async (days, after, isReported) => {
        const { clock, tell, reported, ports } = await openLasting(days)
        clock.forwardMs(after * dayMs)
        expect(await tell()).to.equal(isReported)
        expect(await tell()).to.equal(0)
        expect(await reported()).to.have.length(isReported)
        expect(await auditBooks(ports)()).to.include({ ok: true })
      },
    ),
  )

  rule(
    '21.19',
    'the event is written within a minute, by one node of several, and not again after a restart',
    async () => {
      const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { ports, account, reported } = await openLasting(3)
      const woken: string[] = []
      const node = () =>
        expiringKeysLoop(tellExpiring(ports), { notify: (id) => woken.push(id), log: pino({ enabled: false }) })
      for (const started of [[node(), node()], [node()]]) {
        timers.tick(60_000)
        await Promise.all(started.map(({ stop }) => stop()))
        expect([woken, (await reported()).length]).to.deep.equal([[account.id], 1])
      }
    },
  )

  rule('21.20', 'a key that was revoked before has no such event', async () => {
    const { ports, made, tell, reported } = await openLasting(3)
    await revokeKey(ports)({ by: 'amina', keyId: made.keyId })
    expect([await tell(), await reported()]).to.deep.equal([0, []])
  })

  rule('21.21', 'the event names the key and its expiry, without a secret', async () => {
    const api = await openKeyed({ scopes: ['read'], expiresAtMs: Date.UTC(2026, 0, 9), addresses: ['203.0.113.7'] })
    const { ports, look, added } = api
    await tellExpiring(ports)({ limit: 9 })
    const { data } = JSON.parse((await look('/events?type=key.expiring')).text)
    expect(data.events).to.have.length(1)
    const [{ type, data: key }] = data.events
    const { created_at, ...rest } = key
    expect([type, rest]).to.deep.equal([
      'key.expiring',
      {
        ...{ key_id: added.keyId, name: 'till', scopes: ['read'], addresses: ['203.0.113.7'] },
        expires_at: '2026-01-09T00:00:00.000Z',
      },
    ])
  })
})
