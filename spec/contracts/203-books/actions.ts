import type { Acting, Action } from '../../../core/sente.ts'
import { fundedAccount, rowsIn, scopeOf } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { anAccount, anActing, anAction, throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

type Change = (store: Store, acting: Acting) => Promise<unknown>

/** Every way of writing an action with a change. */
const changes: Readonly<Record<string, Change>> = {
  'an account that is added': ({ accounts }, acting) => accounts.add(anAccount(), acting),
  async 'an account that is changed'({ accounts }, acting) {
    const account = anAccount()
    await accounts.add(account)
    await accounts.change(account.id, (before) => ({ ...before, closed: true }), acting)
  },
  async 'a step'(store, acting) {
    const { account } = await fundedAccount(store)
    const scope = { ...scopeOf({ accountId: account.id, currency: 'UGX' }), action: { proposal: acting.proposal } }
    await store.books.atomically(scope, (work) => work.act(acting))
  },
  'a quarantine that begins': ({ quarantines }, acting) => quarantines.begin({ atMs: 1, explanation: 'x' }, acting),
  'a quarantine that ends': ({ quarantines }, acting) => quarantines.end({ atMs: 1, by: 'a', because: 'x' }, acting),
  'a line that is stopped': ({ channelStops }, acting) => channelStops.begin([aStop], acting),
  'a line that is no longer stopped': ({ channelStops }, acting) =>
    channelStops.end([{ ...aStop, ended: null }], { atMs: 2, by: 'a', because: 'x' }, acting),
  'an action by itself': ({ actions }, acting) => actions.write(acting),
}

const aStop = {
  network: 'MTN',
  currency: 'UGX',
  kind: 'payout',
  cause: 'paused',
  access: '',
  begunAtMs: 1,
  by: 'amina',
  because: 'x',
} as const

/** Rules 203.68 to 203.72: actions of operators. */
export const actions: Facts<Store> = {
  async '203.68 an action is written with its change, behind the one before it'(store) {
    const written: Action[] = []
    for (const [name, change] of Object.entries(changes)) {
      const given = anAction({ kind: name, number: written.length + 1, previous: hashOf(written.length) })
      await change(store, anActing(given))
      written.push(given)
      equal((await store.actions.list({ limit: 1 })).actions, [given], name)
    }
    equal((await store.actions.list({ limit: 99 })).actions, [...written].reverse(), 'all actions')
    await store.books.snapshot(async (snapshot) => {
      const [all, ends] = [await rowsIn(snapshot.actions()), await rowsIn(snapshot.chainEnd())]
      equal(all, written, 'the actions of one moment')
      equal(ends, [{ number: written.length, hash: hashOf(written.length) }], 'the end of the chain')
    })
  },
  async '203.69 when an action cannot be written, its change is not made'(store) {
    const account = anAccount()
    await store.accounts.add(account)
    const close = () => store.accounts.change(account.id, (before) => ({ ...before, closed: true }), throwing)
    await rejection(close(), 'a change without its action')
    await rejection(store.accounts.add(anAccount({ id: 'other' }), throwing), 'an account without its action')
    await rejection(store.channelStops.begin([aStop], throwing), 'a stop without its action')
    await rejection(store.quarantines.begin({ atMs: 1, explanation: 'x' }, throwing), 'a quarantine without its action')
    equal((await store.accounts.byId(account.id))?.closed, false, 'whether the account is closed')
    equal(await store.accounts.byId('other'), undefined, 'the other account')
    equal(await store.channelStops.lasting(), [], 'the stops of lines')
    equal(await store.quarantines.all(), [], 'the quarantines')
    equal((await store.actions.list({ limit: 9 })).actions, [], 'the actions')
  },
  async '203.70 actions written at once are numbered without a gap'(store) {
    const accounts = Array.from({ length: 12 }, () => anAccount())
    await Promise.all(accounts.map((account) => store.accounts.add(account, anActing())))
    const change = changes['a step'] as Change
    await Promise.all([
      ...accounts.map(({ id }) => store.accounts.change(id, (before) => ({ ...before, closed: true }), anActing())),
      ...accounts.map(() => change(store, anActing())),
      ...accounts.map(() => store.actions.write(anActing())),
    ])
    const { actions: all } = await store.actions.list({ limit: 99 })
    const seen = all.map(({ number, previous }) => [number, previous]).reverse()
    equal(
      seen,
      Array.from({ length: 48 }, (_, index) => [index + 1, hashOf(index)]),
      'the numbers, with the hashes before them',
    )
  },
  async '203.71 one of many actions at once ends a proposal'(store) {
    const proposal = await store.actions.write(anActing({ kind: 'proposal' }))
    const other = await store.actions.write(anActing({ kind: 'proposal' }))
    const number = proposal?.number ?? 0
    equal(await store.actions.notEnded('proposal'), [proposal, other], 'the open proposals')
    const ending = { ...anActing({ proposal: number }), proposal: number }
    const ends = Object.entries(changes).filter(([name]) => !name.includes('quarantine') && !name.includes('no longer'))
    const done = await Promise.allSettled(ends.map(([, end]) => end(store, ending)))
    equal(done.filter(({ status }) => status === 'fulfilled').length, 1, 'the number of actions that ended it')
    const end = await store.actions.endOf(number)
    equal([end?.proposal, end?.number], [number, 3], 'the end')
    equal(await store.actions.notEnded('proposal'), [other], 'the proposals still open')
    await rejection(store.actions.write(ending), 'another end')
    equal(await store.actions.endOf(other?.number ?? 0), undefined, 'the end of the open proposals')
  },
  async '203.72 actions are listed latest first, filtered, in pages'(store) {
    const some = [
      { by: 'amina', kind: 'account.fund', accountId: 'a', atMs: 10 },
      { by: 'brian', approvedBy: 'amina', kind: 'account.set', accountId: 'a', atMs: 20 },
      { by: 'brian', kind: 'account.fund', accountId: 'b', atMs: 30 },
      { by: 'carol', kind: 'network.pause', accountId: null, atMs: 25 },
    ]
    for (const one of some) await store.actions.write(anActing(one))
    const numbers = async (query: Partial<Parameters<Store['actions']['list']>[0]>) => {
      const { actions: found, next } = await store.actions.list({ limit: 9, ...query })
      return [...found.map(({ number }) => number), next]
    }
    equal(await numbers({}), [4, 3, 2, 1, null], 'all')
    equal(await numbers({ accountId: 'a' }), [2, 1, null], 'of an account')
    equal(await numbers({ accountId: 'a', before: 4, limit: 1 }), [2, 2], 'a page of an account')
    equal(await numbers({ by: 'amina' }), [2, 1, null], 'done or approved by a person')
    equal(await numbers({ kind: 'account.fund', accountId: 'b' }), [3, null], 'of a kind, of an account')
    equal(await numbers({ fromMs: 20, toMs: 30 }), [4, 2, null], 'from one moment to another')
    equal(await numbers({ limit: 2 }), [4, 3, 3], 'a page')
    equal(await numbers({ limit: 2, before: 3 }), [2, 1, null], 'the next page')
    equal((await store.actions.byNumber(2))?.by, 'brian', 'one by its number')
    equal(await store.actions.byNumber(5), undefined, 'an unknown one')
  },
}

/** The hash of an action in the kit. */
function hashOf(number: number): string {
  return number === 0 ? '' : `hash ${number}`
}
