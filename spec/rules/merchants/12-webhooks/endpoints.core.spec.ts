import { expect } from 'chai'
import {
  type AccountEvent,
  addEndpoint,
  changeEndpoint,
  type EndpointCaller,
  eventIdOf,
  findEndpoint,
  findFailed,
  fundAccount,
  listAttempts,
  listEndpoints,
  listFailingEndpoints,
  redeliverEvent,
  redeliverFailed,
  redeliverFrom,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs, minuteMs, type OpenCore, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

const url = 'https://duka.example/hooks'

describe('12 Webhooks: endpoints, in the core', () => {
  rule(
    '12.49',
    'a merchant who may not use the API cannot do anything with endpoints; an operator and a user can',
    table(
      ['who', 'kyc', 'answer'],
      [
        ['merchant', 'complete', 'done'],
        ['merchant', 'incomplete', 'kyc_incomplete'],
        ['operator', 'incomplete', 'done'],
        ['user', 'incomplete', 'done'],
      ] as const,
      async (who, kyc, answer) => {
        const { ports, callers, endpoint, change } = await openEndpoints()
        const eventId = eventIdOf(await firstEvent(ports, endpoint.accountId))
        await change((account) => ({ ...account, kyc }))
        const caller = (await callers())[who]
        const asked = { caller, endpointId: endpoint.id }
        const requests = [
          () => addEndpoint(ports)({ caller, settings: { url, types: ['*'] } }),
          () => listEndpoints(ports)({ caller }),
          () => findEndpoint(ports)(asked),
          () => changeEndpoint(ports)({ ...asked, settings: { url: `${url}/2` } }),
          () => rotateEndpointSecret(ports)(asked),
          () => listAttempts(ports)({ ...asked, limit: 10 }),
          () => findFailed(ports)(asked),
          () => redeliverFailed(ports)(asked),
          () => redeliverEvent(ports)({ caller, eventId }),
          () => removeEndpoint(ports)(asked),
        ]
        for (const request of requests) expect(codeOf(await request())).to.equal(answer)
        const left = (await ports.webhooks.ofAccount(endpoint.accountId)).map(({ id }) => id)
        expect(left.includes(endpoint.id)).to.equal(answer !== 'done')
      },
    ),
  )

  rule('12.50', 'an endpoint that is not the caller’s is neither found nor touched by any request', async () => {
    const { ports, callers, endpoint } = await openEndpoints()
    const { merchant: caller } = await callers()
    const { caller: other } = await openMerchant(ports)
    const before = await ports.webhooks.ofAccount(endpoint.accountId)
    for (const asked of [
      { caller: await other(), endpointId: endpoint.id },
      { caller, endpointId: 'none' },
    ])
      for (const request of [
        findEndpoint(ports)(asked),
        changeEndpoint(ports)({ ...asked, settings: { enabled: false } }),
        rotateEndpointSecret(ports)(asked),
        removeEndpoint(ports)(asked),
        listAttempts(ports)({ ...asked, limit: 10 }),
        findFailed(ports)(asked),
        redeliverFailed(ports)(asked),
      ])
        expect(codeOf(await request)).to.equal('endpoint_not_found')
    expect(await ports.webhooks.ofAccount(endpoint.accountId)).to.deep.equal(before)
    expect(await listEndpoints(ports)({ caller: await other() })).to.deep.equal({ endpoints: [] })
    expect(await listEndpoints(ports)({ caller })).to.deep.equal({ endpoints: before })
  })

  rule('12.51', 'a change of an endpoint changes only the named properties', {
    '': async () => {
      const { ports, callers, clock, endpoint, account } = await openEndpoints()
      const { merchant: caller } = await callers()
      const keyId = 'keyId' in caller ? caller.keyId : ''
      const asked = { caller, endpointId: endpoint.id }
      expect(endpoint).to.deep.equal({
        ...{ id: endpoint.id, accountId: account.id, url, types: ['*'], createdByKey: keyId, changedByKeys: [] },
        ...{ disabledBecause: null, generation: 1, rotatedAtMs: null, createdAtMs: clock.nowMs() },
      })
      const changed = async (settings: Parameters<ReturnType<typeof changeEndpoint>>[0]['settings']) =>
        changeEndpoint(ports)({ ...asked, settings })
      const known = { ...endpoint, changedByKeys: [keyId] }
      expect(await changed({ enabled: false })).to.deep.equal({ endpoint: { ...known, disabledBecause: 'asked' } })
      const types = ['payout.failed'] as const
      expect(await changed({ types })).to.deep.equal({ endpoint: { ...known, disabledBecause: 'asked', types } })
      expect(await changed({ enabled: true })).to.deep.equal({ endpoint: { ...known, types } })
      const other = `${url}/2`
      expect(await changed({ url: other })).to.deep.equal({ endpoint: { ...known, types, url: other } })
      clock.forwardMs(minuteMs)
      const rotated = { ...known, types, url: other, generation: 2, rotatedAtMs: clock.nowMs() }
      expect(await rotateEndpointSecret(ports)(asked)).to.deep.equal({ endpoint: rotated })
      expect(await removeEndpoint(ports)(asked)).to.deep.equal({ endpoint: rotated })
      expect(await findEndpoint(ports)(asked)).to.deep.equal({ refused: 'endpoint_not_found' })
    },
    'refused when there are five': async () => {
      const { ports, callers, account } = await openEndpoints()
      const { merchant: caller, operator } = await callers()
      const add = (by: EndpointCaller) => addEndpoint(ports)({ caller: by, settings: { url, types: ['*'] } })
      for (let nth = 2; nth <= 5; nth += 1) expect(codeOf(await add(caller))).to.equal('done')
      const before = await ports.webhooks.ofAccount(account.id)
      for (const by of [caller, operator])
        expect(await add(by)).to.deep.equal({ refused: 'too_many_endpoints', most: 5 })
      expect(await ports.webhooks.ofAccount(account.id)).to.deep.equal(before)
    },
  })

  rule('12.52', 'acts of people on endpoints are recorded under their names; acts of a key are not', async () => {
    const { ports, callers, endpoint, account } = await openEndpoints()
    const { merchant, operator, user } = await callers()
    const { id: endpointId } = endpoint
    const eventId = eventIdOf(await firstEvent(ports, account.id))
    const done = async () => {
      const { actions } = await ports.actions.list({ accountId: account.id, limit: 1 })
      return actions.map(({ kind, by, because, subject, before, after }) => ({
        ...{ kind, by, because, subject, before, after },
      }))
    }
    const first = await done()
    await changeEndpoint(ports)({ caller: merchant, endpointId, settings: { enabled: false } })
    await redeliverEvent(ports)({ caller: merchant, eventId })
    await changeEndpoint(ports)({ caller: operator, endpointId, settings: { enabled: false } })
    expect(await done()).to.deep.equal(first)

    const reported = { by: 'okello', because: 'asked by phone', subject: `endpoint ${endpointId}` }
    const was = { url, types: ['*'], enabled: false, secret: 1 }
    const is = { ...was, enabled: true }
    await changeEndpoint(ports)({ caller: operator, endpointId, settings: { enabled: true } })
    expect(await done()).to.deep.equal([{ kind: 'webhook.set', ...reported, before: was, after: is }])
    await rotateEndpointSecret(ports)({ caller: operator, endpointId })
    expect(await done()).to.deep.equal([
      { kind: 'webhook.rotate', ...reported, before: is, after: { ...is, secret: 2 } },
    ])
    await redeliverFrom(ports)({ endpointId, from: 1, who: operator.byOperator })
    const rewound = { kind: 'webhook.redeliver', ...reported, before: null, after: { from: 1, events: 2 } }
    expect(await done()).to.deep.equal([rewound])
    await redeliverEvent(ports)({ caller: operator, eventId })
    const again = { subject: `event ${eventId}`, before: null, after: { endpoints: 1 } }
    expect(await done()).to.deep.equal([{ kind: 'webhook.redeliver', ...reported, ...again }])

    const byUser = { by: user.user, because: null }
    await removeEndpoint(ports)({ caller: user, endpointId })
    const removed = { kind: 'webhook.remove', ...reported, ...byUser, before: { ...is, secret: 2 }, after: null }
    expect(await done()).to.deep.equal([removed])
    expect(await redeliverEvent(ports)({ caller: user, eventId })).to.deep.equal({ endpoints: 0 })
    expect(await done()).to.deep.equal([removed])
    const added = await addEndpoint(ports)({ caller: user, settings: { url, types: ['*'] } })
    if ('refused' in added) throw new Error(added.refused)
    const { id, createdByKey } = added.endpoint
    expect(createdByKey).to.equal(null)
    const after = { ...is, secret: 1 }
    expect(await done()).to.deep.equal([
      { kind: 'webhook.add', ...byUser, subject: `endpoint ${id}`, before: null, after },
    ])
    const unknown = redeliverFrom(ports)({ endpointId: 'none', from: 1, who: operator.byOperator })
    expect(await unknown).to.deep.equal({ refused: 'endpoint_not_found' })
  })

  rule('12.53', 'an endpoint begins again with the named event', async () => {
    const { ports, callers, endpoint, fund, attempt, claimed } = await openEndpoints()
    await fund(2)
    await attempt({ sequence: 4, problem: null })
    expect(await claimed()).to.deep.equal([])
    const { byOperator: who } = (await callers()).operator
    const rewound = await redeliverFrom(ports)({ endpointId: endpoint.id, from: 3, who })
    expect(rewound).to.deep.equal({ endpoint, events: 2 })
    const progress = { upTo: 2, failingMs: null }
    expect((await claimed()).map((one) => one.progress)).to.deep.equal([progress])
  })

  rule('12.54', 'the attempts at an endpoint are listed page by page', async () => {
    const { ports, callers, endpoint, attempt } = await openEndpoints()
    for (let n = 1; n <= 5; n += 1) await attempt({ sequence: 1, attempt: n })
    const { merchant: caller } = await callers()
    const list = async (before?: string) => {
      const asked = { caller, endpointId: endpoint.id, limit: 2, ...(before !== undefined && { before }) }
      const page = await listAttempts(ports)(asked)
      if ('refused' in page) throw new Error(page.refused)
      return page
    }
    const seen: number[] = []
    let next: string | null | undefined
    do {
      const page = await list(next ?? undefined)
      seen.push(...page.attempts.map(({ attempt }) => attempt))
      next = page.next
    } while (next !== null)
    expect(seen).to.deep.equal([5, 4, 3, 2, 1])
  })

  rule('12.55', 'an id without an event is not delivered again', async () => {
    const { ports, callers, account } = await openEndpoints()
    const { operator: caller } = await callers()
    const event = await firstEvent(ports, account.id)
    const eventId = eventIdOf(event)
    for (const id of [
      '',
      'none',
      eventId.slice(1),
      eventIdOf({ ...event, sequence: 0 }),
      eventIdOf({ ...event, sequence: 3 }),
      eventIdOf({ ...event, sequence: 4 }),
      eventIdOf({ ...event, atMs: event.atMs + hourMs }),
      eventIdOf({ ...event, accountId: 'another' }),
    ])
      expect(await redeliverEvent(ports)({ caller, eventId: id })).to.deep.equal({ refused: 'event_not_found' })
    expect(await redeliverEvent(ports)({ caller, eventId })).to.deep.equal({ endpoints: 1 })
  })

  rule(
    '12.56',
    'repeated deliveries of an event are limited for a merchant and a user, not for an operator',
    async () => {
      const { ports, callers, account } = await openEndpoints()
      const { merchant, operator, user } = await callers()
      const eventId = eventIdOf(await firstEvent(ports, account.id))
      const again = (caller: EndpointCaller) => redeliverEvent(ports)({ caller, eventId })
      for (let time = 1; time <= 6; time += 1) expect(await again(operator)).to.deep.equal({ endpoints: 1 })
      for (let time = 1; time <= 5; time += 1) expect(await again(merchant)).to.deep.equal({ endpoints: 1 })
      const refused = { refused: 'too_many_redeliveries', ofEvent: 5, ofAccount: 500, retryAfterSeconds: 86_400 }
      expect(await again(user)).to.deep.equal(refused)
      expect(await again(operator)).to.deep.equal({ endpoints: 1 })
    },
  )

  rule('12.57', 'failed deliveries are made again', {
    'when the last attempt at an event failed, the oldest first': async () => {
      const { ports, callers, endpoint, fund, attempt, waiting } = await openEndpoints()
      const { merchant: caller } = await callers()
      const asked = { caller, endpointId: endpoint.id }
      await fund(4)
      await attempt({ sequence: 5 })
      await attempt({ sequence: 2 })
      await attempt({ sequence: 3 })
      await attempt({ sequence: 3, attempt: 2, problem: null })
      await attempt({ sequence: 4, problem: null })
      await attempt({ sequence: 4, attempt: 2 })
      expect(await findFailed(ports)(asked)).to.deep.equal({ sequences: [2, 4, 5] })
      expect(await redeliverFailed(ports)(asked)).to.deep.equal({ events: 3, left: 0 })
      expect(await waiting()).to.deep.equal([2, 4, 5])
    },
    'only those after a moment': async () => {
      const { ports, callers, endpoint, fund, attempt, clock } = await openEndpoints()
      const { merchant: caller } = await callers()
      const at: number[] = []
      await fund(3)
      for (const sequence of [1, 2, 3, 4]) {
        await attempt({ sequence })
        at.push(clock.nowMs())
        clock.forwardMs(minuteMs)
      }
      const since = async (sinceMs = 0) => findFailed(ports)({ caller, endpointId: endpoint.id, sinceMs })
      expect(await since(at[1])).to.deep.equal({ sequences: [3, 4] })
      expect(await since((at[1] ?? 0) - 1)).to.deep.equal({ sequences: [2, 3, 4] })
      expect(await since(at[3])).to.deep.equal({ sequences: [] })
    },
    'the oldest hundred': async () => {
      const { ports, callers, endpoint, fund, attempt, waiting } = await openEndpoints()
      const { merchant: caller } = await callers()
      await fund(101)
      for (let sequence = 102; sequence >= 1; sequence -= 1) await attempt({ sequence })
      const done = await redeliverFailed(ports)({ caller, endpointId: endpoint.id })
      expect(done).to.deep.equal({ events: 100, left: 0 })
      expect(await waiting()).to.deep.equal(Array.from({ length: 100 }, (_, index) => index + 1))
    },
    'among the last thousand attempts': async () => {
      const { ports, callers, endpoint, fund, attempt } = await openEndpoints()
      const { merchant: caller } = await callers()
      const found = () => findFailed(ports)({ caller, endpointId: endpoint.id })
      await fund(1)
      await attempt({ sequence: 1 })
      for (let n = 1; n <= 999; n += 1) await attempt({ sequence: 2, attempt: n, problem: null })
      expect(await found()).to.deep.equal({ sequences: [1] })
      await attempt({ sequence: 2, attempt: 1_000, problem: null })
      expect(await found()).to.deep.equal({ sequences: [] })
    },
    'except those that were delivered again too often': async () => {
      const { ports, callers, endpoint, fund, attempt, account } = await openEndpoints()
      const { merchant: caller } = await callers()
      await fund(1)
      for (const sequence of [1, 2]) await attempt({ sequence })
      const eventId = eventIdOf(await firstEvent(ports, account.id))
      for (let time = 1; time <= 5; time += 1) await redeliverEvent(ports)({ caller, eventId })
      const done = await redeliverFailed(ports)({ caller, endpointId: endpoint.id })
      expect(done).to.deep.equal({ events: 1, left: 1 })
    },
  })

  rule('12.58', 'failing endpoints are listed as of now, up to the requested number', async () => {
    const { ports, endpoint, attempt, clock } = await openEndpoints()
    await attempt({ sequence: 1, failingMs: minuteMs })
    clock.forwardMs(2 * minuteMs)
    const list = listFailingEndpoints(ports)
    expect(await list({ limit: 1 })).to.deep.equal({ endpoints: [{ endpoint, failingMs: 3 * minuteMs }] })
    expect(await list({ limit: 0 })).to.deep.equal({ endpoints: [] })
  })
})

/** The core with an endpoint of its account's key; attempts at it are written without a network. */
async function openEndpoints() {
  const core = await openCore()
  const { ports, clock, account } = core
  const { webhooks } = ports
  const callers = async () => {
    const merchant = await core.caller()
    const byOperator = { by: 'okello', because: 'asked by phone' }
    return {
      merchant,
      operator: { account: merchant.account, byOperator },
      user: { ...merchant, user: 'wanjiku@duka.example' },
    }
  }
  const added = await addEndpoint(ports)({ caller: await core.caller(), settings: { url, types: ['*'] } })
  if ('refused' in added) throw new Error(added.refused)
  const { endpoint } = added
  const claim = () => ({ by: 'this node', nowMs: clock.nowMs(), leaseMs: 0 })
  const claimed = () => webhooks.claim({ ...claim(), longestPauseMs: 0, limit: 1 })
  let lastEvent = 1
  await fund(1)
  await claimed()

  async function fund(times: number): Promise<void> {
    for (let time = 1; time <= times; time += 1) {
      lastEvent += 1
      const [reference, accountId] = [`bank-${lastEvent}`, account.id]
      await fundAccount(ports)({ by: 'amina', accountId, currency: 'UGX', amount: 1, reference })
    }
  }

  return {
    ...core,
    endpoint,
    callers,
    fund,
    claimed,
    /** Writes an attempt at an event as the last one so far; it fails by default. */
    async attempt({
      sequence,
      attempt = 1,
      problem = 'HTTP 500',
      failingMs = null,
    }: {
      readonly sequence: number
      readonly attempt?: number
      readonly problem?: string | null
      readonly failingMs?: number | null
    }) {
      const made = { sequence, attempt, status: problem === null ? 200 : 500, problem, tookMs: 0, answer: '' }
      const progress = { upTo: lastEvent, failingMs }
      const settlement = { progress, waiting: [], ended: [], attempts: [made] }
      await webhooks.settle(endpoint.id, claim(), settlement)
    },
    waiting: async () => {
      const waiting = await webhooks.due(endpoint.id, { nowMs: clock.nowMs(), longestPauseMs: 0, limit: 200 })
      return waiting.map(({ sequence }) => sequence)
    },
  }
}

/** An account's first event. */
async function firstEvent({ books }: OpenCore['ports'], accountId: string): Promise<AccountEvent> {
  const { events } = await books.events({ accountId, after: 0, limit: 1 })
  const [first] = events
  if (!first) throw new Error('no event')
  return first.event
}
