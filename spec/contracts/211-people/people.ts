import type { Acting, FoundInvitation, Invitation, People, SessionRecord, UserRecord } from '../../../core/sente.ts'
import { fundedAccount } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { anActing, throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test that keeps users. */
export type PeopleStore = Store & { readonly people: People }

/** Far enough from now that the clock of a database makes no difference. */
const nowMs = Date.now()

/** A user, by default an operator with everything set. */
export function aUser(id: string, given: Partial<UserRecord> = {}): UserRecord {
  const name = `Amina “${id}”`
  const passkey = { id: 'k', name: 'phone', publicKey: 'p', counter: 7, transports: ['usb'], createdAtMs: 9 }
  return {
    ...{ id, accountId: null, role: 'administrator', name, nameKey: name.toLowerCase(), passwordHash: 'h' },
    ...{ state: 'active', language: 'lg', devices: [{ digest: 'd', atMs: 3 }], createdAtMs: 1, passwordAtMs: 2 },
    ...{ visitedAtMs: null, lookedAtMs: null, vouchedBy: null },
    refundLimits: [{ currency: 'UGX', amountMinor: 9_007_199_254_740_993n }],
    secondStep: { codes: { sealed: 's', lastPeriod: 5 }, passkeys: [passkey], recoveryDigests: ['r'] },
    ...given,
  }
}

function aSession(digest: string, { id: userId }: UserRecord, given: Partial<SessionRecord> = {}): SessionRecord {
  return {
    ...{ id: `id of ${digest}`, digest, userId, needs: null, createdAtMs: nowMs, seenAtMs: nowMs },
    ...{ endsAtMs: nowMs + 1_000, confirmedUntilMs: null, challenge: null },
    client: { network: '10.0.0.0/24', device: 'Mozilla “5.0”' },
    ...given,
  }
}

function anInvitation(digest: string, given: Partial<Invitation> = {}): Invitation {
  return {
    ...{ digest, accountId: null, role: 'administrator', userId: null, invitedBy: 'amina', makerId: null },
    ...{ createdAtMs: nowMs, expiresAtMs: nowMs + 1_000, usedAtMs: null, ...given },
  }
}

/** Adds an invitation, whatever others there are; it ends `ended`. */
function invite(people: People, invitation: Invitation, acting?: Acting, ended: readonly Invitation[] = []) {
  const { accountId, makerId } = invitation
  return people.invite({ accountId, makerId, nowMs }, () => ({ value: 0, invited: { invitation, ended } }), acting)
}

/** Adds a user by an invitation, with a session. */
export async function join(people: People, user: UserRecord, session = aSession(`session of ${user.id}`, user)) {
  const digest = `invitation of ${user.id}`
  await invite(people, anInvitation(digest))
  await people.accept({ digest, nameKey: user.nameKey, nowMs }, () => ({ value: 0, accepted: { user, session } }))
  return { user, session }
}

/** Accepts an invitation as long as it is not used and nobody has the name. */
function joining(user: UserRecord) {
  return ({ invitation, namesake }: FoundInvitation) => {
    if (!invitation || invitation.usedAtMs !== null || namesake) return { value: false }
    return { value: true, accepted: { user, session: aSession(`session of ${user.id}`, user) } }
  }
}

/** Rule 211.1 to 211.11. */
const facts: Facts<PeopleStore> = {
  async '211.1 an invitation is kept, and used up by one user, however many accept it at once'({ people }) {
    const invitation = anInvitation('i')
    equal(await people.invitation('i'), undefined, 'the invitations at first')
    await invite(people, invitation)
    equal(await people.invitation('i'), invitation, 'the added invitation')
    const accept = (user: UserRecord) => people.accept({ digest: 'i', nameKey: user.nameKey, nowMs }, joining(user))
    const ids = ['u1', 'u2', 'u3', 'u4']
    const accepted = await Promise.all(ids.map((id) => accept(aUser(id))))
    equal(accepted.filter((one) => one).length, 1, 'the number of four at once that have accepted it')
    equal((await people.users({ accountId: null })).length, 1, 'the number of users')
    equal((await people.invitation('i'))?.usedAtMs !== null, true, 'whether it is used up')
  },
  async '211.2 a name belongs to one user, however many take it at once'({ people }) {
    const accept = async (id: string) => {
      await invite(people, anInvitation(id))
      const user = aUser(id, { nameKey: 'amina' })
      return people.accept({ digest: id, nameKey: 'amina', nowMs }, joining(user))
    }
    const accepted = await Promise.all(['u1', 'u2', 'u3', 'u4'].map(accept))
    equal(accepted.filter((one) => one).length, 1, 'the number of four at once that have it')
    const user = await people.userByName('amina')
    equal(user && { ...user, id: 'u' }, aUser('u', { name: user?.name ?? '', nameKey: 'amina' }), 'who has it')
    equal(await people.user(user?.id ?? ''), user, 'the same user by its id')
  },
  async '211.3 a link for a new password is for the invited user, who then has one session'({ people }) {
    const { user } = await join(people, aUser('u'))
    await invite(people, anInvitation('again', { userId: user.id }))
    const session = aSession('new', user)
    const found = await people.accept({ digest: 'again', nameKey: user.nameKey, nowMs }, (one) => ({
      value: one,
      accepted: { user: { ...user, passwordHash: 'new' }, session },
    }))
    equal(found.user, user, 'the invited user')
    equal((await people.user(user.id))?.passwordHash, 'new', 'the new password')
    equal(await people.session({ digest: 'session of u', nowMs }), undefined, 'the session before')
    equal((await people.session({ digest: 'new', nowMs }))?.session, session, 'the session')
  },
  async '211.4 an action is written with an invitation, a user and a change, all or nothing'(store) {
    const { people, actions } = store
    const written = async () => (await actions.list({ limit: 9 })).actions.map(({ kind }) => kind).toReversed()
    await rejection(invite(people, anInvitation('no'), throwing), 'an invitation with an action that throws')
    equal(await people.invitation('no'), undefined, 'the rest')
    await invite(people, anInvitation('i'), anActing({ kind: 'invite' }))
    const user = aUser('u')
    const accept = (acting: Acting<readonly unknown[]>) =>
      people.accept({ digest: 'i', nameKey: user.nameKey, nowMs }, joining(user), acting)
    await rejection(accept(throwing), 'a user with an action that throws')
    equal(await people.user('u'), undefined, 'the rest')
    await accept(anActing({ kind: 'join' }))
    const change = (acting: Acting<readonly unknown[]>, changed?: UserRecord) =>
      people.change({ userId: 'u', nowMs }, () => ({ value: 0, ...(changed && { user: changed }) }), acting)
    await rejection(
      change(throwing, { ...user, role: 'administrator', state: 'suspended' }),
      'a change with an action that throws',
    )
    equal((await people.user('u'))?.state, 'active', 'the rest')
    await change(anActing({ kind: 'change' }), { ...user, state: 'suspended' })
    await change(anActing({ kind: 'nothing' }))
    equal(await written(), ['invite', 'join', 'change'], 'the actions')
  },
  async '211.5 users are listed by account, oldest first, without removed ones, and found with their peers'(store) {
    const { people } = store
    const { account } = await fundedAccount(store)
    const inAccount = { accountId: account.id, role: 'viewer' } as const
    const users = [
      aUser('u1'),
      aUser('u2', inAccount),
      aUser('u3', inAccount),
      aUser('u4', { ...inAccount, state: 'removed' }),
    ]
    for (const user of users.toReversed()) await join(people, user)
    const ids = (list: readonly UserRecord[] = []) => list.map(({ id }) => id)
    equal(ids(await people.users({ accountId: account.id })), ['u2', 'u3'], 'the users of an account')
    equal(await people.users({ accountId: null }), users.slice(0, 1), 'operators')
    const peersOf = (userId: string) => people.change({ userId, nowMs }, ({ peers }) => ({ value: peers }))
    equal(ids(await peersOf('u3')), ['u2', 'u3', 'u4'], 'the peers of a user')
    equal(ids(await peersOf('u1')), ['u1'], 'the peers of an operator')
    equal(await peersOf('nobody'), undefined, 'the users of nobody')
    equal((await people.user('u4'))?.state, 'removed', 'a removed one')
  },
  async '211.6 changes of a user and of its sessions run one after another'({ people }) {
    const { user, session } = await join(people, aUser('u'))
    const other = aSession('other', user)
    const add = () =>
      people.change({ userId: 'u', nowMs }, (found) => ({
        value: found.user.passwordAtMs,
        user: { ...found.user, passwordAtMs: found.user.passwordAtMs + 1 },
      }))
    const seen = await Promise.all([add(), add(), add(), add()])
    equal(seen.toSorted(), [2, 3, 4, 5], 'the users that each has found')
    const changed = { ...session, confirmedUntilMs: 5, needs: 'enrolment' as const, challenge: 'c' }
    await people.change({ userId: 'u', nowMs }, () => ({ value: 0, sessions: [changed, other] }))
    const sessions = () => people.change({ userId: 'u', nowMs }, (found) => ({ value: found.sessions }))
    equal(((await sessions()) ?? []).length, 2, 'the number of sessions')
    equal((await people.session({ digest: session.digest, nowMs }))?.session, changed, 'the changed one')
    await people.change({ userId: 'u', nowMs }, () => ({ value: 0, sessions: [other] }))
    equal(await people.session({ digest: session.digest, nowMs }), undefined, 'the ended one')
    equal(await sessions(), [other], 'the other one')
    const twice = aUser('v')
    const { session: theirs } = await join(people, twice)
    await people.change({ userId: 'u', nowMs }, () => ({ value: 0, sessions: [] }))
    equal((await people.session({ digest: theirs.digest, nowMs }))?.session, theirs, 'the session of another user')
  },
  async '211.7 a session is found with its user and account, and with its last use'(store) {
    const { people } = store
    const { account } = await fundedAccount(store)
    const ofAccount = aUser('u', { accountId: account.id, role: 'owner' })
    const { user, session } = await join(people, ofAccount)
    const found = await people.session({ digest: session.digest, nowMs })
    const { id, name, language } = account
    equal(
      { ...found, nowMs: 0 },
      { session, user, account: { id, name, language, isClosed: false }, nowMs: 0 },
      'the session found',
    )
    equal(Math.abs((found?.nowMs ?? 0) - nowMs) < 60_000, true, 'whether the answer has the time')
    const seen = { digest: session.digest, seenAtMs: nowMs + 5, endsAtMs: nowMs + 6 }
    await people.see(seen)
    await people.see({ ...seen, digest: 'none' })
    equal(
      (await people.session({ digest: session.digest, nowMs }))?.session,
      { ...session, ...seen },
      'once it was seen',
    )
    await store.accounts.change(id, (one) => ({ ...one, closed: true }))
    equal((await people.session({ digest: session.digest, nowMs }))?.account?.isClosed, true, 'once it is closed')
    const house = await join(people, aUser('o'))
    equal((await people.session({ digest: house.session.digest, nowMs }))?.account, null, 'an operator’s account')
  },
  async '211.8 attempts at once are counted up to the limit, under all keys or none'({ people }) {
    const attempt = (key: string, withinMs = 600_000) =>
      people.countAttempt({
        counts: [
          { key, most: 3 },
          { key: 'all', most: 5 },
        ],
        withinMs,
        nowMs,
      })
    const first = await Promise.all(Array.from({ length: 20 }, () => attempt('a')))
    const counted = first.flatMap((one) => ('atMs' in one ? [one.atMs] : []))
    equal(counted.length, 3, 'the number of twenty that are counted')
    const refused = first.flatMap((one) => ('retryAtMs' in one ? [one.retryAtMs] : []))
    equal(
      refused.every((ms) => ms === Math.min(...counted) + 600_000),
      true,
      'whether the answers have the time of the next',
    )
    const second = await Promise.all(Array.from({ length: 20 }, () => attempt('b')))
    equal(second.filter((one) => 'atMs' in one).length, 2, 'the number under another key')
    await people.uncountAttempt({ keys: ['a', 'all'], atMs: counted[0] ?? 0 })
    equal('atMs' in (await attempt('a')), true, 'whether another is allowed after one was taken back')
    equal('atMs' in (await attempt('a')), false, 'whether another is allowed')
    equal('atMs' in (await attempt('a', -1_000)), true, 'whether one is allowed when the time is over')
  },
  async '211.9 open invitations are listed by account, oldest first, and revoked once'(store) {
    const { people, actions } = store
    const { account } = await fundedAccount(store)
    const later = { expiresAtMs: nowMs + 600_000 }
    const toAccount = { ...later, accountId: account.id, role: 'viewer' } as const
    await invite(people, anInvitation('second', { ...toAccount, createdAtMs: nowMs + 1 }))
    await invite(people, anInvitation('first', toAccount))
    await invite(people, anInvitation('over', { ...toAccount, expiresAtMs: nowMs - 600_000 }))
    await invite(people, anInvitation('administrator', later))
    const open = async (accountId: string | null) =>
      (await people.invitations({ accountId, nowMs })).map(({ digest }) => digest)
    equal(await people.invitations({ accountId: null, nowMs }), [anInvitation('administrator', later)], 'of operators')
    equal(await open(account.id), ['first', 'second'], 'the invitations of an account')
    const revoke = (digest: string, acting?: Acting) => people.revoke({ digest, nowMs }, acting)
    await rejection(revoke('first', throwing), 'one with an action that throws')
    equal(await open(account.id), ['first', 'second'], 'the invitations afterwards')
    const revoked = await Promise.all(Array.from({ length: 4 }, () => revoke('first', anActing({ kind: 'revoke' }))))
    equal(revoked.filter((one) => one).length, 1, 'the number of four at once that have revoked it')
    const user = aUser('u', { accountId: account.id, role: 'viewer' })
    const accept = (digest: string) => people.accept({ digest, nameKey: user.nameKey, nowMs }, joining(user))
    equal((await people.invitation('first'))?.usedAtMs !== null, true, 'whether it counts as used')
    equal(await accept('second'), true, 'whether another is')
    equal(await revoke('second', anActing({ kind: 'late' })), false, 'whether an accepted one is revoked')
    equal(await revoke('none', anActing({ kind: 'none' })), false, 'whether none is')
    equal(await open(account.id), [], 'the open ones in the end')
    equal(
      (await actions.list({ limit: 9 })).actions.map(({ kind }) => kind),
      ['revoke'],
      'the actions',
    )
  },
  async '211.10 a user’s visit is noted with the session, and stays through other changes'({ people }) {
    const { user, session } = await join(people, aUser('u'))
    await join(people, aUser('v'))
    const visit = { id: 'u', visitedAtMs: nowMs + 5, lookedAtMs: nowMs - 5 }
    const seen = { digest: session.digest, seenAtMs: nowMs + 5, endsAtMs: nowMs + 600_000 }
    await people.see(seen, visit)
    const found = await people.session({ digest: session.digest, nowMs })
    equal(found?.user, { ...user, ...visit }, 'the user with the visit')
    equal(found?.session, { ...session, ...seen }, 'the session')
    equal(await people.user('v'), aUser('v'), 'another user')
    await people.see(seen)
    await people.see(seen, { ...visit, id: 'nobody' })
    await people.change({ userId: 'u', nowMs }, (one) => ({ value: 0, user: { ...one.user, passwordHash: 'new' } }))
    equal(await people.user('u'), { ...user, ...visit, passwordHash: 'new' }, 'the user with another password')
  },
  async '211.11 a user is found by the exact subject of an identity provider, and by nothing like it'({ people }) {
    const { user } = await join(people, aUser('u'))
    await join(people, aUser('v'))
    const vouchedBy = 'https://id.example 1'
    const asked = (key: string) => people.userVouchedBy(key)
    equal(await asked(vouchedBy), undefined, 'before anybody is')
    const vouched = { ...user, vouchedBy }
    await people.change({ userId: 'u', nowMs }, () => ({ value: 0, user: vouched }))
    equal(await asked(vouchedBy), vouched, 'the user')
    equal(await people.user('u'), vouched, 'the same by its id')
    equal([await asked(''), await asked('https://id.example 2')], [undefined, undefined], 'other keys')
    await people.change({ userId: 'u', nowMs }, () => ({ value: 0, user }))
    equal(await asked(vouchedBy), undefined, 'once it is forgotten')
  },
  async '211.12 invitations end with others, and with the people who made them or would use them'(store) {
    const { people } = store
    const { account } = await fundedAccount(store)
    const ofAccount = { accountId: account.id, role: 'owner' } as const
    const { user: maker } = await join(people, aUser('maker', ofAccount))
    const { user: other } = await join(people, aUser('other', ofAccount))
    const later = { ...ofAccount, createdAtMs: nowMs, expiresAtMs: nowMs + 600_000 }
    const open = async () => (await people.invitations({ accountId: account.id, nowMs })).map(({ digest }) => digest)
    const given = { accountId: account.id, makerId: maker.id, nowMs }
    const found = await people.invite(given, (one) => ({ value: one }))
    equal({ ...found, nowMs: 0 }, { maker, open: [], nowMs: 0 }, 'the open ones that a new one finds')
    const before = anInvitation('before', { ...later, makerId: maker.id, userId: other.id })
    await invite(people, before)
    await rejection(invite(people, anInvitation('no', later), throwing, [before]), 'one with an action that throws')
    equal(await open(), ['before'], 'the open ones then')
    await invite(people, anInvitation('instead', { ...later, makerId: maker.id, userId: other.id }), undefined, [
      before,
    ])
    equal(await open(), ['instead'], 'the open ones after another ends it')
    const one = async (digest: string) =>
      people.invite(given, ({ open: others }) => {
        if (others.length >= 3) return { value: false }
        return { value: true, invited: { invitation: anInvitation(digest, later), ended: [] } }
      })
    const added = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(one))
    equal(added.filter((is) => is).length, 2, 'the number of five at once that are added when three are allowed')
    const change = ({ id: userId }: UserRecord) =>
      people.change({ userId, nowMs }, ({ user }) => ({ value: 0, user, endsInvitations: true }))
    await change(other)
    equal((await open()).length, 2, 'the number open after a user of one ends')
    await invite(people, anInvitation('made', { ...later, makerId: maker.id }))
    await people.change({ userId: maker.id, nowMs }, ({ user }) => ({ value: 0, user }))
    equal((await open()).includes('made'), true, 'whether one stays through another change')
    await change(maker)
    equal((await open()).includes('made'), false, 'whether one is open once its maker ends')
    equal((await open()).length, 2, 'the number of open ones of others')
    equal((await people.invitation('made'))?.usedAtMs !== null, true, 'whether it counts as used')
    const operator = aUser('o', { accountId: null, role: 'administrator', name: 'Okello', nameKey: 'okello' })
    await join(people, operator)
    for (const [digest, invitedBy] of [
      ['by name', 'Okello'],
      ['by another', 'okello'],
    ] as const)
      await invite(people, anInvitation(digest, { ...later, makerId: null, invitedBy }))
    await change(operator)
    equal((await open()).includes('by name'), false, 'whether one made under the name of an operator is open')
    equal((await open()).includes('by another'), true, 'whether one made under another name is open')
  },
}

/** The promises of every store of users: chapter 211. `open` makes an empty store for each check. */
export function people(open: () => PeopleStore | Promise<PeopleStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
