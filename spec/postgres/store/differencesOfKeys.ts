import {
  authenticate,
  createKey,
  decideBatch,
  isRefusal,
  type KeyScope,
  keyScopes,
  liveRiskLimits,
  lookUpRecipient,
  noteKeyUse,
  revokeKey,
  rotateKey,
  tellExpiring,
  useToNote,
} from '../../../core/sente.ts'
import type { OpenCore } from '../../fixtures/core.ts'
import { type Act, batchAt } from './differences.ts'

/** The keys made in each core, in clear; their random parts differ. */
const made = new WeakMap<OpenCore, string[]>()

/** A key of the account, with one scope or all, for use only from an office. */
export function creatingKey(name: string, scope: KeyScope | undefined, lastsMs: number | undefined): Act {
  return {
    name: `a key ${name} for ${scope ?? 'everything'} that lasts ${lastsMs ?? 'for ever'}`,
    async run(core) {
      const { ports, account, clock } = core
      const terms = { name, scopes: scope ? [scope] : keyScopes, addresses: ['203.0.113.7'] }
      const expiry = lastsMs === undefined ? {} : { expiresAtMs: clock.nowMs() + lastsMs }
      return kept(core, await createKey(ports)({ by: 'amina', accountId: account.id, ...terms, ...expiry }))
    },
  }
}

/** A replacement of the key with a place among the account's. */
export function rotatingKey(place: number): Act {
  return {
    name: `another key in the place of ${place}`,
    async run(core) {
      const asked = { by: 'amina', accountId: core.account.id, kind: 'secret', expiresAtMs: null } as const
      const keyId = await keyIdAt(core, place)
      return kept(core, await rotateKey(core.ports)({ ...asked, keyId }))
    },
  }
}

/** The end of a key; the first one stays, since merchants pay with it. */
export function revokingKey(place: number): Act {
  return {
    name: `key ${place} is revoked`,
    run: async (core) => revokeKey(core.ports)({ by: 'amina', keyId: await keyIdAt(core, place) }),
  }
}

/** A use of the key with a place, noted. */
export function usingKey(place: number, scope: KeyScope, isFromOffice: boolean): Act {
  return {
    name: `key ${place} is used for ${scope}`,
    async run(core) {
      const { ports, clock } = core
      const keys = made.get(core) ?? []
      const secretKey = keys[place % keys.length] ?? 'none'
      const caller = await authenticate(ports)({ secretKey, scope, isFrom: () => isFromOffice })
      const use = isRefusal(caller) ? undefined : useToNote(caller, clock.nowMs())
      if (use) await noteKeyUse(ports)(use)
      return isRefusal(caller) ? caller : [caller.account, caller.keyId]
    },
  }
}

/** The events about keys that expire soon. */
export const tellingOfKeys: Act = {
  name: 'keys that expire soon',
  run: ({ ports }) => tellExpiring(ports)({ limit: 3 }),
}

/** A look-up of a name; the limit is three in an hour. */
export function lookingUp(isRegistered: boolean): Act {
  return {
    name: `a look-up of ${isRegistered ? 'somebody' : 'nobody'}`,
    async run({ ports, networks, caller }) {
      const name = isRegistered ? { given: 'John', family: 'Okello' } : null
      networks.MTN?.behaves('accepts')
      networks.MTN?.knows({ isRegistered, name, canReceive: isRegistered })
      const query = { phoneNumber: '256770000001', currency: 'UGX', network: 'MTN' }
      const riskLimits = { ...liveRiskLimits, names_an_hour: 3 }
      return lookUpRecipient({ ...ports, riskLimits })({ caller: await caller(), query })
    },
  }
}

/** The operator’s approval of the batch with a place in the list. */
export function approving(place: number): Act {
  return {
    name: `batch ${place} is approved`,
    async run({ ports }) {
      const batchId = await batchAt(ports, place)
      return decideBatch(ports)({ batchId, change: 'approve', because: 'it is theirs', by: 'amina' })
    },
  }
}

function kept(core: OpenCore, answer: Awaited<ReturnType<ReturnType<typeof createKey>>>) {
  if ('key' in answer) made.set(core, [...(made.get(core) ?? []), answer.key])
  return answer
}

async function keyIdAt({ ports, account }: OpenCore, place: number): Promise<string> {
  const keys = (await ports.accounts.byId(account.id))?.keys.filter(({ kind }) => kind === 'secret') ?? []
  return keys[1 + (place % Math.max(1, keys.length - 1))]?.id ?? 'none'
}
