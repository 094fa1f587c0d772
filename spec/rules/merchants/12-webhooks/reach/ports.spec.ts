import { BlockList } from 'node:net'
import { expect } from 'chai'
import { readUrl } from '../../../../../adapters/webhooks/urls.ts'
import { dataOf } from '../../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../../rule.ts'
import { expectError } from '../../../../stages/overHttp.ts'
import { openHooks } from '../hooks.ts'
import { none, postedTo, problemOfUrl, resolving } from './posting.ts'

const live = { allowed: none, plain: false }
const usualOnly = 'must have the port 443 or 8443'

describe('12 Webhooks: ports, and stored URLs', () => {
  rule(
    '12.41',
    'on the public internet only the ports 443 and 8443 are used; addresses allowed by an operator can have others',
    {
      'as a URL': table(
        ['URL', 'problem'],
        [
          ['https://shop.example/', undefined],
          ['https://shop.example:443/', undefined],
          ['https://shop.example:8443/', undefined],
          ['https://shop.example:80/', usualOnly],
          ['https://shop.example:22/', usualOnly],
          ['https://shop.example:8442/', usualOnly],
          ['https://shop.example:8444/', usualOnly],
          ['https://93.184.216.34:8443/', undefined],
          ['https://93.184.216.34:6379/', usualOnly],
          ['https://[2606:4700::1111]:6379/', usualOnly],
          ['https://10.1.2.3:6379/', 'must lead to the public internet'],
        ],
        (url, problem) => expect(problemOfUrl(url, live)).to.equal(problem),
      ),
      'when an operator has allowed addresses': async () => {
        const rules = { allowed: new BlockList(), plain: false }
        rules.allowed.addAddress('127.0.0.1', 'ipv4')
        expect(problemOfUrl('https://127.0.0.1:9/', rules)).to.equal(undefined)
        expect(problemOfUrl('https://93.184.216.34:9/', rules)).to.equal(usualOnly)
        // Only its addresses show whether a name leads to an allowed one.
        expect(problemOfUrl('https://shop.example:9/', rules)).to.equal(undefined)
        const opened = await postedTo(resolving(['127.0.0.1']), 'https://shop.example:9/', rules)
        expect(opened.cause).to.contain('ECONNREFUSED')
        for (const addresses of [['93.184.216.34'], ['127.0.0.1', '93.184.216.34']])
          expect((await postedTo(resolving(addresses), 'https://shop.example:9/', rules)).cause).to.contain(
            'usual port',
          )
      },
      'in a sandbox': () =>
        expect(problemOfUrl('http://shop.example:3000/', { allowed: none, plain: true })).to.equal(undefined),
    },
  )

  rule(
    '12.42',
    'a URL is stored, shown and requested in the form that was checked',
    table(
      ['sent', 'stored'],
      [
        ['https://shop.example', 'https://shop.example/'],
        [' https://shop.example/hooks ', 'https://shop.example/hooks'],
        ['HTTPS://Shop.Example:443/Hooks', 'https://shop.example/Hooks'],
        ['https:\\\\shop.example\\hooks', 'https://shop.example/hooks'],
        ['https:shop.example/a/../b', 'https://shop.example/b'],
        ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
      ],
      async (sent, kept) => {
        const { send, create } = await openHooks()
        const endpoint = await create({ url: sent })
        expect(endpoint.url).to.equal(kept)
        const path = `/${endpoint.endpoint_id}`
        expect(dataOf(await send('GET', path)).url).to.equal(kept)
        await send('PATCH', path, { url: 'https://other.example/' })
        expect(dataOf(await send('PATCH', path, { url: sent })).url).to.equal(kept)
      },
    ),
  )

  rule('12.43', 'a stored URL is no longer than the longest allowed one', {
    'one with a longer stored form': () =>
      expect(problemOfUrl(`https://shop.example/${'ü'.repeat(400)}`, live)).to.equal(
        'must be a URL of at most 2000 characters',
      ),
    'one without': () => {
      const url = `https://shop.example/${'u'.repeat(1_979)}`
      expect(readUrl(url, live)).to.deep.equal({ url })
      expect(problemOfUrl(`${url}u`, live)).to.equal('must be a URL of at most 2000 characters')
    },
  })

  rule('12.44', 'a zero character in the description of an endpoint is refused with any store', {
    ...Object.fromEntries(
      [
        '\0https://shop.example/',
        'https://shop.example/\0',
        'https://shop.example/a\0b',
        'https://shop\0.example/',
      ].map((url) => [
        JSON.stringify(url),
        async () => {
          const { send, create } = await openHooks()
          const { endpoint_id: id } = await create()
          for (const answer of [await send('POST', '', { url }), await send('PATCH', `/${id}`, { url })])
            expect([answer.status, answer.headers['error-code']]).to.deep.equal([400, 'malformed_fields'])
        },
      ]),
    ),
    'a type': async () => {
      const { send } = await openHooks()
      const answer = await send('POST', '', { url: 'https://shop.example/', types: ['payout.failed\0'] })
      expect([answer.status, answer.headers['error-code']]).to.deep.equal([400, 'malformed_fields'])
    },
    'an endpoint’s id': async () => {
      const { send } = await openHooks()
      expectError(await send('GET', '/a%00b'), 404, 'endpoint_not_found', 'Webhook endpoint not found')
    },
  })
})
