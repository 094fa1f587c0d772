import { expect } from 'chai'
import {
  beginQuarantine,
  endLink,
  endQuarantine,
  isRefusal,
  listLinks,
  lookUpLink,
  type Market,
  uganda,
} from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { rule, table } from '../../../rule.ts'
import { openLinks, paymentIn, settled } from './openLinks.ts'

describe('25 Payment links: the merchant’s', () => {
  rule('25.23', 'an account that may not use the API can neither list links, nor look one up or end it', async () => {
    const { ports, page, link, caller, change } = await openLinks()
    await change((account) => ({ ...account, apiAccess: false, version: 2 }))
    const asked = { caller: await caller(), linkId: link.id }
    for (const answer of [
      await listLinks(ports)({ ...asked, limit: 10 }),
      await lookUpLink(ports)(asked),
      await endLink(page)(asked),
    ])
      expect(codeOf(answer)).to.equal('api_access_off')
    expect((await ports.paymentLinks.byId(link.id))?.endedAtMs).to.equal(null)
  })

  rule('25.24', 'links are listed newest first, page by page, and a link with its own payments', async () => {
    const { ports, caller, create, stands, collect, request, sends, link } = await openLinks({ uses: null })
    for (const reference of ['order-18', 'order-19']) await create({ reference })
    await collect({ caller: await caller(), request })
    const { paymentId } = paymentIn(await sends('accepts', '256780000002'))
    expect((await stands()).payments.map(({ id }) => id)).to.deep.equal([paymentId])
    const list = async (limit: number, before?: string) => {
      const page = await listLinks(ports)({ caller: await caller(), limit, ...(before !== undefined && { before }) })
      if (isRefusal(page)) throw new Error(page.refused)
      return { references: page.links.map((one) => one.link.reference), next: page.next }
    }
    const first = await list(2)
    expect(first.references).to.deep.equal(['order-19', 'order-18'])
    expect(await list(1, first.next ?? '')).to.deep.equal({ references: [link.reference], next: null })
    expect((await list(3)).next).to.equal(null)
  })

  rule('25.25', 'a network with known beginnings of its numbers is found among others without them', async () => {
    const ugx = uganda.get('UGX')
    const networks = ugx?.networks.map(({ prefixes, ...one }) =>
      one.name === 'AIRTEL' && prefixes ? { ...one, prefixes } : one,
    )
    const market: Market = new Map(ugx && networks ? [['UGX', { ...ugx, networks }]] : [])
    const core = await openLinks({}, { market })
    core.networks.AIRTEL?.behaves('accepts')
    expect(await core.sends('accepts', '256780000001')).to.deep.equal({ choose: ['AIRTEL', 'MTN'] })
    expect(paymentIn(await core.sends('accepts', '256700000001')).network).to.equal('AIRTEL')
  })

  rule('25.26', 'an error during a prompt is reported to the operator, and the payment stays open', async () => {
    const reported: unknown[] = []
    const core = await openLinks({}, { onBreakage: (error) => reported.push(error) })
    const broken = new Error('the connection pool is gone')
    core.network.requestPayment = async () => Promise.reject(broken)
    const { paymentId } = paymentIn(await core.sends('accepts'))
    await settled(core, paymentId, 'submitting')
    while (reported.length === 0) await new Promise((resolve) => setImmediate(resolve))
    expect(reported).to.deep.equal([broken])
    expect(await core.stands()).to.include({ used: 1 })
  })

  rule(
    '25.27',
    'an account that changes while a customer pays is read again, and a closed one takes no payment',
    table(
      ['meanwhile', 'answer'],
      [
        ['it was renamed', 'pending'],
        ['it was closed', 'account_not_found'],
        ['its API access was switched off', 'api_access_off'],
      ] as const,
      async (meanwhile, answer) => {
        const { ports, sends, network, change } = await openLinks()
        const changes = {
          'it was renamed': { name: 'Duka ya Pili' },
          'it was closed': { closed: true },
          'its API access was switched off': { apiAccess: false },
        }
        const { books } = ports
        const { atomically } = books
        books.atomically = async (scope, step) => {
          books.atomically = atomically
          await change((account) => ({ ...account, ...changes[meanwhile], version: account.version + 1 }))
          return atomically(scope, step)
        }
        const paid = await sends('accepts')
        if (answer === 'pending') expect(paymentIn(paid).network).to.equal('MTN')
        else expect(codeOf(paid)).to.equal(answer)
        expect(network.received).to.have.length(answer === 'pending' ? 1 : 0)
      },
    ),
  )

  rule(
    '25.28',
    'a quarantine ends the links with a limited number of payments: restored books may have forgotten that they were paid',
    table(
      ['made', 'payments', 'state', 'answer'],
      [
        ['before', 1, 'ended', 'link_is_over'],
        ['before', 3, 'ended', 'link_is_over'],
        ['before', null, 'open', 'done'],
        ['afterwards', 1, 'used_up', 'done'],
      ] as const,
      async (made, uses, state, answer) => {
        const core = await openLinks({ uses })
        const restored = { by: 'amina', because: 'restored' }
        await beginQuarantine(core.ports)(restored)
        await endQuarantine(core.ports)(restored)
        const later = await core.create({ reference: 'order-18', uses })
        if (!later || isRefusal(later)) throw new Error(later?.refused)
        const { link, token } = made === 'before' ? core : later
        const { nonce } = await core.shown(token)
        const paid = await core.pay({ token, nonce, phoneNumber: '256770000001' })
        const found = await lookUpLink(core.ports)({ caller: await core.caller(), linkId: link.id })
        expect([codeOf(paid), 'state' in found && found.state]).to.deep.equal([answer, state])
        expect(core.network.received).to.have.length(answer === 'done' ? 1 : 0)
      },
    ),
  )
})
