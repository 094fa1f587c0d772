import type { AccountEvent, AccountSettings, Action } from '../../../../core/sente.ts'
import * as sente from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'

/** A core with a list of its actions; the first two created its account and funded it. */
export async function openActions(store: Parameters<typeof openCore>[1] = {}) {
  const core = await openCore({}, store)
  const { ports, account } = core
  const who = { by: 'brian', because: 'ticket 4711' }
  return {
    ...core,
    who,
    accountId: account.id,
    all: async () => (await ports.actions.list({ limit: 1_000 })).actions,
    last: async () => (await ports.actions.list({ limit: 1 })).actions[0] as Action,
  }
}

/** An open core. */
export type Opened = Awaited<ReturnType<typeof openActions>>

/** A change by an operator, and its record. */
export type RecordedChange = {
  readonly kind: string
  readonly before: object | null
  readonly after: object | null
  /** Does it, and resolves with its subject, as recorded. */
  readonly change: (at: Opened) => Promise<string>
}

const endpoint = { url: 'https://duka.example/', types: ['*'], enabled: true, secret: 1 }

/** Every change that an operator can make. */
export const recordedChanges: Readonly<Record<string, RecordedChange>> = {
  'KYC status': {
    kind: 'account.set',
    before: { kyc: 'complete' },
    after: { kyc: 'incomplete' },
    change: (at) => setting(at, { kyc: 'incomplete' }),
  },
  'API access': {
    kind: 'account.set',
    before: { api_access: true },
    after: { api_access: false },
    change: (at) => setting(at, { apiAccess: false }),
  },
  'the language': {
    kind: 'account.set',
    before: { language: null },
    after: { language: 'lg' },
    change: (at) => setting(at, { language: 'lg' }),
  },
  'a currency that is deactivated': {
    kind: 'account.deactivate',
    before: { currencies: ['UGX'] },
    after: { currencies: [] },
    change: ({ ports, ...at }) => ofAccount(at, sente.deactivateCurrency(ports)({ ...about(at), currency: 'UGX' })),
  },
  'a currency that is activated': {
    kind: 'account.activate',
    before: { currencies: [] },
    after: { currencies: ['UGX'] },
    async change({ ports, ...at }) {
      const request = { ...about(at), currency: 'UGX' }
      await sente.deactivateCurrency(ports)(request)
      return ofAccount(at, sente.activateCurrency(ports)(request))
    },
  },
  'an account that is closed': {
    kind: 'account.close',
    before: { closed: false },
    after: { closed: true },
    change: ({ ports, ...at }) => ofAccount(at, sente.closeAccount(ports)(about(at))),
  },
  'a funding': {
    kind: 'account.fund',
    before: { available: '100000', currency: 'UGX' },
    after: { amount: '500', available: '100500', currency: 'UGX' },
    change: ({ ports, ...at }) =>
      done(
        'funding bank-1',
        sente.fundAccount(ports)({ ...about(at), currency: 'UGX', amount: 500, reference: 'bank-1' }),
      ),
  },
  'a withdrawal': {
    kind: 'account.withdraw',
    before: { available: '100000', currency: 'UGX' },
    after: { amount: '500', available: '99500', currency: 'UGX' },
    change: ({ ports, ...at }) =>
      done(
        'withdrawal back-1',
        sente.withdrawFunds(ports)({ ...about(at), currency: 'UGX', amount: 500, reference: 'back-1' }),
      ),
  },
  'a move of the operator’s own money': {
    kind: 'float.top_up',
    before: null,
    after: { amount: '500', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' },
    async change({ ports, who }) {
      const accounts = { from: 'bank', to: 'float:MTN:disbursement' }
      const move = { kind: 'top_up', currency: 'UGX', amount: 500, reference: 'top-1', ...accounts } as const
      return done('move top-1', sente.moveOperatorMoney(ports)({ ...move, ...who }))
    },
  },
  'a key that is revoked': {
    kind: 'key.revoke',
    before: { active: true },
    after: { active: false },
    async change({ ports, account, who }) {
      const keyId = account.keys[0]?.id ?? ''
      return done(`key ${keyId}`, sente.revokeKey(ports)({ keyId, ...who }))
    },
  },
  'a key that is created': {
    kind: 'key.create',
    before: null,
    after: {
      ...{ name: 'wages', scopes: ['read', 'pay'], expires_at_ms: 4_102_444_800_000, addresses: ['10.0.0.0/8'] },
      prefix: 'sente_sk_create',
    },
    async change({ ports, ...at }) {
      const secrets = { ...ports.secrets, newKey: () => 'sente_sk_created' }
      const terms = { name: 'wages', scopes: ['read', 'pay'], expiresAtMs: 4_102_444_800_000 } as const
      const made = await sente.createKey({ ...ports, secrets })({ ...about(at), ...terms, addresses: ['10.0.0.0/8'] })
      return `key ${'keyId' in made ? made.keyId : made.message}`
    },
  },
  'a decision about a transaction': {
    kind: 'transaction.resolve',
    before: { state: 'submitting' },
    after: { state: 'failed', kind: 'payout', amount: '5000', currency: 'UGX' },
    async change(at) {
      const transactionId = await doubtfulPayout(at)
      const decided = sente.resolveTransaction(at.ports)({ transactionId, end: 'failed', ...at.who })
      return done(`transaction ${transactionId}`, decided)
    },
  },
  'a quarantine that begins': {
    kind: 'quarantine.begin',
    before: { quarantined: false },
    after: { quarantined: true },
    change: ({ ports, who }) => done('quarantine', sente.beginQuarantine(ports)(who)),
  },
  'a quarantine that ends': {
    kind: 'quarantine.end',
    before: { quarantined: true },
    after: { quarantined: false },
    async change({ ports, who }) {
      await sente.beginQuarantine(ports)(who)
      return done('quarantine', sente.endQuarantine(ports)(who))
    },
  },
  'a network that is paused': {
    kind: 'network.pause',
    before: null,
    after: { stopped: ['payout UGX paused'] },
    change: ({ ports, who }) =>
      done('network MTN', sente.pauseNetwork(ports)({ network: 'MTN', kind: 'payout', ...who })),
  },
  'a network that is resumed': {
    kind: 'network.resume',
    before: { stopped: ['payout UGX paused'] },
    after: null,
    async change({ ports, who }) {
      await sente.pauseNetwork(ports)({ network: 'MTN', kind: 'payout', ...who })
      return done('network MTN', sente.resumeNetwork(ports)({ network: 'MTN', ...who }))
    },
  },
  'a webhook endpoint that is added': {
    kind: 'webhook.add',
    before: null,
    after: endpoint,
    change: (at) => ofEndpoint(at, async () => undefined),
  },
  'a webhook endpoint that is switched off': {
    kind: 'webhook.set',
    before: endpoint,
    after: { ...endpoint, enabled: false },
    change: (at) =>
      ofEndpoint(at, (request) => sente.changeEndpoint(at.ports)({ ...request, settings: { enabled: false } })),
  },
  'the secret of a webhook endpoint': {
    kind: 'webhook.rotate',
    before: endpoint,
    after: { ...endpoint, secret: 2 },
    change: (at) => ofEndpoint(at, (request) => sente.rotateEndpointSecret(at.ports)(request)),
  },
  'a webhook endpoint that is removed': {
    kind: 'webhook.remove',
    before: endpoint,
    after: null,
    change: (at) => ofEndpoint(at, (request) => sente.removeEndpoint(at.ports)(request)),
  },
  'an event that is delivered again': {
    kind: 'webhook.redeliver',
    before: null,
    after: { endpoints: 1 },
    async change(at) {
      const { caller } = await endpointOf(at)
      const [event] = (await at.ports.books.events({ accountId: at.accountId, after: 0, limit: 1 })).events
      const eventId = sente.eventIdOf(event?.event as AccountEvent)
      return done(`event ${eventId}`, sente.redeliverEvent(at.ports)({ caller, eventId }))
    },
  },
}

/** Opens a payout that its network no longer knows. */
export async function doubtfulPayout({ caller, send, payout, ports, network, clock }: Opened): Promise<string> {
  network.behaves('losesRequest')
  const sent = await send({ caller: await caller(), request: payout })
  if (sente.isRefusal(sent)) throw new Error(sent.refused)
  await sent.outcome
  clock.forwardMs(hourMs)
  return (await ports.books.list({ limit: 1 })).transactions[0]?.id ?? ''
}

/** Adds a key to the account. */
export async function rotatedKey({ ports, ...at }: Opened) {
  const rotated = await sente.rotateKey(ports)({ ...about(at), kind: 'secret' })
  if (sente.isRefusal(rotated)) throw new Error(rotated.message)
  return rotated
}

async function endpointOf({ ports, account, who }: Opened) {
  const caller = { account, byOperator: who }
  const added = await sente.addEndpoint(ports)({ caller, settings: { url: 'https://duka.example/', types: ['*'] } })
  if (sente.isRefusal(added)) throw new Error(added.refused)
  return { caller, endpointId: added.endpoint.id }
}

type Of = Pick<Opened, 'accountId' | 'who'>
type Request = Awaited<ReturnType<typeof endpointOf>>

const about = ({ accountId, who }: Of) => ({ accountId, ...who })

const setting = ({ ports, ...at }: Opened, settings: AccountSettings) =>
  ofAccount(at, sente.changeAccount(ports)({ ...about(at), settings }))

const ofAccount = ({ accountId }: Of, change: Promise<unknown>) => done(`account ${accountId}`, change)

async function ofEndpoint(at: Opened, change: (request: Request) => Promise<unknown>): Promise<string> {
  const request = await endpointOf(at)
  return done(`endpoint ${request.endpointId}`, change(request))
}

/** The subject of a change, once it is made; rejects when it is refused. */
async function done(subject: string, change: Promise<unknown>): Promise<string> {
  const answer = await change
  if (typeof answer === 'object' && answer !== null && 'refused' in answer) throw new Error(String(answer.refused))
  return subject
}
