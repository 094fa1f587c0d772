import { expect } from 'chai'
import { addEndpoint, isRefusal } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { openCommandLine } from './commandLine.ts'

/** A command line whose account has an endpoint that was made with its secret key. */
async function openWithEndpoint() {
  const line = await openCommandLine()
  const settings = { url: 'https://shop.example/hooks', types: ['*'] } as const
  const added = await addEndpoint(line.store)({ caller: await line.caller(), settings })
  if (isRefusal(added)) throw new Error(added.refused)
  return { ...line, madeByKey: added.endpoint }
}

describe('31 The command line: keys that leaked', () => {
  rule('31.82', 'key revoke names the webhook endpoints that the key has made or changed, and switches them off', {
    async 'as JSON'() {
      const { json, account, madeByKey } = await openWithEndpoint()
      const { code, json: shown } = await json('key', 'revoke', account.keys[0]?.id ?? '')
      expect(code).to.equal(0)
      expect(shown.webhook_endpoints).to.have.length(1)
      expect(shown.webhook_endpoints[0]).to.deep.include({
        ...{ endpoint_id: madeByKey.id, url: 'https://shop.example/hooks', enabled: false, disabled_because: 'asked' },
        ...{ created_by_key: account.keys[0]?.id, changed_by_keys: [] },
      })
    },
    async 'as text, with the command that switches one on'() {
      const { sente, account, madeByKey } = await openWithEndpoint()
      const { out } = await sente('key', 'revoke', account.keys[0]?.id ?? '')
      expect(out).to.contain(`${madeByKey.id}  no, switched off`)
      expect(out).to.match(/switched off\. Look at each with the merchant, then:\nsente webhook set .+ --enabled on\n$/)
    },
    async 'or keeps them, where it is told so'() {
      const { sente, json, id, account, madeByKey } = await openWithEndpoint()
      const { out } = await sente('key', 'revoke', account.keys[0]?.id ?? '', '--keep-endpoints')
      expect(out)
        .to.contain(`${madeByKey.id}  yes`)
        .and.to.match(/are kept as they are\.\n$/)
      expect((await json('webhook', 'list', id)).json.webhook_endpoints[0].enabled).to.equal(true)
    },
  })
})
