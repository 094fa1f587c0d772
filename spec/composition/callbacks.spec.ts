import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Container } from 'inversify'
import { pino } from 'pino'
import sinon from 'sinon'
import { buildContainer } from '../../composition/container.ts'
import { callbackPath, callbackToken } from '../../composition/hearCallback.ts'
import { startSandbox } from '../../composition/sandbox.ts'
import { startGateway } from '../../composition/serve.ts'
import { tokens } from '../../composition/tokens.ts'
import { authenticate, createAccount, isRefusal, type Kind, patient } from '../../core/sente.ts'
import { rule } from '../rule.ts'

const hourMs = 3_600_000

describe('33 Callbacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const closers: (() => unknown)[] = []
  let url = ''
  let container: Container
  let secret = ''

  before(async () => {
    const databasePath = join(folder, 'sandbox.db')
    const world = await startSandbox({ databasePath, pinKeys: undefined, publicUrl: undefined }, closers)
    const log = pino({ level: 'silent' })
    // The sweep would come after an hour: whatever ends before that ended because of a callback.
    const policy = { ...patient, firstPauseMs: hourMs }
    container = buildContainer({ purpose: 'sandbox', databasePath, migrate: true, log, ...world, policy })
    url = await startGateway(container, { host: '127.0.0.1', port: 0 }, closers)
    await world.greet?.(url, container.get(tokens.accountPorts))
    secret = world.callbacks.secret ?? ''
  })
  after(async () => {
    for (const close of closers.reverse()) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends or collects UGX 500 and waits until it has ended; resolves with the account's balance then. */
  async function ended({ kind, network, number }: { kind: Kind; network: string; number: string }): Promise<string> {
    const ports = container.get(tokens.paymentPorts)
    const fund = [{ currency: 'UGX', amount: 10_000 }]
    const created = await createAccount(ports)({ name: 'x', kyc: 'complete', activate: ['UGX'], pin: '1234', fund })
    if (isRefusal(created)) throw new Error(created.message)
    const caller = await authenticate(ports)(created.secretKey)
    if (isRefusal(caller)) throw new Error(caller.refused)
    const phoneNumber = `256770${number}`
    const request = { apikey: created.publicKey, reference: 'r', phoneNumber, amount: 500, currency: 'UGX', network }
    const pay = kind === 'payout' ? container.get(tokens.sendMoney) : container.get(tokens.collectMoney)
    const opened = await pay(caller, { ...request, pin: '1234' })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    const state = async () => (await ports.books.transaction(opened.transaction.id))?.state
    while ((await state()) !== 'succeeded') await new Promise((resolve) => setTimeout(resolve, 20))
    const [balance] = await ports.books.balances(created.account.id)
    return `${balance?.availableMinor} ${balance?.heldMinor}`
  }

  const meanings = { '000001': 'a callback', '990475': 'two callbacks', '990476': 'a callback before the answer' }
  rule(
    '33.1',
    'a callback ends a payment, and once only',
    Object.fromEntries(
      Object.entries(meanings).flatMap(([number, meaning]) =>
        ['MTN', 'AIRTEL'].flatMap((network) => [
          [
            `${meaning}, ${network} payout`,
            async () => expect(await ended({ kind: 'payout', network, number })).to.equal('9500 0'),
          ],
          [
            `${meaning}, ${network} collection`,
            async () => expect(await ended({ kind: 'collection', network, number })).to.equal('10500 0'),
          ],
        ]),
      ),
    ),
  )

  rule('33.2', 'a path that no network was given is not found, and asks nobody', async () => {
    const enquire = sinon.spy(container.get(tokens.networks).providerFor('UGX', 'MTN'), 'enquire')
    for (const token of ['', 'x', callbackToken('another secret', 'mtn'), callbackToken(secret, 'nobody')]) {
      const answer = await fetch(`${url}${callbackPath(token)}`, { method: 'PUT', body: '{"externalId":"x"}' })
      expect(answer.status).to.equal(404)
    }
    expect(enquire.callCount).to.equal(0)
  })

  rule(
    '33.3',
    'a callback is heard by PUT and by POST, whatever it says, and what it says proves nothing',
    async () => {
      const path = callbackPath(callbackToken(secret, 'mtn'))
      const bodies = [
        '',
        '{',
        '[]',
        '{"externalId":7}',
        '{"externalId":"nobody","status":"SUCCESSFUL"}',
        '\u0000'.repeat(99),
      ]
      for (const method of ['PUT', 'POST']) {
        for (const body of bodies) {
          const answer = await fetch(`${url}${path}`, { method, body })
          expect(answer.status, body).to.equal(200)
        }
      }
    },
  )
})
