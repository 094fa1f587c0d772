import { expect } from 'chai'
import {
  beginQuarantine,
  noteAudit,
  noteBackup,
  noteClose,
  type OnExchange,
  pauseNetwork,
} from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openOperatorPages, openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { joined } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

describe('134 The operators’ pages', () => {
  /** The references of the payments that a page shows. */
  function shownIn(body: string): string[] {
    return [...body.matchAll(/<th scope="row"><a href="\/operator\/payments\/[^"]+">([^<]*)</g)].map(
      ([, name = '']) => name,
    )
  }

  rule('134.1', 'the first page shows the payments that need attention, with links, and anything unusual', {
    'all is well': async () => {
      const { get } = await openOperatorPages()
      const text = textOf(await get('/operator/'))
      expect(text).to.include('Nothing needs attention').and.include('Every channel accepts payments')
      expect(text).to.include('No payment is open').and.not.include('in quarantine')
    },
    'a payment needs attention': async () => {
      const { get, pay, account } = await openOperatorPages()
      const { id, afterAnswer } = await pay('accepts')
      await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
      await pay('accepts', { reference: 'order-2' })
      const answer = await get('/operator/')
      expect(shownIn(answer.body)).to.deep.equal(['order-1'])
      expect(answer.body).to.include(`href="/operator/payments/${id}"`)
      expect(answer.body).to.include(`href="/operator/accounts/${account.id}"`)
      expect(textOf(answer)).to.include('1: the network reported another payment').and.include('UGX 10,000')
    },
    'a line is stopped': async () => {
      const { get, ports } = await openOperatorPages()
      const line = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
      await pauseNetwork(ports)({ ...line, by: 'okello', because: 'they said so by phone' })
      const text = textOf(await get('/operator/'))
      expect(text).to.match(/MTN UGX payouts paused they said so by phone okello/)
    },
    'a change of another operator waits, before everything else': async () => {
      const { nakato, okot, inDoubt } = await openTwoOperators(twoAbove(9_999n))
      const [id] = await inDoubt(10_000)
      const because = 'the portal of MTN does not have it'
      await nakato.post(`/operator/payments/${id}/decision`, { end: 'failed', because, password })
      const text = textOf(await okot.get('/operator/'))
      expect(text).to.match(/A change waits for your approval End a payment .*UGX 10,000 sent nakato: the portal/)
      expect(text.indexOf('waits for your')).to.be.below(text.indexOf('Needs attention'))
      expect(textOf(await nakato.get('/operator/'))).not.to.include('waits for your approval')
    },
    'the books are in quarantine': async () => {
      const { get, ports } = await openOperatorPages()
      await beginQuarantine(ports)({ by: 'okello', because: 'an old disk came back' })
      expect(textOf(await get('/operator/')))
        .to.include('in quarantine')
        .and.include('an old disk came back')
    },
  })

  rule(
    '134.2',
    'payments of all accounts are searched by their ids and receipts, and filtered by the address of the page',
    {
      '': table(
        ['asked', 'found'],
        [
          ['', 3],
          ['?attention=yes', 1],
          ['?state=succeeded', 1],
          ['?kind=collection', 0],
          ['?to=2001-01-01', 0],
          ['?account=ACCOUNT', 3],
          ['?account=00000000-0000-7000-8000-000000000000', 0],
          ['?text=ID', 1],
          ['?text=PROVIDER_ID', 1],
          ['?text=PROVIDER_REF', 1],
          ['?text=7788', 1],
          ['?text=7789', 0],
        ],
        async (asked, found) => {
          const { get, pay, account } = await openOperatorPages()
          const { id, afterAnswer } = await pay('accepts')
          const { providerId } = await afterAnswer({
            ...{ outcome: 'succeeded', seen: {}, providerRef: 'their-1', networkReceipt: '7788' },
          })
          const looked = await pay('accepts', { reference: 'order-2' })
          await looked.afterAnswer({ outcome: 'mismatch', because: 'another amount' })
          await pay('accepts', { reference: 'order-3' })
          const names = { PROVIDER_ID: providerId, PROVIDER_REF: 'their-1', ACCOUNT: account.id, ID: id }
          const query = Object.entries(names).reduce((text, [name, value]) => text.replace(name, value), asked)
          expect(shownIn((await get(`/operator/payments${query}`)).body)).to.have.length(found)
        },
      ),
      'the next page has the older ones': async () => {
        const { get, pay } = await openOperatorPages()
        for (let n = 1; n <= 51; n += 1) await pay('succeeds', { reference: `order-${n}`, amount: 500 })
        const first = await get('/operator/payments?state=succeeded')
        expect(shownIn(first.body)).to.have.length(50)
        const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(first.body) ?? []
        expect(next).to.include('state=succeeded')
        expect(shownIn((await get(next.replaceAll('&amp;', '&'))).body)).to.deep.equal(['order-1'])
      },
      'an impossible day gets a message': async () => {
        const { get } = await openOperatorPages()
        expect((await get('/operator/payments?from=2026-02-30')).statusCode).to.equal(422)
      },
    },
  )

  rule(
    '134.3',
    'the page of a payment shows every exchange with its network, the raw answers, and the annotations',
    async () => {
      const { get, pay, network, account } = await openOperatorPages()
      const payOut = network.payOut
      network.payOut = (transaction, until, onExchange: OnExchange = () => {}) => {
        const answered = { question: 'submission', status: 202, codes: ['TAKEN'], answer: '{"code":"TAKEN"}' } as const
        onExchange({ ...answered, atMs: 5, tookMs: 7, problem: null })
        return payOut(transaction, until)
      }
      const { id, afterAnswer } = await pay('accepts')
      const { providerId } = await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
      const answer = await get(`/operator/payments/${id}`)
      const text = textOf(answer)
      expect(text).to.include('{"code":"TAKEN"}').and.include('submission: 202 TAKEN, accepted, 7 ms')
      expect(text).to.include('another amount').and.include('run 1')
      expect(text).to.include(providerId).and.include('Needs attention the network reported another payment')
      expect(answer.body).to.include(`<a href="/operator/accounts/${account.id}">${account.name}</a>`)
      expect((await get('/operator/payments/unknown')).statusCode).to.equal(404)
    },
  )

  rule('134.4', 'accounts are listed with their balances, and found by a part of the name', async () => {
    const { get, another, account } = await openOperatorPages()
    for (let n = 1; n <= 50; n += 1) await another(`Kiosk ${n}`)
    const first = await get('/operator/accounts')
    expect(first.body.match(/<th scope="row">/g)).to.have.length(50)
    const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(first.body) ?? []
    const last = textOf(await get(next))
    expect(last).to.include(account.name).and.include('UGX 100,000').and.not.include('Kiosk')
    expect(textOf(await get('/operator/accounts?name=booth'))).to.include('No accounts')
    expect(textOf(await get('/operator/accounts?name=osk%2017')))
      .to.include('Kiosk 17')
      .and.not.include('Kiosk 18')
    expect((await get('/operator/accounts?before=unknown')).statusCode).to.equal(404)
  })

  rule(
    '134.5',
    'the page of an account shows its balances and permissions, its users, and only the beginnings of its keys',
    async () => {
      const { get, account, ports, secretKey, change, publicKey } = await openOperatorPages()
      await joined(ports, { accountId: account.id, name: 'akello@shop.example', role: 'viewer' })
      const stranger = await joined(ports, { accountId: null, name: 'okot@gateway.example' })
      await change((before) => ({ ...before, apiAccess: false, pin: null }))
      const answer = await get(`/operator/accounts/${account.id}`)
      const text = textOf(answer)
      expect(text).to.include('UGX 100,000').and.include('KYC complete').and.include('API access off')
      expect(text).to.include('PIN not set').and.include('akello@shop.example viewer active')
      expect(text).not.to.include(stranger.user.name)
      for (const key of [secretKey, publicKey]) {
        expect(answer.body)
          .to.include(`${key.slice(0, 8)}`)
          .and.not.include(key)
      }
      for (const { digest } of account.keys) expect(answer.body).not.to.include(digest)
      expect(answer.body).to.include(`href="/operator/payments?account=${account.id}"`)
      expect((await get('/operator/accounts/unknown')).statusCode).to.equal(404)
    },
  )

  rule(
    '134.6',
    'changes by people are listed: the person, the change, the reason, and the values before and after',
    async () => {
      const { get, account, ports, another } = await openOperatorPages()
      const line = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
      await pauseNetwork(ports)({ ...line, by: 'okello', because: 'they said so by phone' })
      expect(textOf(await get('/operator/actions'))).to.match(/network\.pause .*okello .*they said so by phone/)
      const own = textOf(await get(`/operator/actions?account=${account.id}`))
      expect(own)
        .to.include('account.create')
        .and.include('kyc: complete')
        .and.include('available: UGX 0 → UGX 100,000')
        .and.not.include('network.pause')
      for (let n = 1; n <= 50; n += 1) await another(`Kiosk ${n}`)
      const first = await get('/operator/actions')
      const [, next = ''] = /href="([^"]*before=[^"]*)"/.exec(first.body) ?? []
      expect(textOf(first)).to.include('Kiosk 50').and.not.include('network.pause')
      expect(textOf(await get(next)))
        .to.include('network.pause')
        .and.not.include('Kiosk 50')
    },
  )

  const places = ['', 'payments', 'payments/ID', 'accounts', 'accounts/ACCOUNT', 'actions', 'proposals', 'attention']

  rule('134.7', 'these pages are for operators: users of an account do not find them', async () => {
    const { userOf, get, ask, pay, account } = await openOperatorPages()
    const { id } = await pay('succeeds')
    const others = [await userOf('owner'), await userOf('viewer')]
    for (const place of places) {
      const path = `/operator/${place.replace('ID', id).replace('ACCOUNT', account.id)}`
      expect((await get(path)).statusCode, path).to.equal(200)
      for (const other of others) {
        const answer = await other.get(path)
        expect(answer.statusCode, path).to.equal(404)
        expect(answer.body).not.to.include('order-1').and.not.include(account.id)
      }
      const { statusCode, headers } = await ask(path.slice(1))
      expect([statusCode, headers.location?.split('?')[0]], path).to.deep.equal([303, '/sign-in'])
    }
  })

  rule(
    '134.8',
    'the first page says when the books were audited, with the findings, backed up and closed',
    async () => {
      const { get, ports, clock } = await openOperatorPages()
      expect(textOf(await get('/operator/')))
        .to.include('Last audit Never')
        .and.include('Last day closed Never')
      const by = { by: 'okello', because: 'as every night' }
      await noteAudit(ports)({ ...by, checked: 40, broken: 2 })
      expect(textOf(await get('/operator/'))).to.match(/Last audit [^A-Z]*Jan 2026, \d\d:\d\d 2 rows break a rule/)
      clock.forwardMs(minuteMs)
      await noteAudit(ports)({ ...by, checked: 41, broken: 0 })
      await noteBackup(ports)({ ...by, file: 'sente.db', checked: 41 })
      await noteClose(ports)({ ...by, day: '2026-01-01', file: 'close.csv', digest: 'a1', before: null, broken: 0 })
      const text = textOf(await get('/operator/'))
      expect(text).to.match(/Last audit [^A-Z]*Jan 2026, \d\d:\d\d every rule holds/)
      expect(text)
        .to.match(/Last backup \d+ Jan 2026/)
        .and.match(/Last day closed \d+ Jan 2026/)
    },
  )
})
