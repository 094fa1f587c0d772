import { expect } from 'chai'
import type { MadeAttempt } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: failed deliveries', () => {
  type Attempts = readonly Partial<MadeAttempt>[]

  const failed = (sequence: number): Attempts => [{ sequence, status: 500, problem: 'it has answered 500' }]

  /** The first page for an owner who comes back to an account with two endpoints and this many events. */
  async function reported({
    events = 2,
    before = [],
    since,
  }: {
    readonly events?: number
    readonly before?: Attempts
    /** At the one endpoint, and at the other. */
    readonly since: readonly Attempts[]
  }): Promise<string> {
    const { addEndpoint, attempted, pay, user, again, clock } = await openHolder()
    const ids = [(await addEndpoint()).id, (await addEndpoint('https://shop.example/other')).id]
    for (let n = 1; n <= events; n += 1) await pay('succeeds', { reference: `order-${n}`, amount: 500 })
    if (before.length > 0) await attempted(ids[0] ?? '', before)
    await (await again({ user })).get('/dashboard/')
    clock.forwardMs(hourMs)
    for (const [n, attempts] of since.entries()) await attempted(ids[n] ?? '', attempts)
    const text = textOf(await (await again({ user })).get('/dashboard/'))
    expect(text).to.include('Since you last looked')
    return text
  }

  rule('27.16', 'the first page counts the events since the last visit whose last attempt at an endpoint has failed', {
    'at two endpoints': async () => {
      expect(await reported({ since: [failed(1), failed(1)] })).to.include(' 1 event not delivered ')
      expect(await reported({ since: [failed(1), failed(2)] })).to.include(' 2 events not delivered ')
    },
    'once more': async () => {
      expect(await reported({ before: failed(1), since: [failed(1)] })).to.include(' 1 event not delivered ')
    },
    none: async () => {
      const delivered = [...failed(1), { sequence: 1, attempt: 2 }]
      expect(await reported({ since: [delivered] })).not.to.include('not delivered')
      expect(await reported({ before: failed(1), since: [] })).not.to.include('not delivered')
    },
    'more than are counted': async () => {
      const many = Array.from({ length: 101 }, (_, n) => failed(n + 1)).flat()
      expect(await reported({ events: 101, since: [many] })).to.include(' at least 100 events not delivered ')
    },
  })
})
