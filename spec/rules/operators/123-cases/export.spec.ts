import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { rulesPassed } from '../../../../core/sente.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { withoutIds } from '../../../fixtures/withoutIds.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

/** A command line with a key for cases, in a folder of its own, and a payout that has ended. */
async function withCase(run: (given: Awaited<ReturnType<typeof openExport>>) => Promise<void>): Promise<void> {
  const folder = makeFolder()
  try {
    await run(await openExport((name) => join(folder.path, name)))
  } finally {
    folder.remove()
  }
}

async function openExport(at: (name: string) => string) {
  const line = await openCommandLine({
    caseKey: () => (existsSync(at('key')) ? readFileSync(at('key'), 'utf8') : undefined),
  })
  const made = await line.json('case', 'key', at('key'))
  const { id } = await line.pay('succeeds')
  const verify = (file: string, key: string = made.json.public_key) =>
    line.json('case', 'verify', file, '--public-key', key)
  return { ...line, at, made, publicKey: String(made.json.public_key), transactionId: id, verify }
}

describe('123 The case of a payment: handed out', () => {
  rule(
    '123.13',
    'case export writes everything that is kept about a payment into a new file that only its owner can read',
    () =>
      withCase(async ({ json, at, transactionId, publicKey, payout }) => {
        const file = at('order-1.case')
        expect(await json('case', 'export', transactionId, file)).to.deep.equal({
          code: 0,
          json: { file, transaction_id: transactionId, public_key: publicKey },
        })
        expect(statSync(file).mode & 0o777).to.equal(0o600)
        const [form, content, signature, ...rest] = readFileSync(file, 'utf8').split('\n')
        expect([form, rest]).to.deep.equal(['sente-case-1', ['']])
        expect(signature).to.match(/^[0-9a-f]{128}$/)
        const {
          request_as_recorded: request,
          verdict,
          transaction,
          exchanges,
          postings,
          event,
          ...others
        } = JSON.parse(content ?? '')
        expect(request).to.deep.equal({
          ...{ kind: 'payout', reference: 'order-1', phone_number: '256770000001', amount: 5_000, currency: 'UGX' },
          ...{ network: 'MTN', description: null, metadata: {}, customer_message: null },
        })
        expect(withoutIds(content ?? '')).not.to.include(payout.pin)
        const { rules_passed, ...accepted } = verdict
        expect(accepted).to.deep.equal({ accepted: true, opened_at: '2026-01-02T08:00:00.000Z' })
        expect(rulesPassed('collection')).to.include('limit_reached').and.not.include.members(['invalid_pin'])
        expect(rules_passed.join(' ')).to.match(
          /^quarantined invalid_public_key .* invalid_pin .* network_unavailable$/,
        )
        expect(transaction).to.include({ transaction_id: transactionId, state: 'succeeded' })
        expect(exchanges).to.have.length(1)
        expect(exchanges[0]).to.include({ question: 'submission', outcome: 'succeeded' })
        expect(postings.map(({ from, to }: Record<string, string>) => `${from} ${to}`)).to.deep.equal([
          'available held',
          'held float:MTN',
        ])
        expect(event).to.include({ sequence: 2 })
        expect(others).to.deep.include({ exported_by: 'amina', public_key: publicKey, annotations: [], deliveries: [] })
        expect(others).to.include({ phone_number_erased: false })
        expect(others.request_not_kept).to.include('PIN')
      }),
  )

  rule('123.14', 'case verify accepts only an unchanged exported file, and needs no database', {
    unchanged: () =>
      withCase(async ({ json, at, transactionId, verify, seen }) => {
        await json('case', 'export', transactionId, at('one'))
        const { opened } = seen
        const answer = await verify(at('one'))
        expect(answer.code).to.equal(0)
        expect(answer.json).to.include({ valid: true, transaction_id: transactionId, exported_by: 'amina' })
        expect(seen.opened).to.equal(opened)
      }),
    'with any byte changed, added or missing': () =>
      withCase(async ({ json, at, transactionId, verify }) => {
        await json('case', 'export', transactionId, at('one'))
        const whole = readFileSync(at('one'))
        const changed = [0, 5, 12, 13, 200, whole.length - 130, whole.length - 129, whole.length - 2, whole.length - 1]
        const files = changed.map((place) => {
          const bytes = Buffer.from(whole)
          bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
          return bytes
        })
        files.push(whole.subarray(0, -1), whole.subarray(1), Buffer.concat([whole, Buffer.from('\n')]), Buffer.alloc(0))
        for (const [index, bytes] of files.entries()) {
          writeFileSync(at('other'), bytes)
          const { code, json: answer } = await verify(at('other'))
          expect([code, answer.error?.code], String(index)).to.deep.equal([1, 'case_not_valid'])
        }
      }),
    'with another key': () =>
      withCase(async ({ json, at, transactionId, verify }) => {
        await json('case', 'export', transactionId, at('one'))
        expect((await verify(at('one'), 'ab'.repeat(32))).code).to.equal(1)
        expect((await json('case', 'key', at('other'))).json.public_key).to.match(/^[0-9a-f]{64}$/)
        expect((await verify(at('one'), (await json('case', 'key', at('third'))).json.public_key)).code).to.equal(1)
        expect((await verify(at('one'), 'key')).code).to.equal(2)
      }),
    'a missing file': () =>
      withCase(async ({ at, verify }) => {
        expect((await verify(at('none'))).json.error.code).to.equal('file_not_read')
      }),
  })

  rule(
    '123.15',
    'no case is written without a key of the right kind, over an existing file, or about an unknown payment',
    {
      'without a key': () =>
        withCase(async ({ at, transactionId, store }) => {
          const { json } = await openCommandLine({ store })
          const message = 'SENTE_CASE_KEY_FILE is missing: it names the key that signs cases; sente case key makes one'
          expect(await json('case', 'export', transactionId, at('one'))).to.deep.equal({
            code: 1,
            json: { error: { code: 'no_case_key', message } },
          })
        }),
      'with another key': table(['key'], [['a word'], ['of P-256'], ['a public one']], (kind) =>
        withCase(async ({ at, transactionId, store }) => {
          const key = wrongKeys[kind]?.() ?? ''
          const { json } = await openCommandLine({ store, caseKey: () => key })
          const { code, json: answer } = await json('case', 'export', transactionId, at('one'))
          expect([code, answer.error.code, existsSync(at('one'))]).to.deep.equal([1, 'case_key_not_usable', false])
          expect(answer.error.message).not.to.include(key)
        }),
      ),
      'over a file': () =>
        withCase(async ({ json, at, transactionId }) => {
          writeFileSync(at('one'), 'mine')
          expect((await json('case', 'export', transactionId, at('one'))).json.error.code).to.equal('file_exists')
          expect((await json('case', 'key', at('one'))).json.error.code).to.equal('file_exists')
          expect(readFileSync(at('one'), 'utf8')).to.equal('mine')
        }),
      'about no payment': () =>
        withCase(async ({ json, at }) => {
          expect((await json('case', 'export', 'nothing', at('one'))).json.error.code).to.equal('unknown_transaction')
          expect(existsSync(at('one'))).to.equal(false)
        }),
    },
  )

  rule('123.16', 'case key makes a key that only its owner can read, and shows its public key', () =>
    withCase(async ({ at, made }) => {
      expect(made).to.deep.equal({ code: 0, json: { file: at('key'), public_key: made.json.public_key } })
      expect(statSync(at('key')).mode & 0o777).to.equal(0o600)
      expect(readFileSync(at('key'), 'utf8')).to.match(/^-----BEGIN PRIVATE KEY-----\n/)
    }),
  )
})

const wrongKeys: Readonly<Record<string, () => string>> = {
  'a word': () => 'sesame',
  'of P-256': () =>
    String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })),
  'a public one': () => String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })),
}
