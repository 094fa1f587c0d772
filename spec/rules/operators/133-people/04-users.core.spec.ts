import { expect } from 'chai'
import { isRefusal, type Opened, type PeopleRefusal, type Role, type User } from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { rule, table } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

/** An account with owners and a viewer, another one with an owner, and administrators. */
async function openHouses() {
  const house = await openHouse()
  const { account: elsewhere } = await openMerchant(house.ports, { name: 'Elsewhere' })
  const users: Record<string, Opened> = {
    owner: await house.user('owner'),
    peer: await house.user('peer'),
    viewer: await house.user('viewer', 'viewer'),
    stranger: await house.user('stranger', 'owner', elsewhere.id),
    administrator: await house.user('administrator', 'administrator'),
    second: await house.user('second', 'administrator'),
  }
  const opened = (name: string): Opened => {
    const user = users[name]
    if (!user) throw new Error(`there is no ${name}`)
    return user
  }
  const named = (name: string): User => opened(name).user
  const acting = (name: string) => house.sure(opened(name))
  return { ...house, elsewhere, named, acting }
}

describe('133 People', () => {
  rule(
    '133.18',
    'owners can invite, see and change the users of their own account, administrators everybody, viewers nobody',
    {
      changing: table(
        ['by', 'whom', 'answer'],
        [
          ['owner', 'viewer', 'done'],
          ['owner', 'stranger', 'unknown_user'],
          ['owner', 'administrator', 'unknown_user'],
          ['viewer', 'owner', 'not_allowed'],
          ['viewer', 'viewer', 'not_allowed'],
          ['viewer', 'stranger', 'unknown_user'],
          ['stranger', 'viewer', 'unknown_user'],
          ['administrator', 'owner', 'done'],
          ['administrator', 'second', 'done'],
        ],
        async (by, whom, answer) => {
          const house = await openHouses()
          const { named, suspend, resumeUser, remove, endSessions, resetSecondStep, change, inviteNewPassword } = house
          const request = { ...(await house.acting(by)), userId: named(whom).id, because: 'asked for' }
          for (const make of [inviteNewPassword, endSessions, resetSecondStep, suspend, resumeUser])
            expect(codeOf(await make(request))).to.equal(answer)
          if (whom !== 'second') expect(codeOf(await change({ ...request, role: 'viewer' }))).to.equal(answer)
          expect(codeOf(await remove(request))).to.equal(answer)
        },
      ),
      'seeing and inviting': table(
        ['by', 'whose', 'answer'],
        [
          ['owner', 'own', 'done'],
          ['owner', 'elsewhere', 'not_allowed'],
          ['owner', 'house', 'not_allowed'],
          ['viewer', 'own', 'not_allowed'],
          ['stranger', 'own', 'not_allowed'],
          ['administrator', 'own', 'done'],
          ['administrator', 'house', 'done'],
        ],
        async (by, whose, answer) => {
          const { named, acting, account, elsewhere, listUsers, invite } = await openHouses()
          const accountId = { own: account.id, elsewhere: elsewhere.id, house: null }[whose] ?? null
          const role = accountId === null ? 'administrator' : 'viewer'
          expect(codeOf(await listUsers({ by: named(by), accountId }))).to.equal(answer)
          expect(codeOf(await invite({ ...(await acting(by)), accountId, role }))).to.equal(answer)
        },
      ),
      'a manager who was made a viewer while the page was open can do nothing more': async () => {
        const { named, change, suspend } = await openHouses()
        const manager = named('owner')
        await change({ by: named('administrator'), userId: manager.id, role: 'viewer' })
        expect(codeOf(await suspend({ by: manager, userId: named('viewer').id }))).to.equal('not_allowed')
      },
      'nor can one who was suspended': async () => {
        const { named, account, suspend, invite, listUsers } = await openHouses()
        const { user: manager } = done(await suspend({ by: named('administrator'), userId: named('owner').id }))
        for (const by of [named('owner'), manager])
          expect(codeOf(await suspend({ by, userId: named('viewer').id }))).to.equal('not_allowed')
        expect(codeOf(await listUsers({ by: manager, accountId: account.id }))).to.equal('not_allowed')
        expect(codeOf(await invite({ by: manager, accountId: account.id, role: 'viewer' }))).to.equal('not_allowed')
        const ofNone = { ...named('owner'), accountId: null }
        expect(codeOf(await listUsers({ by: ofNone, accountId: null })), 'nor one of no account').to.equal(
          'not_allowed',
        )
      },
      unknown: async () => {
        const { named, acting, account, invite, inviteNewPassword, ports, suspend } = await openHouses()
        const asked = { ...(await acting('administrator')), role: 'viewer' } as const
        expect(codeOf(await suspend({ by: named('administrator'), userId: 'nobody' }))).to.equal('unknown_user')
        expect(codeOf(await inviteNewPassword({ by: named('administrator'), userId: 'nobody' }))).to.equal(
          'unknown_user',
        )
        const refusedTo = async (accountId: string | null, role: Role = 'viewer') => {
          const answer = await invite({ ...asked, role, accountId })
          return isRefusal(answer) ? `${answer.refused}: ${(answer as PeopleRefusal).message}` : 'done'
        }
        expect(await refusedTo('none')).to.equal('unknown_account: There is no account none')
        expect(await refusedTo(null)).to.equal(
          'malformed_role: The role of an operator must be one of: administrator, finance, support, security',
        )
        expect(await refusedTo(account.id, 'administrator')).to.equal(
          'malformed_role: The role of a user of an account must be one of: owner, finance, support, developer, viewer',
        )
        await ports.accounts.change(account.id, (one) => ({ ...one, closed: true }))
        expect(await refusedTo(account.id)).to.equal(`closed_account: Account ${account.id} is closed`)
      },
    },
  )

  rule(
    '133.19',
    'the last owner of an account, and the last administrator, cannot be removed or be given another role, also when two go at once',
    {
      '': table(
        ['the last', 'cannot leave', 'message'],
        [
          ['owner', 'last_owner', 'The account has no other owner: make somebody one first'],
          ['administrator', 'last_administrator', 'There is no other administrator: make somebody one first'],
        ] as const,
        async (role, refused, message) => {
          const { user, sure, change, suspend, remove } = await openHouse()
          const opened = [await user('one', role), await user('other', role)] as const
          const [one, other] = [opened[0].user, opened[1].user]
          const going = await Promise.all([
            remove({ by: one, userId: one.id }),
            suspend({ by: other, userId: other.id }),
          ])
          expect(going.map(codeOf).toSorted()).to.deep.equal(['done', refused])
          const last = going.findIndex(isRefusal) === 0 ? one : other
          const by = await sure(last === one ? opened[0] : opened[1])
          for (const leave of [remove, suspend])
            expect(await leave({ ...by, userId: last.id })).to.deep.equal({ refused, message })
          for (const who of [by, { by: 'okello' }]) {
            expect(codeOf(await change({ ...who, userId: last.id, role: 'support' }))).to.equal(refused)
            expect(codeOf(await remove({ ...who, userId: last.id }))).to.equal(refused)
          }
          await user('third', role)
          expect(codeOf(await change({ ...by, userId: last.id, role: 'support' }))).to.equal('done')
        },
      ),
      'a command can suspend the last, and an administrator the last owner': async () => {
        const { user, suspend, remove } = await openHouse()
        const [{ user: amina }, { user: kato }] = [await user('amina'), await user('kato', 'administrator')]
        expect(codeOf(await suspend({ by: kato, userId: amina.id }))).to.equal('done')
        expect(codeOf(await suspend({ by: 'okello', userId: kato.id }))).to.equal('done')
        expect(codeOf(await remove({ by: 'okello', userId: kato.id }))).to.equal('done')
      },
      'a role of the other kind is refused first': async () => {
        const { user, change } = await openHouse()
        const [{ user: amina }, { user: kato }] = [await user('amina'), await user('kato', 'administrator')]
        expect(codeOf(await change({ by: 'okello', userId: amina.id, role: 'administrator' }))).to.equal(
          'malformed_role',
        )
        expect(codeOf(await change({ by: 'okello', userId: kato.id, role: 'owner' }))).to.equal('malformed_role')
      },
    },
  )

  rule(
    '133.20',
    'the sessions of a suspended or removed user end at once; a suspended user can sign in again once resumed',
    async () => {
      const { user, suspend, resumeUser, remove, signIn, resume, listSessions, inviteNewPassword, ports } =
        await openHouse()
      await user('second')
      const first = await user('amina')
      const { id: userId } = first.user
      expect(done(await suspend({ by: 'okello', userId })).user.state).to.equal('suspended')
      expect(await resume(first)).to.equal(undefined)
      await resumeUser({ by: 'okello', userId })
      expect(await resume(first)).to.equal(undefined)
      const second = done(await signIn({ name: 'amina', password, client }))
      await remove({ by: 'okello', userId })
      expect(await resume(second)).to.equal(undefined)
      expect(await listSessions(second)).to.deep.equal([])
      expect(await ports.people.user(userId))
        .to.include({ passwordHash: '' })
        .and.deep.include({ devices: [] })
      for (const make of [remove, suspend, resumeUser])
        expect(await make({ by: 'okello', userId })).to.deep.equal({
          ...{ refused: 'user_removed', message: 'User amina was removed' },
        })
      expect(codeOf(await inviteNewPassword({ by: 'okello', userId }))).to.equal('unknown_user')
    },
  )

  rule('133.21', 'each change of users is recorded, under the name of its author', {
    'each kind': async () => {
      const house = await openHouse()
      const { user, invite, change, suspend, resumeUser, remove, endSessions, changePassword, actions, account } = house
      const amina = await user('amina')
      const { user: okot } = await user('okot', 'viewer')
      const by = { ...(await house.sure(amina)), because: 'asked for' }
      await invite({ ...by, role: 'viewer', accountId: account.id })
      await change({ ...by, userId: okot.id, role: 'owner' })
      await change({ ...by, userId: okot.id, role: 'owner' })
      await suspend({ ...by, userId: okot.id })
      await resumeUser({ ...by, userId: okot.id })
      await endSessions({ ...by, userId: okot.id })
      await remove({ ...by, userId: okot.id })
      await remove({ ...by, userId: amina.user.id })
      await changePassword({ session: amina.session, password, newPassword: 'nine otters in Lira', client })
      expect(await actions()).to.deep.equal([
        'okello user.invite invitation of owner of account',
        'amina user.join user amina of account',
        'okello user.invite invitation of viewer of account',
        'okot user.join user okot of account',
        'amina user.invite invitation of viewer of account',
        ...['set', 'suspend', 'resume', 'end-sessions', 'remove'].map(
          (kind) => `amina user.${kind} user okot of account`,
        ),
        'amina user.password user amina of account',
      ])
    },
    'with the values before and after': async () => {
      const { user, invite, inviteNewPassword, accept, change, suspend, changePassword, recorded, account } =
        await openHouse()
      const { user: okot, session } = await user('okot', 'viewer')
      const viewer = { role: 'viewer' }
      const subject = 'user okot'
      expect(await recorded()).to.deep.equal({ kind: 'user.join', subject, before: null, after: viewer })
      const by = { by: 'okello', userId: okot.id }
      await invite({ by: 'okello', role: 'viewer', accountId: account.id })
      expect(await recorded()).to.deep.include({ before: null, after: viewer })
      done(await changePassword({ session, password, newPassword: 'nine otters in Lira', client }))
      expect(await recorded()).to.deep.equal({ kind: 'user.password', subject, before: null, after: null })
      const { token } = done(await inviteNewPassword(by))
      expect(await recorded()).to.deep.equal({ kind: 'user.invite', subject, before: null, after: viewer })
      done(await accept({ token, name: '', password, client }))
      expect(await recorded()).to.deep.equal({ kind: 'user.password', subject, before: null, after: null })
      await change({ ...by, role: 'owner' })
      const manager = { role: 'owner', state: 'active' }
      expect(await recorded()).to.deep.equal({
        ...{ kind: 'user.set', subject, before: { role: 'viewer', state: 'active' }, after: manager },
      })
      await suspend(by)
      expect(await recorded()).to.deep.equal({
        ...{ kind: 'user.suspend', subject, before: manager, after: { role: 'owner', state: 'suspended' } },
      })
    },
    'and not made when the reason cannot be read': async () => {
      const { user, invite, inviteNewPassword, revokeInvitation, suspend, account, actions } = await openHouse()
      const { user: okot } = await user('okot', 'viewer')
      const { id: invitationId } = done(await invite({ by: 'amina', role: 'viewer', accountId: account.id }))
      const before = await actions()
      for (const [who, refused] of [
        [{ by: 'line\nbreak' }, 'malformed_name'],
        [{ by: 'amina', because: '' }, 'malformed_explanation'],
      ] as const) {
        expect(codeOf(await invite({ ...who, role: 'viewer', accountId: account.id }))).to.equal(refused)
        expect(codeOf(await inviteNewPassword({ ...who, userId: okot.id }))).to.equal(refused)
        expect(codeOf(await suspend({ ...who, userId: okot.id }))).to.equal(refused)
        const revoking = { ...who, accountId: account.id, invitationId }
        expect(codeOf(await revokeInvitation(revoking))).to.equal(refused)
      }
      const why = await suspend({ by: 'amina', because: '', userId: okot.id })
      expect(why).to.include({ message: 'The explanation must be 1 to 500 printable characters' })
      expect(await actions()).to.deep.equal(before)
    },
  })
})
