import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'
import { build } from 'esbuild'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../../../adapters/client/client.ts'
import { apiText } from '../../../../adapters/http/routes.ts'
import { clientTypes, clientTypesFile } from '../../../../packages/clientTypes.ts'
import { rule } from '../../../rule.ts'
import { projectFolder, textOf } from '../../../sourceTree.ts'

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD']
const nowMs = Date.UTC(2026, 2, 4, 12)
const body = '{"type":"payout.succeeded","timestamp":"2026-03-04T12:00:00.000Z","sequence":42,"data":{"reference":"é"}}'

/** A message signed by the library of the standard. */
function message(secret = secrets[0] ?? '', atMs = nowMs) {
  const [id, at] = ['019c0f6e-8000-7000-8000-0a8b9c7d6e5f', new Date(atMs)]
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(atMs / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return { body, headers, secrets: secrets.slice(0, 1), nowMs }
}

const squeezed = (text: string) => text.replaceAll(/[\s|;]/g, '')

describe('17 The client: messages', () => {
  rule('17.16', 'a message is valid if one of the secrets has signed it within five minutes', {
    'by the library of the standard, as text, as bytes and with `Headers`': async () => {
      const good = message()
      const parsed = JSON.parse(body)
      expect(await verifyWebhook(good)).to.deep.equal(parsed)
      expect(await verifyWebhook({ ...good, body: Buffer.from(body) })).to.deep.equal(parsed)
      expect(await verifyWebhook({ ...good, headers: new Headers(good.headers) })).to.deep.equal(parsed)
    },
    'with two secrets, and with two signatures': async () => {
      expect(await verifyWebhook({ ...message(secrets[1]), secrets })).to.include({ sequence: 42 })
      const [one, two] = [message(), message(secrets[1])]
      const both = `${two.headers['webhook-signature']} ${one.headers['webhook-signature']}`
      expect(await verifyWebhook({ ...one, headers: { ...one.headers, 'webhook-signature': both } })).to.include({
        sequence: 42,
      })
    },
    'not with another secret': async () =>
      expect(await verifyWebhook({ ...message(), secrets: secrets.slice(1) })).to.deep.equal({
        refused: 'wrong_signature',
      }),
    'not with any byte of the body changed': async () => {
      const bytes = Buffer.from(body)
      for (let index = 0; index < bytes.length; index += 1) {
        const changed = Buffer.from(bytes)
        changed[index] = (changed[index] ?? 0) ^ 1
        expect(await verifyWebhook({ ...message(), body: changed })).to.deep.equal({ refused: 'wrong_signature' })
      }
    },
    'not with another id, time or signature': async () => {
      const { headers, ...rest } = message()
      const changed = async (name: string, value: string) =>
        verifyWebhook({ ...rest, headers: { ...headers, [name]: value } })
      expect(await changed('webhook-id', 'another')).to.deep.equal({ refused: 'wrong_signature' })
      expect(await changed('webhook-timestamp', String(nowMs / 1_000 + 1))).to.deep.equal({
        refused: 'wrong_signature',
      })
      for (const signature of ['v1,', 'v1,AAAA', 'v2,AAAA', 'nothing', `v1a,${headers['webhook-signature'].slice(3)}`])
        expect(await changed('webhook-signature', signature)).to.deep.equal({ refused: 'wrong_signature' })
    },
    'not before or after its time': async () => {
      for (const atMs of [nowMs - 301_000, nowMs + 302_000])
        expect(await verifyWebhook(message(secrets[0], atMs))).to.deep.equal({ refused: 'wrong_time' })
      for (const atMs of [nowMs - 299_000, nowMs + 299_000])
        expect(await verifyWebhook(message(secrets[0], atMs))).to.include({ sequence: 42 })
    },
    'not without a header': async () => {
      const { headers, ...rest } = message()
      for (const name of Object.keys(headers))
        expect(await verifyWebhook({ ...rest, headers: { ...headers, [name]: undefined } })).to.deep.equal({
          refused: 'unsigned',
        })
    },
  })

  rule('17.17', 'the client needs only features that browsers have, too', async () => {
    const { outputFiles, metafile } = await build({
      ...{ entryPoints: [`${projectFolder}/adapters/client/client.ts`], bundle: true, write: false, metafile: true },
      ...{ platform: 'neutral', format: 'iife', globalName: 'sente' },
    })
    expect(Object.keys(metafile.inputs).every((path) => path.startsWith('adapters/client/'))).to.equal(true)
    // Not every runtime can treat a redirect as an error.
    const plain: typeof fetch = (input, init) =>
      init?.redirect === 'error' ? Promise.reject(new TypeError('redirect: error')) : fetch(input, init)
    const web = {
      fetch: plain,
      crypto,
      atob,
      TextEncoder,
      TextDecoder,
      Uint8Array,
      AbortSignal,
      URL,
      URLSearchParams,
      Headers,
    }
    const context = createContext({ ...web, performance, setTimeout, clearTimeout, given: message() })
    runInContext(outputFiles[0]?.text ?? '', context)
    expect(await runInContext('sente.verifyWebhook(given)', context)).to.include({ sequence: 42 })
    const call = `sente.createClient({ baseUrl: 'http://127.0.0.1:1', secretKey: 'x', publicKey: 'y' }).balances({ patienceMs: 2_000 })`
    expect(await runInContext(call, context)).to.include({
      ...{ refused: 'no_answer', message: 'No answer: TypeError: fetch failed' },
    })
  })

  rule('17.18', 'the client’s types are those of the API’s description', () => {
    const made = clientTypes(JSON.parse(apiText()))
    expect(squeezed(textOf(clientTypesFile))).to.equal(squeezed(made))
  })
})
