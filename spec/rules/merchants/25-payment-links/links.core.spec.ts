import { expect } from 'chai'
import {
  auditBooks,
  type CreatedLink,
  createLink,
  endLink,
  followLink,
  isRefusal,
  longestLinkMs,
  openLink,
  pauseNetwork,
  ugandanPromptHelp,
  usualLinkMs,
} from '../../../../core/sente.ts'
import { openMerchant, testSecrets } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { asked, openLinks, paymentIn, settled } from './openLinks.ts'

const becauseOf = (answer: object) => ('because' in answer ? answer.because : codeOf(answer))

describe('25 Payment links', () => {
  rule(
    '25.1',
    'a link has a fixed amount, by the rules of account, currency and amount, and lasts for a week by default',
    {
      'a good one': async () => {
        const { link, clock, account } = await openLinks()
        const { id: _, tokenDigest: __, ...rest } = link
        const nowMs = clock.nowMs()
        expect(rest).to.deep.equal({
          ...{ accountId: account.id, reference: 'order-17', currency: 'UGX', uses: 1 },
          ...{ minimumMinor: 5_000n, maximumMinor: 5_000n },
          ...{ description: asked.description, returnUrl: null, createdAtMs: nowMs, endedAtMs: null, quarantines: 0 },
          expiresAtMs: nowMs + usualLinkMs,
        })
      },
      refusals: table(
        ['change', 'refused'],
        [
          ['{ "currency": "KES" }', 'currency_not_supported'],
          ['{ "amount": 499 }', 'amount_below_minimum'],
          ['{ "amount": 5000001 }', 'amount_above_maximum'],
          ['{ "amount": 500.5 }', 'amount_too_precise'],
        ],
        async (change, refused) => {
          const { create } = await openLinks()
          expect(codeOf(await create({ reference: 'other', ...JSON.parse(change) }))).to.equal(refused)
        },
      ),
      'its expiry': async () => {
        const { create, clock } = await openLinks()
        const until = async (ms: number) =>
          codeOf(await create({ reference: `until ${ms}`, expiresAtMs: clock.nowMs() + ms }))
        expect(await Promise.all([0, 1, longestLinkMs, longestLinkMs + 1].map(until))).to.deep.equal([
          'nothing',
          'done',
          'done',
          'nothing',
        ])
      },
      'an account that may not use the API, or not the currency': async () => {
        const { create, change } = await openLinks()
        await change((account) => ({ ...account, activatedCurrencies: [], version: 2 }))
        expect(codeOf(await create({ reference: 'other' }))).to.equal('currency_not_activated')
        await change((account) => ({ ...account, apiAccess: false, version: 3 }))
        expect(codeOf(await create({ reference: 'other' }))).to.equal('api_access_off')
      },
    },
  )

  refusal(
    '25.2',
    'duplicate_link',
    'the reference of a link can be used once by its account, and a repeated request makes no second link',
    {
      async 'the same link, and another one'() {
        const { create, link } = await openLinks()
        const again = { refused: 'duplicate_link', linkId: link.id, isRepeat: true }
        expect(await create()).to.deep.equal(again)
        expect(await create({ expiresAtMs: link.expiresAtMs })).to.deep.equal(again)
        for (const change of [
          { amount: 5_001 },
          { uses: 2 },
          { description: 'Tea' },
          { expiresAtMs: link.expiresAtMs - 1 },
        ])
          expect(await create(change)).to.deep.equal({ ...again, isRepeat: false })
      },
      async 'the reference of another account’s link'() {
        const { ports } = await openLinks()
        const other = await openMerchant(ports, { name: 'Other' })
        expect(codeOf(await createLink(ports)({ caller: await other.caller(), request: asked }))).to.equal('done')
      },
    },
  )

  rule('25.3', 'the token of a link has 128 bits, and only its digest is kept', async () => {
    const { link, token, create, page } = await openLinks()
    const other = (await create({ reference: 'other' })) as CreatedLink
    expect(token).to.match(/^[0-9a-f]{32}$/)
    expect(other.token).not.to.equal(token)
    expect(link.tokenDigest).to.equal(testSecrets.digest(token))
    expect(JSON.stringify(link, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.to.include(
      token,
    )
    expect(codeOf(await openLink(page)({ token: link.tokenDigest }))).to.equal('link_not_found')
  })

  rule(
    '25.4',
    'the token shows only the merchant’s name and language, the amount, the description and whether the link can be paid',
    async () => {
      const { shown, change, end } = await openLinks({ returnUrl: 'https://shop.example.com/' })
      const { nonce, ...rest } = await shown()
      expect(rest).to.deep.equal({
        ...{ merchant: 'Duka', language: null, currency: 'UGX', description: asked.description, state: 'open' },
        ...{ minimumMinor: 5_000n, maximumMinor: 5_000n },
        askedNumber: null,
        returnUrl: 'https://shop.example.com/',
        networks: [
          { name: 'AIRTEL', displayName: 'Airtel Money', promptHelp: ugandanPromptHelp.AIRTEL },
          { name: 'MTN', displayName: 'MTN MoMo', promptHelp: ugandanPromptHelp.MTN },
        ],
      })
      expect((await shown()).nonce)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.to.equal(nonce)
      await change((account) => ({ ...account, apiAccess: false, version: 2 }))
      expect((await shown()).state).to.equal('unavailable')
      await change((account) => ({ ...account, apiAccess: true, activatedCurrencies: [], version: 3 }))
      expect((await shown()).state).to.equal('unavailable')
      await end()
      expect((await shown()).state).to.equal('ended')
    },
  )

  rule('25.5', 'a payment through a link is a collection, under a reference that begins with the link’s', {
    async 'a successful one'() {
      const core = await openLinks()
      const { paymentId, ...payment } = paymentIn(await core.sends('succeeds'))
      expect(payment).to.deep.include({
        state: 'pending',
        amountMinor: 5_000n,
        currency: 'UGX',
        network: 'MTN',
        networkReceipt: null,
      })
      const stored = await settled(core, paymentId, 'succeeded')
      expect(stored).to.include({
        ...{ kind: 'collection', linkId: core.link.id, phoneNumber: '256770000001', network: 'MTN' },
        ...{ amountMinor: 5_000n, description: asked.description },
      })
      expect(stored.reference).to.match(/^order-17-[0-9a-f]{32}$/)
      expect(await core.balance()).to.deep.equal({ available: 105_000n, held: 0n })
      expect((await core.stands()).payments.map(({ id }) => id)).to.deep.equal([paymentId])
      expect((await auditBooks({ ...core.ports, secrets: testSecrets })()).broken).to.deep.equal([])
    },
    'by the rules of a collection': table(
      ['error', 'refused'],
      [
        ['the API access', 'api_access_off'],
        ['the number', 'invalid_phone_number'],
        ['the currency', 'currency_not_activated'],
        ['the prompts to the number', 'limit_reached'],
        ['the line', 'network_unavailable'],
        ['the network', 'invalid_network'],
      ] as const,
      async (what, refused) => {
        const core = await openLinks({ uses: null })
        const { ports, change, sends, network } = core
        if (what === 'the API access') await change((account) => ({ ...account, apiAccess: false, version: 2 }))
        if (what === 'the currency') await change((account) => ({ ...account, activatedCurrencies: [], version: 2 }))
        if (what === 'the line')
          await pauseNetwork(ports)({ network: 'MTN', kind: 'collection', by: 'amina', because: 'the portal is moved' })
        if (what === 'the prompts to the number') {
          network.behaves('accepts')
          for (const reference of ['a', 'b', 'c'])
            await core.collect({ caller: await core.caller(), request: { ...core.request, reference } })
        }
        const number = what === 'the number' ? '254770000001' : '256770000001'
        expect(codeOf(await sends('accepts', number, what === 'the network' ? 'SAFARI' : undefined))).to.equal(refused)
      },
    ),
  })

  rule('25.6', 'a form that is sent twice makes one payment', {
    async 'one after the other'() {
      const { pay, token, shown, network, ports, account } = await openLinks({ uses: null })
      network.behaves('accepts')
      const { nonce } = await shown()
      const first = await pay({ token, nonce, phoneNumber: '256770000001' })
      const again = await pay({ token, nonce, phoneNumber: '256770000001' })
      expect(paymentIn(again).paymentId).to.equal(paymentIn(first).paymentId)
      expect([first, again].map((one) => 'isRepeat' in one && one.isRepeat)).to.deep.equal([false, true])
      expect((await ports.books.list({ accountId: account.id, limit: 9 })).transactions).to.have.length(1)
    },
    async 'many times at once'() {
      const { pay, token, shown, network, ports, account } = await openLinks({ uses: null })
      network.behaves('accepts')
      const { nonce } = await shown()
      const form = { token, nonce, phoneNumber: '256770000001' }
      const ids = (await Promise.all(Array.from({ length: 50 }, () => pay(form)))).map(
        (one) => paymentIn(one).paymentId,
      )
      expect(new Set(ids).size).to.equal(1)
      expect((await ports.books.list({ accountId: account.id, limit: 9 })).transactions).to.have.length(1)
      expect(network.received).to.have.length(1)
    },
    async 'once it has failed, and the link is over'() {
      const core = await openLinks()
      const { nonce } = await core.shown()
      core.network.behaves('declines')
      const form = { token: core.token, nonce, phoneNumber: '256770000001' }
      const { paymentId } = paymentIn(await core.pay(form))
      await settled(core, paymentId, 'failed')
      await core.end()
      await core.change((account) => ({ ...account, apiAccess: false, version: 2 }))
      expect(paymentIn(await core.pay(form))).to.include({ paymentId, state: 'failed' })
    },
    async 'with an unknown nonce, or a reference without a payment of the link'() {
      const { pay, token, collect, caller, request } = await openLinks()
      const [nonce, phoneNumber] = ['0'.repeat(32), '256770000001']
      expect(codeOf(await pay({ token, nonce: 'x', phoneNumber }))).to.equal('link_not_found')
      await collect({ caller: await caller(), request: { ...request, reference: `order-17-${nonce}` } })
      expect(codeOf(await pay({ token, nonce, phoneNumber }))).to.equal('link_not_found')
    },
  })

  rule('25.7', 'a number with an open payment through a link gets no second prompt, from any form', async () => {
    const core = await openLinks({ uses: null })
    const { paymentId } = paymentIn(await core.sends('accepts'))
    expect(paymentIn(await core.sends('accepts')).paymentId).to.equal(paymentId)
    expect(paymentIn(await core.sends('accepts', '256780000002')).paymentId).not.to.equal(paymentId)
    await Promise.all(Array.from({ length: 20 }, () => core.sends('accepts', '256780000003')))
    expect((await core.stands()).payments).to.have.length(3)
    await core.ports.books.transaction(paymentId)
    core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
    core.clock.forwardMs(2 * hourMs)
    await core.sweep()
    await settled(core, paymentId, 'succeeded')
    expect(paymentIn(await core.sends('accepts')).paymentId).not.to.equal(paymentId)
  })

  rule('25.8', 'a link allows its number of payments: a failed payment does not count, and one in doubt does', {
    async once() {
      const core = await openLinks()
      await settled(core, paymentIn(await core.sends('declines')).paymentId, 'failed')
      expect((await core.stands()).used).to.equal(0)
      paymentIn(await core.sends('losesAnswer'))
      expect(await core.stands()).to.include({ used: 1, state: 'used_up' })
      expect(becauseOf(await core.sends('accepts', '256780000002'))).to.equal('used_up')
    },
    async 'any number of times'() {
      const core = await openLinks({ uses: null })
      for (const n of [1, 2, 3]) paymentIn(await core.sends('succeeds', `25677000001${n}`))
      expect(await core.stands()).to.include({ used: null, state: 'open' })
    },
    async 'three times, of many at once'() {
      const core = await openLinks({ uses: 3 })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) => core.sends('accepts', `2567700000${n + 10}`)),
      )
      expect(answers.filter((answer) => !isRefusal(answer))).to.have.length(3)
      expect(new Set(answers.filter((answer) => isRefusal(answer)).map(becauseOf))).to.deep.equal(new Set(['used_up']))
    },
  })

  refusal('25.9', 'link_is_over', 'no payment is opened through a link that has expired, was ended or is used up', {
    async 'below, on and above the moment of its expiry'() {
      const core = await openLinks({ uses: null })
      core.clock.forwardMs(usualLinkMs - 1)
      expect(codeOf(await core.sends('accepts', '256770000011'))).to.equal('done')
      core.clock.forwardMs(1)
      expect(becauseOf(await core.sends('accepts', '256770000012'))).to.equal('expired')
      core.clock.forwardMs(1)
      expect(becauseOf(await core.sends('accepts', '256770000013'))).to.equal('expired')
      expect(await core.stands()).to.include({ state: 'expired' })
    },
    async 'an ended one, while a payment is open'() {
      const core = await openLinks({ uses: 2 })
      const { paymentId } = paymentIn(await core.sends('accepts'))
      expect(await core.end()).to.include({ state: 'ended', used: 1 })
      expect(becauseOf(await core.sends('accepts', '256780000002'))).to.equal('ended')
      expect(paymentIn(await core.sends('accepts')).paymentId).to.equal(paymentId)
    },
  })

  rule('25.10', 'a merchant can end a link for good, any number of times, unless it has expired', async () => {
    const core = await openLinks()
    const { page, ports, link, clock, create, caller } = core
    const first = await core.end()
    clock.forwardMs(1_000)
    expect(await core.end()).to.deep.equal(first)
    const other = await openMerchant(ports, { name: 'Other' })
    expect(codeOf(await endLink(page)({ caller: await other.caller(), linkId: link.id }))).to.equal('link_not_found')
    const { link: late } = (await create({ reference: 'late' })) as CreatedLink
    clock.forwardMs(usualLinkMs)
    const ended = await endLink(page)({ caller: await caller(), linkId: late.id })
    expect(ended).to.deep.equal({ refused: 'link_is_over', because: 'expired' })
    expect(await core.end()).to.deep.equal(first)
  })

  rule(
    '25.11',
    'the beginning of a number decides the network, unless the customer chooses one; when the number does not show it, the customer must choose',
    table(
      ['number', 'chosen', 'network'],
      [
        ['256770000001', undefined, 'MTN'],
        ['256700000001', undefined, 'AIRTEL'],
        ['256770000001', 'AIRTEL', 'AIRTEL'],
        ['256710000001', 'MTN', 'MTN'],
        ['256710000001', undefined, 'choose AIRTEL,MTN'],
      ] as const,
      async (number, chosen, network) => {
        const { sends, networks } = await openLinks()
        networks.AIRTEL?.behaves('accepts')
        const answer = await sends('accepts', number, chosen)
        const found = 'choose' in answer ? `choose ${answer.choose}` : paymentIn(answer).network
        expect(found).to.equal(network)
      },
    ),
  )

  refusal('25.12', 'link_not_found', 'a token shows the payments of its link, and no others', async () => {
    const core = await openLinks()
    const { page, token, pay, create, collect, caller, request } = core
    const { paymentId } = paymentIn(await core.sends('succeeds'))
    await settled(core, paymentId, 'succeeded')
    const follow = followLink(page)
    const followed = await follow({ token, paymentId })
    expect('payment' in followed && followed.payment).to.include({ paymentId, state: 'succeeded', reason: null })
    const opened = await collect({ caller: await caller(), request })
    const { token: other } = (await create({ reference: 'other' })) as CreatedLink
    const id = isRefusal(opened) ? '' : opened.transaction.id
    for (const [with_, of] of [
      [token, id],
      [token, 'none'],
      [other, paymentId],
    ] as const)
      expect(codeOf(await follow({ token: with_, paymentId: of }))).to.equal('transaction_not_found')
    expect(codeOf(await follow({ token: 'none', paymentId }))).to.equal('link_not_found')
    expect(codeOf(await pay({ token: 'none', nonce: '0'.repeat(32), phoneNumber: '256770000001' }))).to.equal(
      'link_not_found',
    )
    await core.change((account) => ({ ...account, closed: true, version: 2 }))
    expect(await follow({ token, paymentId })).to.deep.equal(followed)
  })
})
