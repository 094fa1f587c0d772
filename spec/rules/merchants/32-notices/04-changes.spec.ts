import { expect } from 'chai'
import { isRefusal } from '../../../../core/sente.ts'
import { password } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from '../27-holders/holder.ts'

describe('32 Notices: changes to users and keys', () => {
  /** An account with two owners, a developer and a viewer, beside operators. The changes until now are noted. */
  async function openShop() {
    const holder = await openHolder()
    const { userOf, useCases, ports, accountId } = holder
    const people = {
      amina: holder,
      okot: await userOf('owner', 'okot'),
      dev: await userOf('developer', 'dev'),
      viewer: await userOf('viewer', 'viewer'),
      admin: await userOf('administrator', 'admin'),
      guard: await userOf('security', 'guard'),
      clerk: await userOf('support', 'clerk', null),
    }
    const { noteChanges } = useCases
    // The first run finds where the record ends.
    await noteChanges()
    /** The new lines on the pages of each person who has any. */
    async function noted(): Promise<Record<string, string[]>> {
      await noteChanges()
      await noteChanges()
      const each = Object.entries(people).map(async ([name, { get, post, user }]) => {
        const path = user.accountId === null ? '/operator/notices' : '/dashboard/notices'
        const { body } = await get(path)
        const [newest] = await ports.notices.list({ userId: user.id, limit: 1 })
        const isNew = newest?.readAtMs === null
        await post(path, { up_to: String(newest?.number ?? 0) })
        const lines = [...body.matchAll(/<th scope="row"><a href="[^"]*">([^<]*)<\/a>/g)].map(([, text = '']) => text)
        return isNew ? [[name, lines.slice(0, unreadIn(body))] as const] : []
      })
      return Object.fromEntries((await Promise.all(each)).flat())
    }
    return { ...holder, ...people, accountId, noted }
  }

  /** The answer, unless it is a refusal. */
  async function done<T extends object>(answer: Promise<T>) {
    const found = await answer
    if (isRefusal(found)) throw new Error(JSON.stringify(found))
    return found as Exclude<T, { readonly refused: string }>
  }

  function unreadIn(body: string): number {
    return body.match(/<strong>new<\/strong>/g)?.length ?? 0
  }

  rule(
    '32.13',
    'owners have a notice when another person invites, changes or removes a user, and administrators and security of an operator',
    async () => {
      const { noted, useCases, okot, viewer, clerk, accountId, ports } = await openShop()
      const { inviteUser, changeUser, suspendUser, resumeUser, resetSecondStep, removeUser, inviteNewPassword } =
        useCases
      const by = 'okello'
      const userId = viewer.user.id
      await done(inviteUser({ by, role: 'finance', accountId }))
      await done(inviteNewPassword({ by, userId }))
      await done(changeUser({ by, userId, role: 'support' }))
      await done(suspendUser({ by, userId }))
      await done(resumeUser({ by, userId }))
      await done(resetSecondStep({ by, userId }))
      await done(removeUser({ by, userId }))
      const all = [
        'A user was removed',
        'The second step of a user was reset',
        'A suspended user may sign in again',
        'A user was suspended',
        'A user now has the role support',
        'A link for a new password was made for a user',
        'A person was invited as finance',
      ]
      expect(await noted()).to.deep.equal({ amina: all, okot: all })
      // A user who suspends another one does not need a notice of it.
      await done(suspendUser({ by: okot.user, userId: (await ports.people.userByName('dev'))?.id ?? '' }))
      expect(await noted()).to.deep.equal({ amina: ['A user was suspended'] })
      await done(suspendUser({ by, userId: clerk.user.id }))
      const suspended = ['A user was suspended']
      expect(await noted()).to.deep.equal({ admin: suspended, guard: suspended })
    },
  )

  rule('32.14', 'owners have a notice of each user who joins after them', async () => {
    const { noted, useCases, ports, accountId, clock } = await openShop()
    const { token } = await done(useCases.inviteUser({ by: 'okello', role: 'owner', accountId }))
    clock.forwardMs(1)
    const client = { network: '10.1.2.0/24', device: 'Firefox' }
    const late = await done(useCases.acceptInvitation({ token, name: 'late', password, client }))
    const both = ['A user joined as owner', 'A person was invited as owner']
    expect(await noted()).to.deep.equal({ amina: both, okot: both })
    const of = () => ports.notices.list({ userId: late.user.id, limit: 9 })
    expect(await of()).to.deep.equal([])
    await useCases.suspendUser({ by: 'okello', userId: (await ports.people.userByName('dev'))?.id ?? '' })
    await useCases.noteChanges()
    expect((await of()).map(({ kind }) => kind)).to.deep.equal(['people'])
  })

  rule(
    '32.15',
    'owners and developers have a notice of each key that another person makes or revokes: a reason is always an operator’s',
    async () => {
      const { noted, useCases, amina, post, accountId, ports } = await openShop()
      const { createKey, revokeKey } = useCases
      const scopes = ['read'] as const
      const { keyId } = await done(createKey({ by: 'okello', because: 'asked for', accountId, name: 'till', scopes }))
      const one = ['A new API key was made']
      expect(await noted()).to.deep.equal({ amina: one, okot: one, dev: one })
      await post('/dashboard/settings/keys/revoke', { key: keyId, sure: 'yes' })
      expect((await ports.actions.list({ limit: 1 })).actions[0]).to.include({
        kind: 'key.revoke',
        by: amina.user.name,
      })
      const revoked = ['An API key was revoked']
      expect(await noted()).to.deep.equal({ okot: revoked, dev: revoked })
      const other = await done(createKey({ by: amina.user.name, because: 'none', accountId, name: 'shop', scopes }))
      expect(await noted()).to.deep.equal({ amina: one, okot: one, dev: one })
      await done(revokeKey({ by: 'okello', keyId: other.keyId }))
      await done(useCases.rotateKey({ by: 'okello', accountId, kind: 'secret' }))
      const two = ['An API key has a successor', ...revoked]
      expect(await noted()).to.deep.equal({ amina: two, okot: two, dev: two })
    },
  )

  rule(
    '32.16',
    'notices of changes are switched like the others, and each leads to the page of its object',
    async () => {
      const { noted, useCases, amina, okot, viewer, clerk, admin, ports } = await openShop()
      await okot.post('/me/notices', { page: 'key' })
      await done(useCases.suspendUser({ by: 'okello', userId: viewer.user.id }))
      await done(useCases.suspendUser({ by: 'okello', userId: clerk.user.id }))
      expect(await noted()).to.have.all.keys('amina', 'admin', 'guard')
      const pathIn = async ({ get }: typeof okot, list: string) =>
        /<th scope="row"><a href="([^"]*)">A user was/.exec((await get(list)).body)?.[1] ?? ''
      const path = await pathIn(amina, '/dashboard/notices')
      expect(path).to.equal('/dashboard/settings/users')
      expect((await amina.get(path)).statusCode).to.equal(200)
      const atDesk = await pathIn(admin, '/operator/notices')
      expect(atDesk).to.equal('/operator/actions')
      expect((await admin.get(atDesk)).statusCode).to.equal(200)
      expect((await admin.get('/me/notices')).body).to.match(/Users whom others invite, change or remove/)
      expect(await ports.notices.list({ userId: okot.user.id, limit: 9 })).to.deep.equal([])
    },
  )
})
