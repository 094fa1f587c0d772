import { expect } from 'chai'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { rule } from '../../../rule.ts'
import { client, done, openHouse, password } from './house.ts'

describe('133 People: open invitations', () => {
  rule('133.40', 'people who may invite can list and revoke an invitation that nobody has used', {
    'it is no longer valid': async () => {
      const { account, user, sure, invite, listInvitations, revokeInvitation, accept, actions } = await openHouse()
      const amina = await sure(await user('amina'))
      const { by } = amina
      const { token, id } = done(await invite({ ...amina, role: 'viewer', accountId: account.id }))
      const asking = { by, accountId: account.id }
      expect(await listInvitations(asking)).to.containSubset([
        { id, role: 'viewer', userName: null, invitedBy: 'amina' },
      ])
      expect(token).not.to.include(id)
      expect(id).to.match(/^[0-9a-f]{16}$/)
      const { revoked } = done(await revokeInvitation({ ...asking, invitationId: id, because: 'the wrong person' }))
      expect(revoked).to.include({ id })
      expect(codeOf(await accept({ token, name: 'okot', password, client }))).to.equal('invitation_gone')
      expect(await listInvitations(asking)).to.deep.equal([])
      expect(codeOf(await revokeInvitation({ ...asking, invitationId: id }))).to.equal('invitation_gone')
      expect((await actions()).at(-1)).to.equal('amina user.uninvite invitation of viewer of account')
    },
    'so is a link for a new password': async () => {
      const { account, user, inviteNewPassword, listInvitations, revokeInvitation, accept, recorded } =
        await openHouse()
      const { user: okot } = await user('okot', 'viewer')
      const asking = { by: 'okello', accountId: account.id }
      const { token, id } = done(await inviteNewPassword({ by: 'okello', userId: okot.id }))
      expect(await listInvitations(asking)).to.containSubset([{ id, userName: 'okot', invitedBy: 'okello' }])
      done(await revokeInvitation({ ...asking, invitationId: id }))
      expect(codeOf(await accept({ token, name: '', password, client }))).to.equal('invitation_gone')
      expect(await recorded()).to.deep.include({
        kind: 'user.uninvite',
        subject: 'user okot',
        before: { role: 'viewer' },
      })
    },
    'the named one, and no other': async () => {
      const { account, invite, listInvitations, revokeInvitation } = await openHouse()
      const asking = { by: 'okello', accountId: account.id }
      const [first, second] = [
        done(await invite({ ...asking, role: 'viewer' })),
        done(await invite({ ...asking, role: 'owner' })),
      ]
      done(await revokeInvitation({ ...asking, invitationId: second.id }))
      expect(await listInvitations(asking))
        .to.have.length(1)
        .and.containSubset([{ id: first.id }])
      expect(await revokeInvitation({ ...asking, invitationId: second.id })).to.deep.equal({
        ...{ refused: 'invitation_gone', message: `There is no open invitation ${second.id}` },
      })
    },
    'nor one for a user who may not sign in': async () => {
      const { account, user, inviteNewPassword, listInvitations, suspend } = await openHouse()
      const { user: okot } = await user('okot', 'viewer')
      done(await inviteNewPassword({ by: 'okello', userId: okot.id }))
      done(await suspend({ by: 'okello', userId: okot.id }))
      expect(await listInvitations({ by: 'okello', accountId: account.id })).to.deep.equal([])
    },
    'not one that was used or has expired': async () => {
      const { account, clock, invite, accept, listInvitations, revokeInvitation } = await openHouse()
      const asking = { by: 'okello', accountId: account.id }
      const used = done(await invite({ ...asking, role: 'viewer' }))
      done(await accept({ token: used.token, name: 'okot', password, client }))
      const over = done(await invite({ ...asking, role: 'viewer' }))
      clock.forwardMs(3_600_000)
      expect(await listInvitations(asking)).to.deep.equal([])
      for (const { id } of [used, over])
        expect(codeOf(await revokeInvitation({ ...asking, invitationId: id }))).to.equal('invitation_gone')
    },
    'a viewer and a stranger may not, and an account has no invitation of another': async () => {
      const { ports, account, user, invite, listInvitations, revokeInvitation } = await openHouse()
      const { account: elsewhere } = await openMerchant(ports, { name: 'Elsewhere' })
      const { id } = done(await invite({ by: 'okello', role: 'viewer', accountId: account.id }))
      const [viewer, stranger] = [await user('okot', 'viewer'), await user('kato', 'owner', elsewhere.id)]
      for (const { user: by } of [viewer, stranger]) {
        expect(codeOf(await listInvitations({ by, accountId: account.id }))).to.equal('not_allowed')
        const refused = await revokeInvitation({ by, accountId: account.id, invitationId: id })
        expect(codeOf(refused)).to.equal('not_allowed')
      }
      for (const accountId of [elsewhere.id, null])
        expect(codeOf(await revokeInvitation({ by: 'okello', accountId, invitationId: id }))).to.equal(
          'invitation_gone',
        )
      expect(await listInvitations({ by: 'okello', accountId: account.id })).to.have.length(1)
    },
  })
})
