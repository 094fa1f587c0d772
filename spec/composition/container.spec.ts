import { once } from 'node:events'
import { type AddressInfo, BlockList } from 'node:net'
import { expect } from 'chai'
import { pino } from 'pino'
import { openSqliteStore } from '../../adapters/sqlite/sqlite.ts'
import { buildContainer } from '../../composition/container.ts'
import type { ContainerParts } from '../../composition/deployment.ts'
import { sandboxConfiguration } from '../../composition/sandbox/configuration.ts'
import { startGateway } from '../../composition/start/startGateway.ts'
import { heldIn, tokens } from '../../composition/tokens.ts'
import { type FollowUp, inviteUser, isRefusal, sandboxPolicy } from '../../core/sente.ts'
import { ownForm } from '../fixtures/http/pages.ts'
import { goodPassword } from '../fixtures/people.ts'
import { settingsFor } from '../networks/scriptedNetwork.ts'
import { test } from '../rule.ts'

function emptyStore() {
  return openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true, serving: { onLost() {} } })
}

/** A store that notes the latest limit of claims of each network. */
function storeWithClaims() {
  const empty = emptyStore()
  const claims: Record<string, number> = {}
  const claim: typeof empty.books.claim = (due) => {
    claims[due.network] = due.limit
    return empty.books.claim(due)
  }
  return { store: { ...empty, books: { ...empty.books, claim } }, claims }
}

function container(given: Partial<ContainerParts> = {}) {
  return buildContainer({
    store: emptyStore(),
    pinKeys: () => ({ current: 'a PIN key for tests' }),
    configuration: sandboxConfiguration(),
    policy: sandboxPolicy,
    callbacks: { secret: undefined, publicUrl: () => undefined },
    webhooks: {
      keys: () => ({ current: 'a webhook key for tests' }),
      rules: { allowed: new BlockList(), plain: true },
    },
    log: pino({ level: 'silent' }),
    ...given,
  })
}

describe('The process: the container', () => {
  describe('', () => {
    let one: ReturnType<typeof container>
    before(() => {
      one = container()
    })

    test(
      'every token can be resolved',
      Object.fromEntries(
        Object.entries(tokens).map(([name, token]) => [name, () => expect(one.get<unknown>(token)).to.exist]),
      ),
    )

    test('every token is resolved to one instance', () => {
      for (const token of Object.values(tokens)) expect(one.get<unknown>(token)).to.equal(one.get<unknown>(token))
    })

    test('values are read by name, because the rest would be everything', () => {
      expect(heldIn(one).store).to.equal(one.get(tokens.store))
      expect(() => ({ ...heldIn(one) })).to.throw(TypeError, 'are read by name')
    })
  })

  /** The next page for an operator who has just joined. */
  async function placeOfOperator(given: Partial<ContainerParts>): Promise<string | null> {
    const one = container(given)
    const { people, close } = one.get(tokens.store)
    const invited = await inviteUser({ ...one.get(tokens.accountPorts), people })({
      by: 'okello',
      role: 'administrator',
      accountId: null,
    })
    if (isRefusal(invited)) throw new Error(invited.message)
    const server = one.get(tokens.server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/join/${invited.token}`
    const body = new URLSearchParams({ name: 'amina', password: goodPassword, again: goodPassword })
    const joined = await fetch(url, { method: 'POST', body, headers: ownForm, redirect: 'manual' })
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await close()
    return joined.headers.get('location')
  }

  test('the follow-up claims as many payments of a network as it may ask about in a second, or 64', async () => {
    const { store, claims } = storeWithClaims()
    const settings = { ...settingsFor('https://momo.example'), enquiriesASecond: 10 }
    const connectionOf = (_currency: string, name: string) =>
      name === 'MTN' ? { api: 'mtn-momo', name: 'mtn', settings } : undefined
    const one = container({ store, configuration: { ...sandboxConfiguration(), connectionOf } })
    await one.get(tokens.followUp).sweep()
    expect(claims).to.deep.equal({ MTN: 10, AIRTEL: 64 })
    await store.close()
  })

  test('operators need a second step, but not in a sandbox', {
    live: async () => expect(await placeOfOperator({})).to.equal('/me/second-step'),
    sandbox: async () => {
      const sandbox = { phones: { open: () => [] }, demo: new Promise<never>(() => {}) } as never
      expect(await placeOfOperator({ sandbox })).to.equal('/operator/')
    },
  })

  test('payments left open by an earlier run are resumed before the server listens', async () => {
    const one = container()
    const seen: string[] = []
    const server = one.get(tokens.server)
    const followUp: FollowUp = {
      async resume() {
        for (let turn = 0; turn < 500 && !server.listening; turn += 1) await new Promise(setImmediate)
        seen.push(server.listening ? 'listening' : 'not listening')
      },
      sweep: async () => 0,
      hint: async () => {},
    }
    const binding = await one.rebind(tokens.followUp)
    binding.toConstantValue(followUp)
    const closers: (() => unknown)[] = [one.get(tokens.store).close]
    try {
      await startGateway(one, { host: '127.0.0.1', port: 0 }, closers)
      while (seen.length === 0) await new Promise(setImmediate)
    } finally {
      for (const close of closers.reverse()) await close()
    }
    expect(seen).to.deep.equal(['not listening'])
  })
})
