import { expect } from 'chai'
import fc from 'fast-check'
import type { Behaviour } from '../../../../../adapters/memory/memory.ts'
import { overHttp } from '../../../../stages/overHttp.ts'
import { apiDescription } from './document.ts'
import { requestsFor } from './requests.ts'

const behaviours: readonly Behaviour[] = ['accepts', 'accepts', 'declines', 'losesAnswer']

/**
 * Sends this many requests, made from the description. Undeclared answers, and failures of the gateway itself, fail;
 * resolves with the count of each status.
 */
export async function fuzz(requests: number) {
  const limits = { accountRate: 1_000_000, failedKeyRate: 1_000_000 }
  const api = await overHttp({ limits }, { fund: [{ currency: 'UGX', amount: 1_000_000_000 }] })
  const own = JSON.parse(JSON.stringify(apiDescription).replaceAll('sente_pk_EXAMPLE', api.publicKey))
  const counts: Record<number, number> = {}
  await fc.assert(
    fc.asyncProperty(
      requestsFor(own, api.authorization),
      fc.constantFrom(...behaviours),
      async ({ path, ...init }, behaviour) => {
        api.network.behaves(behaviour)
        const answer = await api.sendAny(path, init)
        expect(answer.headers['error-code'], answer.text).not.to.equal('internal_error')
        counts[answer.status] = (counts[answer.status] ?? 0) + 1
      },
    ),
    { numRuns: requests },
  )
  return counts
}
