import { uuids } from '../../../adapters/node/node.ts'
import {
  collectThroughLink,
  isRefusal,
  noRiskLimits,
  type PaymentLink,
  type PaymentLinks,
  type Transaction,
  type UnitOfWork,
} from '../../../core/sente.ts'
import { fundedAccount, idsListed, record } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { openMerchant, portsOver, testSecrets } from '../kit/merchant.ts'
import { anActing, aPayout, throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test with payment links. */
export type LinkStore = Store & { readonly paymentLinks: PaymentLinks }

/** A link, by default for one payment of UGX 5,000 and without an end. */
export function aLink(accountId: string, given: Partial<PaymentLink> = {}): PaymentLink {
  const id = given.id ?? uuids.ordered()
  return {
    ...{ id, accountId, reference: `link-${id}`, tokenDigest: testSecrets.digest(id) },
    ...{ minimumMinor: 5_000n, maximumMinor: 5_000n },
    ...{ currency: 'UGX', description: 'Coffee', uses: 1, returnUrl: null, createdAtMs: 1, expiresAtMs: 9e15 },
    ...{ endedAtMs: null, quarantines: 2, ...given },
  }
}

/** Rules 212.1 to 212.8. */
const facts: Facts<LinkStore> = {
  async '212.1 a link is found by its id, by the digest of its token and by its reference, as it was added'(store) {
    const { paymentLinks } = store
    const { account } = await fundedAccount(store)
    const whole = {
      minimumMinor: 5_001n,
      maximumMinor: 9_007_199_254_740_993n,
      uses: 7,
      returnUrl: 'https://shop.example.com/',
    }
    for (const link of [aLink(account.id), aLink(account.id, { ...whole, uses: null }), aLink(account.id, whole)]) {
      equal(await paymentLinks.add(link), link, 'the result of adding it')
      equal(await paymentLinks.byId(link.id), link, 'the link by its id')
      equal(await paymentLinks.byToken(link.tokenDigest), link, 'the link by its token')
      equal(await paymentLinks.byReference(account.id, link.reference), link, 'the link by its reference')
      equal(
        await paymentLinks.byReference('other', link.reference),
        undefined,
        'another account’s link under the reference',
      )
    }
    equal(await paymentLinks.byId('none'), undefined, 'an unknown link')
    equal(await paymentLinks.byToken('none'), undefined, 'an unknown token')
    equal(await paymentLinks.byReference(account.id, 'none'), undefined, 'an unknown reference')
  },

  async '212.2 the first of several links with the same reference of an account is kept'(store) {
    const { paymentLinks } = store
    const [one, other] = [(await fundedAccount(store)).account, (await fundedAccount(store)).account]
    const given = [1, 2, 3].map(() => aLink(one.id, { reference: 'order-1' }))
    const kept = await Promise.all(given.map((link) => paymentLinks.add(link)))
    equal(new Set(kept.map(({ id }) => id)).size, 1, 'the number of different links')
    const theirs = aLink(other.id, { reference: 'order-1' })
    equal(await paymentLinks.add(theirs), theirs, 'another account’s link under that reference')
  },

  async '212.3 links are listed by account, newest first, and page by page'(store) {
    const { paymentLinks } = store
    const [one, other] = [(await fundedAccount(store)).account, (await fundedAccount(store)).account]
    const links = [aLink(one.id), aLink(one.id), aLink(one.id)]
    for (const link of [...links, aLink(other.id)]) await paymentLinks.add(link)
    const [first, second, third] = links.map(({ id }) => id)
    const ids = async (page: { before?: string; limit: number }) =>
      (await paymentLinks.list({ accountId: one.id, ...page })).map(({ id }) => id)
    equal(await ids({ limit: 2 }), [third, second], 'the first page')
    equal(await ids({ limit: 2, before: second ?? '' }), [first], 'the second page')
  },

  async '212.4 a step sees its link, the number of its uses without failures, and a phone number’s open payment through it'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const [link, other] = [aLink(account.id, { uses: 9 }), aLink(account.id, { uses: null })]
    for (const one of [link, other]) await store.paymentLinks.add(one)
    const seen = (id = link.id, phoneNumber = '256770000001') =>
      store.books.atomically(
        { account: account.id, currency: 'UGX', link: { id, phoneNumber } },
        (work: UnitOfWork) => {
          const found = work.link()
          return found && [found.link.id, found.used, found.openId]
        },
      )
    equal(await seen(), [link.id, 0, null], 'an unused link')
    equal(await seen('none'), undefined, 'an unknown link')
    const through = (given: Partial<Transaction>) =>
      aPayout(account.id, { kind: 'collection', linkId: link.id, phoneNumber: '256770000001', ...given })
    const [open, failed] = [through({}), through({ phoneNumber: '256770000002' })]
    const elsewhere = through({ linkId: other.id, phoneNumber: '256770000003' })
    for (const one of [open, failed, elsewhere]) await record(store, one)
    equal(await seen(), [link.id, 2, open.id], 'the open payment of the first number')
    await record(store, { ...failed, state: 'failed', reason: 'customer_rejected' })
    equal(await seen(link.id, '256770000002'), [link.id, 1, null], 'the open payment of a number after a failure')
    await record(store, { ...open, state: 'succeeded' })
    equal(await seen(), [link.id, 1, null], 'the open payment of the first number after it has paid')
    equal(await seen(other.id), [other.id, 0, null], 'a link for any number of payments, which are not counted')
    const uses = async ({ id }: PaymentLink) => (await store.paymentLinks.uses(id)).used
    equal([await uses(link), await uses(other)], [1, 1], 'the uses')
    const ids = await idsListed(store, { accountId: account.id, linkId: link.id })
    equal(ids, [failed.id, open.id], 'the payments through the link, newest first')
  },

  async '212.5 of 200 payments through a link at once exactly as many are opened as it allows, and none after its end'(
    store,
  ) {
    const { network, ports: limited } = portsOver(store)
    const ports = { ...limited, riskLimits: noRiskLimits }
    const { account } = await openMerchant(ports)
    const link = aLink(account.id, { uses: 7 })
    await store.paymentLinks.add(link)
    const collect = collectThroughLink(ports)
    const pay = async (reference: string, phoneNumber: string) => {
      const request = { link, amount: 5_000, reference, phoneNumber, network: 'MTN' }
      const answer = await collect({ caller: { account, keyId: '', keyDigest: '' }, request })
      if (isRefusal(answer)) return answer.refused === 'link_is_over' ? answer.because : answer.refused
      await answer.outcome
      return 'opened'
    }
    const at = (n: number) => `25677${String(1_000_000 + n)}`
    network.behaves('accepts')
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => pay(`at-once-${n}`, at(n))))
    equal([...new Set(answers)].sort(), ['opened', 'used_up'], 'the answers')
    equal(answers.filter((answer) => answer === 'opened').length, 7, 'the number of opened payments')
    const [one] = (await store.books.list({ accountId: account.id, linkId: link.id, limit: 1 })).transactions
    if (!one) throw new Error('nothing was opened')
    await record(store, { ...one, state: 'failed', reason: 'customer_rejected' })
    equal(await pay('another', at(201)), 'opened', 'one more, once one has failed')
    const next = aLink(account.id, { uses: null })
    await store.paymentLinks.add(next)
    await store.paymentLinks.end(next, 5)
    await store.paymentLinks.end(next, 6)
    equal((await store.paymentLinks.byId(next.id))?.endedAtMs, 5, 'when it was ended')
    const { refused } = (await collect({
      caller: { account, keyId: '', keyDigest: '' },
      request: { link: next, amount: 5_000, reference: 'late', phoneNumber: at(202), network: 'MTN' },
    })) as { refused: string }
    equal(refused, 'link_is_over', 'the answer for an ended link')
  },

  async '212.6 an action is written with a link that is added or ended, once, all or nothing'(store) {
    const { paymentLinks, actions } = store
    const { account } = await fundedAccount(store)
    const written = async () => (await actions.list({ limit: 9 })).actions.map(({ kind }) => kind).toReversed()
    const had = (await written()).length
    const link = aLink(account.id)
    await rejection(paymentLinks.add(link, throwing), 'a link with an action that throws')
    equal(await paymentLinks.byId(link.id), undefined, 'that link')
    await paymentLinks.add(link, anActing({ kind: 'add' }))
    await paymentLinks.add(aLink(account.id, { reference: link.reference }), anActing({ kind: 'add again' }))
    await rejection(paymentLinks.end(link, 5, throwing), 'an end with an action that throws')
    equal((await paymentLinks.byId(link.id))?.endedAtMs, null, 'when it was ended')
    await paymentLinks.end(link, 5, anActing({ kind: 'end' }))
    await paymentLinks.end(link, 6, anActing({ kind: 'end again' }))
    equal((await written()).slice(had), ['add', 'end'], 'the actions')
  },

  async '212.7 a link is found by its account and its reference'(store) {
    const { paymentLinks } = store
    const [one, other] = [(await fundedAccount(store)).account, (await fundedAccount(store)).account]
    const [link, theirs] = [aLink(one.id, { reference: 'order-1' }), aLink(other.id, { reference: 'order-1' })]
    for (const each of [link, theirs, aLink(one.id)]) await paymentLinks.add(each)
    equal(await paymentLinks.byReference(one.id, 'order-1'), link, 'the first account’s')
    equal(await paymentLinks.byReference(other.id, 'order-1'), theirs, 'the other account’s')
    equal(await paymentLinks.byReference(one.id, 'order'), undefined, 'a reference without a link')
  },

  async '212.8 a failed payment reserves a use of its link while it needs attention, and successful ones are counted'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const link = aLink(account.id, { uses: 9 })
    await store.paymentLinks.add(link)
    const counted = async () => {
      const { used, paid } = await store.paymentLinks.uses(link.id)
      const scope = { account: account.id, currency: 'UGX', link: { id: link.id, phoneNumber: '256770000001' } }
      return [used, paid, await store.books.atomically(scope, (work: UnitOfWork) => work.link()?.used)]
    }
    const through = () => aPayout(account.id, { kind: 'collection', linkId: link.id, phoneNumber: '256770000001' })
    const [failed, paid] = [through(), through()]
    for (const one of [failed, paid]) await record(store, one)
    await record(store, { ...paid, state: 'succeeded' })
    await record(store, { ...failed, state: 'failed', reason: 'customer_rejected' })
    equal(await counted(), [1, 1, 1], 'without attention')
    await record(store, { ...failed, state: 'failed', reason: 'customer_rejected', attention: 'contradiction' })
    equal(await counted(), [2, 1, 2], 'while it needs attention')
    await record(store, { ...failed, state: 'failed', reason: 'customer_rejected' })
    equal(await counted(), [1, 1, 1], 'once somebody has decided')
  },
}

/** The promises of every store of payment links: chapter 212. `open` makes an empty store for each check. */
export function paymentLinks(open: () => LinkStore | Promise<LinkStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
