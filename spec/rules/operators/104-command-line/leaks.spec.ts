import { expect } from 'chai'
import { openLog } from '../../../../adapters/telemetry/log/openLog.ts'
import { addEndpoint, isRefusal } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

const strange = 'Duka \u202ereversed\u202c \u001b[2J\u009b1A\u0085\u2028\u2066\ud800\u{e0041}\n, all sent'

const shown =
  'Duka \\u202ereversed\\u202c \\u001b[2J\\u009b1A\\u0085\\u2028\\u2066\\ud800\\udb40\\udc41\\u000a, all sent'

const onlyVisible = /^[\n -~]*$/

/** A command line with an account whose name has every character that must not reach a terminal. */
async function openStrange() {
  const line = await openCommandLine()
  await line.change((before) => ({ ...before, name: strange }))
  return line
}

/** A command line with an account whose endpoint was made with its secret key. */
async function openWithEndpoint() {
  const line = await openCommandLine()
  const settings = { url: 'https://shop.example/hooks', types: ['*'] } as const
  const added = await addEndpoint(line.store)({ caller: await line.caller(), settings })
  if (isRefusal(added)) throw new Error(added.refused)
  return { ...line, madeByKey: added.endpoint }
}

describe('104 The command line: keys that leaked, and texts of strangers', () => {
  rule('104.82', 'key revoke names the webhook endpoints that the key has made or changed, and switches them off', {
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
      expect(out).to.match(/switched off\. Check each with the merchant, then:\nsente webhook set .+ --enabled on\n$/)
    },
    async 'or keeps them, with an option'() {
      const { sente, json, id, account, madeByKey } = await openWithEndpoint()
      const { out } = await sente('key', 'revoke', account.keys[0]?.id ?? '', '--keep-endpoints')
      expect(out)
        .to.contain(`${madeByKey.id}  yes`)
        .and.to.match(/are kept as they are\.\n$/)
      expect((await json('webhook', 'list', id)).json.webhook_endpoints[0].enabled).to.equal(true)
    },
  })

  rule('104.83', 'control characters, and those that turn the direction of writing, are always written as in JSON', {
    async 'in tables, without a line of its own'() {
      const { sente } = await openStrange()
      const { out } = await sente('account', 'list')
      expect(out).to.contain(`  ${shown}  `).and.to.match(onlyVisible)
      expect(out.split('\n')).to.have.length(3)
    },
    async 'beside labels'() {
      const { sente, id } = await openStrange()
      const { out } = await sente('account', 'show', id)
      expect(out).to.contain(`Name        ${shown}\n`).and.to.match(onlyVisible)
    },
    async 'in a refusal'() {
      const { sente } = await openStrange()
      const { err } = await sente('account', 'show', strange.replace('\n', ''))
      expect(err).to.contain('\\u202e').and.to.match(onlyVisible)
    },
    async 'in JSON, which stays the same'() {
      const { sente, id } = await openStrange()
      const { out } = await sente('account', 'show', id, '--json')
      expect(out).to.match(onlyVisible)
      expect(JSON.parse(out).name).to.equal(strange)
    },
    async 'but not our own colours'() {
      const { sente } = await openCommandLine({ colours: true })
      expect((await sente('audit')).out).to.contain('\u001b[32magree\u001b[39m')
    },
    'in the log'() {
      const written: string[] = []
      const log = openLog('info', { write: (line) => void written.push(String(line)), flush: () => undefined })
      log.info({ name: strange }, 'request')
      expect(written[0]).to.match(onlyVisible)
      expect(JSON.parse(written[0] ?? '').name).to.equal(strange)
    },
  })
})
