import type { NewNotice, Notice, NoticeSettings, Notices } from '../../../core/sente.ts'
import { aUser, join, type PeopleStore } from '../211-people/people.ts'
import { fundedAccount } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test that keeps notices. */
export type NoticeStore = PeopleStore & { readonly notices: Notices }

function aNotice(userId: string, key: string, given: Partial<NewNotice> = {}): NewNotice {
  const facts = { payments: 2, minor: '9007199254740993', by: 'Amina “1”' }
  return { userId, key, kind: 'paid', facts, atMs: 5, isShown: true, mailFromMs: null, ...given }
}

/** The keys of the shown notices of a user, newest first. */
async function keysOf({ notices }: NoticeStore, userId: string): Promise<string[]> {
  return (await notices.list({ userId, limit: 99 })).map(({ key }) => key)
}

/** Adds two users, and a due mail for each of these keys of the first. */
async function dueMails(store: NoticeStore, keys: readonly string[]): Promise<void> {
  for (const id of ['u1', 'u2']) await join(store.people, aUser(id))
  await store.notices.add(keys.map((key) => aNotice('u1', key, { mailFromMs: 100 })))
}

function keys(found: readonly Notice[]): string[] {
  return found.map(({ key }) => key)
}

function numbers(found: readonly Notice[]): number[] {
  return found.map(({ number }) => number)
}

/** Rules 213.1 to 213.10. */
const facts: Facts<NoticeStore> = {
  async '213.1 a user has one notice with a key, as it was added first, however many are added at once'(store) {
    for (const id of ['u1', 'u2']) await join(store.people, aUser(id))
    const whole = aNotice('u1', 'k', { kind: 'float', mailFromMs: 7 })
    await store.notices.add([whole])
    const again = [1, 2, 3].map((atMs) => store.notices.add([aNotice('u1', 'k', { atMs }), aNotice('u2', 'k')]))
    await Promise.all(again)
    const [first, ...others] = await store.notices.list({ userId: 'u1', limit: 9 })
    const kept = { ...whole, readAtMs: null, mail: 'due', mailDueMs: 7, mailProblem: null }
    equal(first && { ...first, number: 0 }, { ...kept, number: 0 }, 'the notice of the first user')
    equal(others, [], 'others of the first user')
    equal(await keysOf(store, 'u2'), ['k'], 'the notices of the second user')
  },

  async '213.2 notices of a stretch of events are added once, with the mark, however many nodes add them'(store) {
    const { account } = await fundedAccount(store)
    await join(store.people, aUser('u1', { accountId: account.id, role: 'viewer' }))
    const { notices } = store
    const add = (key: string, after: number, upTo: number) =>
      notices.add([aNotice('u1', key)], { accountId: account.id, after, upTo })
    equal(await add('early', 0, 1), false, 'whether they are added without a first mark')
    await Promise.all([0, 0, 0].map((upTo) => notices.begin({ accountId: account.id, upTo })))
    await notices.begin({ accountId: account.id, upTo: 9 })
    const added = await Promise.all(['a', 'b', 'c'].map((key) => add(key, 0, 1)))
    equal(added.filter((one) => one).length, 1, 'the number of nodes that have added theirs')
    equal((await keysOf(store, 'u1')).length, 1, 'the number of notices')
  },

  async '213.3 an account is behind while it has active users, and no mark or events after it'(store) {
    const { account } = await fundedAccount(store)
    const { notices } = store
    const behind = () => notices.behind({ limit: 9 })
    equal(await behind(), [], 'the accounts without users')
    const user = aUser('u1', { accountId: account.id, role: 'owner' })
    await join(store.people, user)
    equal(await behind(), [{ accountId: account.id, upTo: null }], 'the accounts without a mark')
    await notices.begin({ accountId: account.id, upTo: 0 })
    equal(await behind(), [{ accountId: account.id, upTo: 0 }], 'the accounts with events')
    const { last } = await store.books.events({ accountId: account.id, after: 0, limit: 1 })
    await notices.add([], { accountId: account.id, after: 0, upTo: last })
    equal(await behind(), [], 'the accounts whose events are noted')
    await fundedAccount(store)
    equal(await behind(), [], 'the accounts, beside one without users')
  },

  async '213.4 shown notices are listed newest first, page by page'(store) {
    for (const id of ['u1', 'u2']) await join(store.people, aUser(id))
    const { notices } = store
    for (const key of ['a', 'b', 'c']) await notices.add([aNotice('u1', key)])
    await notices.add([aNotice('u1', 'hidden', { isShown: false }), aNotice('u2', 'other')])
    const first = await notices.list({ userId: 'u1', limit: 2 })
    equal(keys(first), ['c', 'b'], 'the first page')
    const before = first.at(-1)?.number ?? 0
    equal(keys(await notices.list({ userId: 'u1', before, limit: 2 })), ['a'], 'the second page')
  },

  async '213.5 unread notices are counted up to a limit, until their user reads one or all up to one'(store) {
    for (const id of ['u1', 'u2']) await join(store.people, aUser(id))
    const { notices } = store
    await notices.add(['a', 'b', 'c', 'd'].map((key) => aNotice('u1', key)))
    await notices.add([aNotice('u1', 'hidden', { isShown: false }), aNotice('u2', 'other')])
    const [d, c, b] = numbers(await notices.list({ userId: 'u1', limit: 9 }))
    const unread = (limit = 9) => notices.unread({ userId: 'u1', limit })
    equal([await unread(), await unread(3)], [4, 3], 'the unread ones, and up to three')
    await notices.read({ userId: 'u2', number: d ?? 0, isUpTo: true, atMs: 8 })
    equal(await unread(), 4, 'after another user has read theirs')
    await notices.read({ userId: 'u1', number: c ?? 0, isUpTo: false, atMs: 8 })
    equal(await unread(), 3, 'after one')
    await notices.read({ userId: 'u1', number: b ?? 0, isUpTo: true, atMs: 9 })
    const times = (await notices.list({ userId: 'u1', limit: 9 })).map(({ readAtMs }) => readAtMs)
    equal(times, [null, 8, 9, 9], 'when each was read')
  },

  async '213.6 old notices are forgotten, some at a time, unless they wait for a mail'(store) {
    await join(store.people, aUser('u1'))
    const { notices } = store
    for (const atMs of [1, 2, 3]) await notices.add([aNotice('u1', String(atMs), { atMs })])
    await notices.add([aNotice('u1', 'due', { atMs: 1, mailFromMs: 1 }), aNotice('u1', 'new', { atMs: 4 })])
    const forget = () => notices.forget({ beforeMs: 4, limit: 2 })
    equal([await forget(), await forget(), await forget()], [2, 1, 0], 'how many are forgotten')
    equal(await keysOf(store, 'u1'), ['new', 'due'], 'the rest')
  },

  async '213.7 the settings of users are kept, and replaced as a whole'(store) {
    for (const id of ['u1', 'u2']) await join(store.people, aUser(id))
    const { notices } = store
    const asked = { address: 'a@b.example', digest: 'd', untilMs: 9 }
    const all = { page: ['paid', 'key'], mail: ['float'], isDaily: true, address: 'x@y.example', asked } as const
    const one: NoticeSettings = { userId: 'u1', ...all }
    equal(await notices.settings(['u1', 'u2']), [], 'the settings at first')
    await notices.set(one)
    equal(await notices.settings(['u1', 'u2']), [one], 'the settings')
    const other: NoticeSettings = { ...one, page: [], mail: [], isDaily: false, address: null, asked: null }
    await notices.set(other)
    equal(await notices.settings(['u2', 'u1']), [other], 'the replaced settings')
  },

  async '213.8 due mails of one user are claimed once, however many claim at once, and paused after a mail'(store) {
    await dueMails(store, ['a', 'b', 'c'])
    const { notices } = store
    await notices.add([aNotice('u1', 'not mailed'), aNotice('u2', 'later', { mailFromMs: 300 })])
    const claim = (nowMs: number, limit = 9) => notices.claimMail({ nowMs, pausedMs: nowMs - 50, limit })
    equal(await claim(99), [], 'the mails that are due before their time')
    const found = (await Promise.all([1, 2, 3].map(() => claim(100, 2)))).flat()
    equal(keys(found), ['a', 'b'], 'the claimed ones')
    equal(keys(await claim(149)), [], 'the claimed ones while the user has just had a mail')
    await notices.settleMail({ numbers: numbers(found), mail: 'sent', problem: null, dueMs: 120 })
    equal(keys(await claim(169)), [], 'the mails claimed before the pause is over')
    equal(keys(await claim(170)), ['c'], 'the mails claimed after it')
    equal(keys(await claim(300)), ['later'], 'the mails of another user')
  },

  async '213.9 the outcome of a claimed mail is kept: once settled it does not change'(store) {
    await dueMails(store, ['a', 'b'])
    const { notices } = store
    const states = async () =>
      (await notices.list({ userId: 'u1', limit: 9 })).map(({ mail, mailDueMs, mailProblem }) => [
        ...[mail, mailDueMs, mailProblem],
      ])
    const claim = (nowMs: number, limit: number) => notices.claimMail({ nowMs, pausedMs: nowMs, limit })
    const [a] = numbers(await claim(100, 1))
    const settle = (mail: 'due' | 'sent' | 'given_up', problem: string | null, dueMs: number) =>
      notices.settleMail({ numbers: [a ?? 0], mail, problem, dueMs })
    await settle('due', '451 “later”', 200)
    await settle('sent', null, 201)
    equal((await states())[1], ['due', 200, '451 “later”'], 'a mail to send again')
    const again = await claim(200, 9)
    equal(keys(again), ['a', 'b'], 'the ones claimed again')
    equal(await notices.doubtMail({ beforeMs: 200 }), 0, 'the doubtful ones at first')
    await settle('given_up', '550', 202)
    equal(await notices.doubtMail({ beforeMs: 201 }), 1, 'the doubtful ones')
    equal(
      await states(),
      [
        ['doubtful', 200, null],
        ['given_up', 202, '550'],
      ],
      'the mails',
    )
    equal(await claim(9_000, 9), [], 'the mails to send')
  },

  async '213.10 the mark of the actions is one of its own, and moves only from where it is'(store) {
    const { account } = await fundedAccount(store)
    await join(store.people, aUser('u1'))
    const { notices } = store
    const add = (key: string, after: number, upTo: number) =>
      notices.add([aNotice('u1', key)], { accountId: null, after, upTo })
    await notices.begin({ accountId: account.id, upTo: 3 })
    equal([await notices.actionsUpTo(), await add('early', 0, 1)], [null, false], 'the mark at first')
    await notices.begin({ accountId: null, upTo: 7 })
    await notices.begin({ accountId: null, upTo: 9 })
    equal([await notices.actionsUpTo(), await add('a', 7, 8)], [7, true], 'the first mark')
    equal([await notices.actionsUpTo(), await add('b', 7, 8)], [8, false], 'the mark after the added ones')
    equal(await keysOf(store, 'u1'), ['a'], 'the added ones')
  },
}

/** The promises of every store of notices: chapter 213. `open` makes an empty store for each check. */
export function notices(open: () => NoticeStore | Promise<NoticeStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
