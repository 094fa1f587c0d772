// Payouts over Node's own HTTP server, with the books in SQLite and MTN MoMo as the network: no framework, no container.
//
// It needs @sente/core and sente, and two variables: PIN_KEY, a long random key, and MTN, the path of a JSON file with
// `baseUrl`, `targetEnvironment` and, for each of `collection` and `disbursement`, `subscriptionKey`, `apiUser`, `apiKey`.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import {
  authenticate,
  createAccount,
  followUp,
  isRefusal,
  type Market,
  referencePattern,
  type SendMoneyRequest,
  sendMoney,
} from '@sente/core'
import { nodeSecrets, systemClock, uuids } from '@sente/core/node'
import { mtnMomo, providerHttp } from 'sente/networks'
import { openSqliteStore, sqlite } from 'sente/sqlite'

const { MTN = './mtn.json', DATABASE = './payouts.db', PIN_KEY = '', PORT = '0' } = process.env
if (PIN_KEY.length < 32) throw new Error('PIN_KEY must be a random key of at least 32 characters')

// One process serves a database. When a flush fails, the contents of the disk are unknown, and the process must end.
const claim = await sqlite.claim(DATABASE, process.pid)
const serving = { onLost: () => process.exit(74) }
const store = openSqliteStore({ path: DATABASE, purpose: 'live', migrate: true, serving })

const settings = { network: 'MTN', ...JSON.parse(readFileSync(MTN, 'utf8')) }
const mtn = mtnMomo({ settings, http: providerHttp(), clock: systemClock })
const market: Market = new Map([['UGX', { minimum: 500, maximum: 5_000_000, networks: [{ name: 'MTN' }] }]])
const ports = {
  ...store,
  clock: systemClock,
  ids: uuids,
  secrets: nodeSecrets({ pinKeys: { current: PIN_KEY } }),
  market,
  providerFor: () => mtn,
  alarm: (attention: string, { id }: { id: string }) => console.error(`${id} needs attention: ${attention}`),
}

if ((await store.accounts.list({ limit: 1 })).accounts.length === 0) {
  const fund = [{ currency: 'UGX', amount: 100_000 }]
  const duka = await createAccount(ports)({
    by: 'setup',
    name: 'Duka',
    kyc: 'complete',
    activate: ['UGX'],
    pin: '4071',
    fund,
  })
  if (isRefusal(duka)) throw new Error(duka.message)
  console.log(JSON.stringify({ secretKey: duka.secretKey, publicKey: duka.publicKey }))
}

// Payments that an earlier run left open are resumed first. Then networks are asked about all open ones until they end.
const { resume, sweep } = followUp({ ...ports, atOnce: 64 })
await resume()
let isServing = true
const followedUp = (async () => {
  while (isServing) await Promise.all([sweep().catch(console.error), setTimeout(1_000)])
})()

const identify = authenticate(ports)
const pay = sendMoney(ports)

type Answer = { readonly status: number; readonly body: object }

/** Answers `POST /payouts`. After a 500 or no answer, the merchant repeats the request with the same reference. */
async function answer(req: IncomingMessage): Promise<Answer> {
  if (req.method !== 'POST' || req.url !== '/payouts') return { status: 404, body: {} }
  const caller = await identify({ secretKey: req.headers.authorization?.replace(/^Bearer /, '') ?? '' })
  if (isRefusal(caller)) return { status: 401, body: caller }
  const request = requestIn(await json(req).catch(() => undefined))
  if (!request) return { status: 400, body: { refused: 'malformed_fields' } }
  const opened = await pay({ caller, request })
  if (isRefusal(opened)) return { status: opened.refused === 'quarantined' ? 503 : 409, body: opened }
  const { id, reference } = opened.transaction
  const outcome = await opened.outcome
  if (isRefusal(outcome)) return { status: 500, body: { id, reference, ...outcome } }
  return { status: 201, body: { id, reference, state: outcome.transaction.state } }
}

/** The core trusts the form of a request: code that takes one from outside must check it. */
function requestIn(body: unknown): SendMoneyRequest | undefined {
  const { apikey, reference, phone_number: phoneNumber, amount, currency, network, pin } = Object(body)
  const texts = [apikey, reference, phoneNumber, currency, network, pin]
  if (!texts.every((text) => typeof text === 'string') || !Number.isFinite(amount)) return undefined
  if (!new RegExp(referencePattern).test(reference)) return undefined
  return { apikey, reference, phoneNumber, amount, currency, network, pin }
}

const server = createServer(async (req, res) => {
  const { status, body } = await answer(req).catch((error): Answer => {
    console.error(error)
    return { status: 500, body: {} }
  })
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
})
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/payouts`)
})

process.once('SIGTERM', () => {
  isServing = false
  server.close(async () => {
    await followedUp
    await store.close()
    claim.release()
  })
})
