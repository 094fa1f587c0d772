import { fund } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anAttempt, claimOf, dueAt, endpointWithWork, idsClaimed, leaseMs, madeAt, nowMs, settled } from './acts.ts'

/** Rules 205.9 to 205.15: settlements of deliveries. */
export const settlements: Facts<WebhookStore> = {
  async '205.9 a settlement is written, and extends the claim; a lease of zero gives it back'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const later = nowMs + leaseMs / 2
    const progress = { upTo: 1, failingMs: 7 }
    equal(
      await store.webhooks.settle(endpoint.id, claimOf('one', later), settled({ progress })),
      true,
      'whether it was written',
    )
    equal(
      await idsClaimed(store, 'other', nowMs + leaseMs),
      [],
      'the claim of another when the first lease would be over',
    )
    await store.webhooks.settle(endpoint.id, { ...claimOf('one', later), leaseMs: 0 }, settled({ progress }))
    const [claimed] = await store.webhooks.claim({ ...claimOf('other', later), limit: 9 })
    equal(claimed?.progress, progress, 'the progress in another’s claim')
    await store.webhooks.settle(endpoint.id, claimOf('other', later), settled({ progress, disabledBecause: 'gone' }))
    const disabled = { ...endpoint, disabledBecause: 'gone' }
    equal(await store.webhooks.ofAccount(account.id), [disabled], 'the endpoints of the account after it was disabled')
  },

  async '205.10 a node that has lost the claim writes nothing'(store) {
    const { endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    await idsClaimed(store, 'other', nowMs + leaseMs)
    const late = settled({
      progress: { upTo: 9, failingMs: 9 },
      attempts: [anAttempt(2)],
      disabledBecause: 'gone',
    })
    equal(
      await store.webhooks.settle(endpoint.id, claimOf('one', nowMs + leaseMs), late),
      false,
      'whether it was written',
    )
    equal((await store.webhooks.attempts(endpoint.id, { limit: 9 })).attempts, [], 'the attempts')
    equal(
      await store.webhooks.settle(endpoint.id, claimOf('other', nowMs + leaseMs), settled()),
      true,
      'whether the claim of the other lasts',
    )
    equal(
      await store.webhooks.settle('unknown', claimOf('one'), settled()),
      false,
      'whether anything is written for an unknown one',
    )
  },

  async '205.11 an event that waits is due at its time, the longest waiting first, until it has ended'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    await fund(store, aFunding(account.id))
    await idsClaimed(store, 'one')
    const done = { upTo: 3, failingMs: null }
    const waiting = [
      { sequence: 3, attempts: 1, pauseMs: 30 },
      { sequence: 2, attempts: 2, pauseMs: 20 },
      { sequence: 1, attempts: 4, pauseMs: 10 },
    ]
    await store.webhooks.settle(endpoint.id, { ...claimOf('one'), leaseMs: 0 }, settled({ progress: done, waiting }))
    const due = async (atMs: number, limit = 9) =>
      (await store.webhooks.due(endpoint.id, dueAt(atMs, limit))).map(({ sequence }) => sequence)
    equal(
      [await due(nowMs + 9), await due(nowMs + 20), await due(nowMs + 99, 2)],
      [[], [1, 2], [1, 2]],
      'the sequences that are due before, in between, and later with a limit',
    )
    equal(await idsClaimed(store, 'one', nowMs + 9), [], 'the endpoints to claim before anything is due')
    equal(await idsClaimed(store, 'one', nowMs + 10), [endpoint.id], 'the endpoints to claim then')
    const again = { sequence: 1, attempts: 5, pauseMs: 50 }
    await store.webhooks.settle(endpoint.id, claimOf('one'), settled({ progress: done, waiting: [again], ended: [2] }))
    equal(
      await store.webhooks.due(endpoint.id, dueAt(nowMs + 99)),
      [
        { sequence: 3, attempts: 1, dueAtMs: nowMs + 30 },
        { sequence: 1, attempts: 5, dueAtMs: nowMs + 50 },
      ],
      'the waiting events after one was tried again and another has ended',
    )
  },

  async '205.12 a claim is valid until another is made, or the endpoint is changed or removed'(store) {
    const { endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const stands = (by: string) => store.webhooks.isClaimed(endpoint.id, by)
    equal([await stands('one'), await stands('other')], [true, false], 'whether the claims of one and of another stand')
    await idsClaimed(store, 'other', nowMs + leaseMs)
    equal([await stands('one'), await stands('other')], [false, true], 'the same after the other has claimed it')
    await store.webhooks.change(endpoint.id, (same) => same)
    equal(await stands('other'), false, 'whether a claim stands after a change')
    await idsClaimed(store, 'one')
    await store.webhooks.remove(endpoint.id)
    equal(await stands('one'), false, 'whether a claim stands after it is removed')
  },

  async '205.13 an event can be made due again, even when it was delivered or given up'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    const redeliver = (sequence: number, atMs: number) =>
      store.webhooks.redeliver(account.id, { sequence, nowMs: atMs, limits: null })
    await idsClaimed(store, 'one')
    const done = { upTo: 2, failingMs: null }
    await store.webhooks.settle(
      endpoint.id,
      { ...claimOf('one'), leaseMs: 0 },
      settled({ progress: done, waiting: [{ sequence: 2, attempts: 6, pauseMs: 99 }] }),
    )
    for (const sequence of [1, 2])
      equal(await redeliver(sequence, nowMs + sequence), { endpoints: 1 }, 'the number of endpoints where it is due')
    equal(
      await store.webhooks.due(endpoint.id, dueAt(nowMs + 2)),
      [
        { sequence: 1, attempts: 0, dueAtMs: nowMs + 1 },
        { sequence: 2, attempts: 0, dueAtMs: nowMs + 2 },
      ],
      'the due events',
    )
    equal(await idsClaimed(store, 'one', nowMs + 2), [endpoint.id], 'the endpoints to claim')
    await store.webhooks.remove(endpoint.id)
    equal(await redeliver(1, nowMs), { endpoints: 0 }, 'the number without an endpoint')
    equal(await store.webhooks.due(endpoint.id, dueAt(nowMs)), [], 'the due events after its removal')
  },

  async '205.14 attempts are listed latest first, of one event or all, in pages, until they are forgotten'(store) {
    const [{ endpoint }, { endpoint: other }] = [await endpointWithWork(store), await endpointWithWork(store)]
    await idsClaimed(store, 'one')
    const made = [
      anAttempt(1, { tookMs: 3, status: null, problem: 'no answer', answer: '' }),
      anAttempt(2, { tookMs: 2, status: 204, problem: null }),
      anAttempt(1, { tookMs: 1, attempt: 2, answer: 'ÿ\u0007 ok' }),
    ] as const
    await store.webhooks.settle(endpoint.id, claimOf('one'), settled({ attempts: [made[0]] }))
    await store.webhooks.settle(endpoint.id, claimOf('one'), settled({ attempts: [made[1], made[2]] }))
    await store.webhooks.settle(other.id, claimOf('one'), settled({ attempts: [anAttempt(2, { tookMs: 99 })] }))
    const list = (query: { before?: string; limit: number }) => store.webhooks.attempts(endpoint.id, query)
    const first = await list({ limit: 1 })
    equal(first.attempts, [madeAt(made[2])], 'the first page')
    const second = await list({ limit: 2, before: first.next ?? '' })
    equal(second, { attempts: [madeAt(made[1]), madeAt(made[0])], next: null }, 'the second page')
    const ofFirst = await store.webhooks.attempts(endpoint.id, { sequence: 1, limit: 9 })
    equal(ofFirst, { attempts: [madeAt(made[2]), madeAt(made[0])], next: null }, 'the attempts at one event')
    await store.webhooks.forgetAttempts({ nowMs, keptMs: 2 })
    equal(
      (await list({ limit: 9 })).attempts,
      [madeAt(made[2]), madeAt(made[1])],
      'the attempts that are not forgotten',
    )
    equal(
      (await store.webhooks.attempts(other.id, { limit: 9 })).attempts,
      [],
      'the attempts left of the other endpoint',
    )
  },

  async '205.15 nothing is written about an event that the account does not have'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const beyond = [
      settled({ progress: { upTo: 3, failingMs: null } }),
      settled({ waiting: [{ sequence: 3, attempts: 1, pauseMs: 0 }] }),
      settled({ attempts: [anAttempt(3)] }),
    ]
    for (const settlement of beyond)
      equal(await store.webhooks.settle(endpoint.id, claimOf('one'), settlement), false, 'whether it was written')
    const again = await store.webhooks.redeliver(account.id, { sequence: 3, nowMs, limits: null })
    equal(again, { endpoints: 0 }, 'the number of endpoints where it is due again')
    equal(await store.webhooks.due(endpoint.id, dueAt(nowMs)), [], 'the due events')
    equal((await store.webhooks.attempts(endpoint.id, { limit: 9 })).attempts, [], 'the attempts')
    const [claimed] = await store.webhooks.claim({ ...claimOf('other', nowMs + leaseMs), limit: 9 })
    equal(claimed?.progress, { upTo: 1, failingMs: null }, 'the progress in another’s claim')
  },
}
