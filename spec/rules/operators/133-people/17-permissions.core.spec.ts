import { expect } from 'chai'
import { acts, type Opened, refuseAct, type SignedIn } from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'
import { actTable, everybody } from './actTable.ts'
import { client, done, openHouse, password } from './house.ts'

describe('133 People: permissions', () => {
  rule(
    '133.62',
    'every act that gives somebody more permissions takes the password again; stopping and revoking do not',
    {
      'each act': table(
        ['act', 'roles of an account', 'roles of operators', 'takes the password'],
        actTable,
        async (act, holders, operators, asks) => {
          expect(Object.keys(acts).toSorted()).to.deep.equal(actTable.map(([name]) => name).toSorted())
          const { user, sure, ports, account } = await openHouse()
          for (const [role, whose] of everybody) {
            const what = `${role} ${whose}`
            const joined = await user(what, role, whose === 'operator' ? null : account.id)
            const who = await signedIn(ports, joined)
            const may = (one: SignedIn) => refuseAct({ clock: ports.clock }, one, act)?.refused ?? 'done'
            const confirmed = { ...who, session: (await sure(joined)).session }
            const listed = (whose === 'operator' ? operators : holders).split(' ')
            const expected = listed.includes(role) ? 'done' : 'not_allowed'
            expect(may(confirmed), what).to.equal(expected)
            expect(may(who), what).to.equal(expected === 'done' && asks === 'yes' ? 'password_needed' : expected)
            expect(may({ ...confirmed, needs: 'second_step' }), what).to.equal('not_allowed')
            expect(may({ ...confirmed, user: { ...who.user, state: 'suspended' } }), what).to.equal('not_allowed')
          }
        },
      ),
      'of users, in the user’s session, for five minutes': async () => {
        const { user, sure, clock, invite, inviteNewPassword, change, resumeUser, resetSecondStep, account, signIn } =
          await openHouse()
        const [amina, okot] = [await user('amina'), await user('okot', 'viewer')]
        const { id: userId } = okot.user
        const each = async (by: Partial<Awaited<ReturnType<typeof sure>>>) => {
          const acting = { by: amina.user, ...by }
          return [
            await invite({ ...acting, role: 'viewer', accountId: account.id }),
            await inviteNewPassword({ ...acting, userId }),
            await change({ ...acting, userId, role: 'owner' }),
            await resumeUser({ ...acting, userId }),
            await resetSecondStep({ ...acting, userId }),
          ].map(codeOf)
        }
        const refused = Array(5).fill('password_needed')
        expect(await each({})).to.deep.equal(refused)
        expect(await each({ session: amina.session })).to.deep.equal(refused)
        expect(await each({ session: (await sure(okot)).session }), 'the session of another').to.deep.equal(refused)
        const other = done(await signIn({ name: 'amina', password, client }))
        const confirmed = await sure(amina)
        expect(await each({ session: other.session }), 'another session').to.deep.equal(refused)
        expect(await each(confirmed)).to.deep.equal(Array(5).fill('done'))
        clock.forwardMs(5 * minuteMs)
        expect(await each(confirmed), 'five minutes later').to.deep.equal(refused)
      },
      'restrictions take no password': async () => {
        const { user, change, suspend, endSessions, remove, listInvitations, revokeInvitation, invite, account } =
          await openHouse()
        const [{ user: by }, { user: okot }] = [await user('amina'), await user('okot')]
        await invite({ by: 'okello', role: 'viewer', accountId: account.id })
        const [open] = done(await listInvitations({ by, accountId: account.id }))
        const invitationId = open?.id ?? ''
        const stopping = [
          await revokeInvitation({ by, accountId: account.id, invitationId }),
          await change({ by, userId: okot.id, role: 'viewer' }),
          await suspend({ by, userId: okot.id }),
          await endSessions({ by, userId: okot.id }),
          await remove({ by, userId: okot.id }),
        ]
        expect(stopping.map(codeOf)).to.deep.equal(Array(5).fill('done'))
      },
    },
  )

  rule('133.63', 'users cannot reset their own password or second step in the way meant for others', async () => {
    const house = await openHouse()
    const { sure, inviteNewPassword, resetSecondStep } = house
    for (const role of ['owner', 'administrator'] as const) {
      const own: Opened = { ...(await house.userWithCodes(role, role)), account: null }
      const request = { ...(await sure(own)), userId: own.user.id }
      for (const act of [inviteNewPassword, resetSecondStep])
        expect(await act(request)).to.deep.equal({
          refused: 'not_allowed',
          message: 'Change your own password and second step on your own page, where they are asked for',
        })
    }
  })

  rule('133.64', 'an invitation ends for good when its maker is suspended or removed, or is no longer an owner', {
    '': table(
      ['its maker', 'the invitation is'],
      [
        ['suspended', 'invitation_gone'],
        ['suspended and let in again', 'invitation_gone'],
        ['removed', 'invitation_gone'],
        ['made a viewer', 'invitation_gone'],
        ['made a viewer and an owner again', 'invitation_gone'],
        ['signed out everywhere', 'done'],
        ['made an owner, being one', 'done'],
      ],
      async (what, answer) => {
        const { user, sure, invite, inviteNewPassword, accept, listInvitations, ...house } = await openHouse()
        const { suspend, resumeUser, remove, change, endSessions, account } = house
        await user('second')
        const [amina, okot] = [await user('amina'), await user('okot', 'viewer')]
        const by = await sure(amina)
        const joining = done(await invite({ ...by, role: 'owner', accountId: account.id }))
        const link = done(await inviteNewPassword({ ...by, userId: okot.user.id }))
        const others = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
        const request = { by: 'okello', userId: amina.user.id }
        if (what.startsWith('suspended')) await suspend(request)
        if (what.endsWith('let in again')) await resumeUser(request)
        if (what === 'removed') await remove(request)
        if (what.startsWith('made a viewer')) await change({ ...request, role: 'viewer' })
        if (what.includes('an owner')) await change({ ...request, role: 'owner' })
        if (what === 'signed out everywhere') await endSessions(request)
        const open = done(await listInvitations({ by: 'okello', accountId: account.id }))
        expect(open.map(({ id }) => id).includes(joining.id)).to.equal(answer === 'done')
        const newPassword = 'nine otters in Lira'
        const joined = await accept({ token: joining.token, name: 'kato', password: newPassword, client })
        expect(codeOf(joined)).to.equal(answer)
        expect(codeOf(await accept({ token: link.token, name: '', password: newPassword, client }))).to.equal(answer)
        expect(codeOf(await accept({ token: others.token, name: 'akello', password, client }))).to.equal('done')
      },
    ),
    'the same for an operator': async () => {
      const { user, sure, invite, suspend, lookUp, account } = await openHouse()
      const kato = await user('kato', 'administrator')
      const by = await sure(kato)
      const made = [
        done(await invite({ ...by, role: 'viewer', accountId: account.id })),
        done(await invite({ ...by, role: 'administrator', accountId: null })),
      ]
      await suspend({ by: 'okello', userId: kato.user.id })
      for (const one of made) expect(codeOf(await lookUp(one))).to.equal('invitation_gone')
    },
    'and one is not made by a user who is suspended meanwhile': async () => {
      const { user, sure, invite, suspend, account } = await openHouse()
      await user('second')
      const amina = await user('amina')
      const by = await sure(amina)
      await suspend({ by: 'okello', userId: amina.user.id })
      expect(codeOf(await invite({ ...by, role: 'viewer', accountId: account.id }))).to.equal('not_allowed')
    },
  })

  rule(
    '133.65',
    'an account has at most 20 open invitations, and so have operators; a new link for a password ends the one before',
    {
      'of an account': async () => {
        const { invite, account, revokeInvitation, clock, user } = await openHouse()
        const { user: okot } = await user('okot')
        const again = () => invite({ by: 'okello', role: 'viewer', accountId: account.id })
        const made = await Promise.all(Array.from({ length: 25 }, again))
        expect(made.map(codeOf).toSorted()).to.deep.equal([
          ...Array(20).fill('done'),
          ...Array(5).fill('too_many_invitations'),
        ])
        expect(await again()).to.deep.equal({
          refused: 'too_many_invitations',
          message: '20 invitations are already open: revoke one, or wait until one is used or an hour has passed',
        })
        expect(codeOf(await invite({ by: 'okello', role: 'administrator', accountId: null })), 'of operators').to.equal(
          'done',
        )
        const [first] = made
        const invitationId = first && 'id' in first ? first.id : ''
        done(await revokeInvitation({ by: okot.name, accountId: account.id, invitationId }))
        expect(codeOf(await again())).to.equal('done')
        clock.forwardMs(60 * minuteMs)
        expect(codeOf(await again()), 'an hour later').to.equal('done')
      },
      'of operators': async () => {
        const { invite } = await openHouse()
        const again = () => invite({ by: 'okello', role: 'administrator', accountId: null })
        const made: string[] = []
        for (let n = 0; n < 21; n += 1) made.push(codeOf(await again()))
        expect(made).to.deep.equal([...Array(20).fill('done'), 'too_many_invitations'])
      },
      'links for a new password': async () => {
        const { user, invite, inviteNewPassword, accept, account, listInvitations } = await openHouse()
        const { user: okot } = await user('okot')
        const by = { by: 'okello', userId: okot.id }
        const first = done(await inviteNewPassword(by))
        for (let n = 0; n < 19; n += 1) done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
        const second = done(await inviteNewPassword(by))
        expect(done(await listInvitations({ by: 'okello', accountId: account.id }))).to.have.lengthOf(20)
        expect(codeOf(await accept({ token: first.token, name: '', password, client }))).to.equal('invitation_gone')
        expect(codeOf(await accept({ token: second.token, name: '', password, client }))).to.equal('done')
      },
    },
  )
})
