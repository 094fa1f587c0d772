import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

describe('133 People: open invitations', () => {
  rule('133.41', 'sente user lists the open invitations, and revokes one', async () => {
    const { json, sente, id } = await openCommandLine()
    const { invitation_id: ofAccount } = (await json('user', 'invite', '--account', id, '--role', 'viewer')).json
    const { invitation_id: ofOperator } = (await json('user', 'invite', '--operator', '--role', 'administrator')).json
    const open = async (...argv: string[]) => (await json('user', 'invitations', ...argv)).json.invitations
    expect(await open('--account', id)).to.containSubset([
      { invitation_id: ofAccount, role: 'viewer', user_name: null },
    ])
    expect(await open()).to.containSubset([{ invitation_id: ofOperator, role: 'administrator' }])
    expect((await sente('user', 'uninvite', ofAccount)).err).to.equal(`There is no open invitation ${ofAccount}\n`)
    expect((await json('user', 'uninvite', ofAccount, '--account', id)).json).to.include({ invitation_id: ofAccount })
    expect((await sente('user', 'uninvite', ofOperator)).out).to.match(/^Invitation +Role/)
    expect((await sente('user', 'invitations')).out).to.equal('No invitations are open.\n')
    expect(await open('--account', id)).to.deep.equal([])
  })
})
