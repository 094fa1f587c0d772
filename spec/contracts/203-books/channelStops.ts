import { fundedAccount, scopeOf } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rule 203.59: the stops of channels to networks. */
export const channelStops: Facts<Store> = {
  async '203.59 a step sees the stops of each channel to a network; one for each reason lasts, and none is ever forgotten'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const channel = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
    const seen = (kind: 'payout' | 'collection' = 'payout') =>
      store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.stopsOf({ ...channel, kind }))
    equal(await seen(), [], 'the stops of a channel at first')
    const paused = { ...channel, cause: 'paused', access: '', begunAtMs: 1, by: 'amina', because: 'tab\tline' } as const
    const refused = { ...paused, cause: 'access_refused', access: 'a1', by: null } as const
    equal(
      await store.channelStops.begin([paused, refused]),
      [
        { ...refused, ended: null },
        { ...paused, ended: null },
      ],
      'the stops that begin',
    )
    equal(
      [...(await seen())].map(({ cause, access }) => [cause, access]).sort(),
      [
        ['access_refused', 'a1'],
        ['paused', ''],
      ],
      'the stops of the channel',
    )
    equal(await seen('collection'), [], 'the stops of the channel for the other kind')
    const other = { ...refused, access: 'a2', begunAtMs: 2 }
    equal(
      await store.channelStops.begin([{ ...paused, begunAtMs: 2 }, other, other]),
      [{ ...other, ended: null }],
      'the stop that begins beside lasting ones',
    )
    const ended = { atMs: 3, by: null, because: 'accepted again' }
    equal(
      await store.channelStops.end([{ ...refused, ended: null }], ended),
      [{ ...refused, ended }],
      'the stop that ends',
    )
    equal(await store.channelStops.end([{ ...refused, ended: null }], ended), [], 'the stop that ends twice')
    const lasting = [
      { ...other, ended: null },
      { ...paused, ended: null },
    ]
    equal(await store.channelStops.lasting(), lasting, 'the lasting stops')
    equal(
      await store.channelStops.begin([{ ...refused, begunAtMs: 4 }]),
      [{ ...refused, begunAtMs: 4, ended: null }],
      'the stop that begins again',
    )
    const again = await store.channelStops.latest({ network: 'MTN', limit: 2 })
    equal(
      again,
      [
        { ...refused, begunAtMs: 4, ended: null },
        { ...other, ended: null },
      ],
      'the latest',
    )
    equal((await store.channelStops.latest({ limit: 9 })).length, 4, 'the number of stops')
    equal(await store.channelStops.latest({ network: 'AIRTEL', limit: 9 }), [], 'the latest of another network')
  },
}
