import { expect } from 'chai'
import { nodeSecrets } from '../../../../adapters/node/node.ts'
import {
  authenticate,
  type Caller,
  createKey,
  isRefusal,
  type KeyScope,
  listLinks,
  lookUpLink,
} from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { openLinks } from './openLinks.ts'

describe('25 Payment links: their addresses', () => {
  type Opened = Awaited<ReturnType<typeof openLinks>>

  /** The token that a caller sees, by the link's id and in the list, under these secrets. */
  async function seen({ ports, link }: Opened, caller: Caller, secrets = ports.secrets) {
    const [found, list] = [
      await lookUpLink({ ...ports, secrets })({ caller, linkId: link.id }),
      await listLinks({ ...ports, secrets })({ caller, limit: 9 }),
    ]
    if (isRefusal(found) || isRefusal(list)) throw new Error(`${codeOf(found)}, ${codeOf(list)}`)
    expect(list.links.map(({ token }) => token)).to.deep.equal([found.token])
    return found.token
  }

  rule('25.40', 'the address of a link is shown again until the link is over', {
    'while it is open': async () => {
      const opened = await openLinks()
      expect(opened.token).to.match(/^[0-9a-f]{32}$/)
      expect(await seen(opened, await opened.caller())).to.equal(opened.token)
    },
    'while a payment is under way, which may fail': async () => {
      const opened = await openLinks()
      await opened.sends('accepts')
      expect((await opened.stands()).state).to.equal('used_up')
      expect(await seen(opened, await opened.caller())).to.equal(opened.token)
    },
    'not after its end': async () => {
      const opened = await openLinks()
      expect(await opened.end()).to.include({ state: 'ended', token: null })
      expect(await seen(opened, await opened.caller())).to.equal(null)
    },
    'not once it has expired': async () => {
      const opened = await openLinks()
      opened.clock.forwardMs(7 * 24 * hourMs)
      expect(await seen(opened, await opened.caller())).to.equal(null)
    },
  })

  rule('25.41', 'only callers that may make links see their addresses again', {
    keys: table(
      ['its scopes', 'sees it'],
      [
        ['read', 'no'],
        ['read, pay, refund, webhooks', 'no'],
        ['read, collect', 'yes'],
      ],
      async (scopes, sees) => {
        const opened = await openLinks()
        const { ports, account, token } = opened
        const terms = { name: 'till', scopes: scopes.split(', ') as KeyScope[] }
        const made = await createKey(ports)({ by: 'amina', accountId: account.id, ...terms })
        if (isRefusal(made)) throw new Error(made.refused)
        const caller = await authenticate(ports)({ secretKey: made.key, scope: 'read' })
        if (isRefusal(caller)) throw new Error(caller.refused)
        expect(await seen(opened, caller)).to.equal(sees === 'yes' ? token : null)
      },
    ),
    users: table(
      ['role', 'sees it'],
      [
        ['viewer', 'no'],
        ['owner', 'yes'],
      ],
      async (role, sees) => {
        const opened = await openLinks()
        const user = { user: 'Nakato', role: role as 'viewer' | 'owner', keyId: 'user', keyDigest: '' }
        const caller = { ...user, account: (await opened.caller()).account }
        expect(await seen(opened, caller)).to.equal(sees === 'yes' ? opened.token : null)
      },
    ),
  })

  rule('25.42', 'the books do not contain the address of a link: it takes the PIN key as well', {
    'the row has a digest of it alone': async () => {
      const { link, token } = await openLinks()
      expect(Object.values(link).map(String).join()).not.to.include(token)
    },
    'a link stays payable under another key': table(
      ['PIN keys', 'shown'],
      [
        ['another one', 'no'],
        ['another one, and this one as the previous', 'yes'],
      ],
      async (keys, shown) => {
        const opened = await openLinks()
        const previous = keys === 'another one' ? {} : { previous: 'a PIN key for tests' }
        const secrets = nodeSecrets({ pinKeys: { current: 'another PIN key for tests', ...previous } })
        expect(await seen(opened, await opened.caller(), secrets)).to.equal(shown === 'yes' ? opened.token : null)
        expect((await opened.shown()).state).to.equal('open')
      },
    ),
  })
})
