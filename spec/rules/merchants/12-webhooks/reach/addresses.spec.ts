import { BlockList } from 'node:net'
import { expect } from 'chai'
import { addressFinder } from '../../../../../adapters/providers/transport/names/findAddresses.ts'
import { poster } from '../../../../../adapters/webhooks/post.ts'
import { rule, table } from '../../../../rule.ts'
import { loopback } from '../openDeliveries.ts'
import { answering, openReceiver } from '../receiver.ts'
import { message, none, postedTo, problemOfUrl, resolving, unreached } from './posting.ts'

const notPublic = 'shop.example is not on the public internet, or not on a usual port'

const hostile: readonly [address: string, kind: string][] = [
  ['127.0.0.1', 'this machine'],
  ['127.8.9.10', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['169.254.169.254', 'a cloud’s metadata'],
  ['169.254.0.1', 'link-local'],
  ['100.64.0.1', 'shared by carriers'],
  ['100.127.255.255', 'shared by carriers'],
  ['192.0.0.8', 'for protocols'],
  ['192.0.2.1', 'for documentation'],
  ['198.51.100.7', 'for documentation'],
  ['203.0.113.9', 'for documentation'],
  ['192.88.99.1', 'relays'],
  ['198.18.0.1', 'for measurements'],
  ['198.19.255.255', 'for measurements'],
  ['224.0.0.1', 'many machines'],
  ['239.255.255.255', 'many machines'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'all machines'],
  ['168.63.129.16', 'metadata of a cloud'],
  ['199.36.153.8', 'services of a cloud'],
  ['161.26.0.10', 'services of a cloud'],
  ['166.9.1.1', 'services of a cloud'],
  ['::', 'this machine'],
  ['::1', 'this machine'],
  ['::ffff:127.0.0.1', 'mapped: this machine'],
  ['::ffff:7f00:1', 'mapped: this machine'],
  ['::ffff:10.0.0.1', 'mapped: private'],
  ['::127.0.0.1', 'an old form of IPv4'],
  ['::a9fe:a9fe', 'an old form of IPv4'],
  ['64:ff9b::7f00:1', 'translated: this machine'],
  ['64:ff9b::808:808', 'translated'],
  ['64:ff9b:1::1', 'translated, local'],
  ['2002:7f00:1::', '6to4: this machine'],
  ['2002:808:808::1', '6to4'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'for documentation'],
  ['3fff::1', 'for documentation'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'an old private form'],
  ['fc00::1', 'private'],
  ['fd12:3456:789a::1', 'private'],
  ['ff02::1', 'many machines'],
  ['100::1', 'nobody'],
  ['5f00::1', 'for routing'],
]

describe('12 Webhooks: no way in', () => {
  rule(
    '12.1',
    'nothing is sent to an address that is not public, as a URL or behind a name',
    table(['address', 'kind'], hostile, async (address, _what) => {
      const host = address.includes(':') ? `[${address}]` : address
      const asUrl = await postedTo(addressFinder(), `http://${host}:9/`)
      expect(asUrl).to.include({ problem: unreached, cause: 'its URL must lead to the public internet' })
      expect(await postedTo(resolving([address]))).to.include({ problem: unreached, cause: notPublic })
    }),
  )

  rule('12.2', 'a URL is refused in any spelling of such an address, and so is one with a password or a fragment', {
    ...Object.fromEntries(
      [
        ...['https://0x7f.1/', 'https://2130706433/', 'https://0177.0.0.1/', 'https://127.1/', 'https://[::1]/'],
        ...['https://0/', 'https://0xa9fea9fe/', 'https://[0:0:0:0:0:ffff:7f00:1]/', 'https://１２７.0.0.1/'],
      ].map((url) => [
        url,
        () => expect(problemOfUrl(url, { allowed: none, plain: false })).to.equal('must lead to the public internet'),
      ]),
    ),
    'no TLS': () =>
      expect(problemOfUrl('http://shop.example/', { allowed: none, plain: false })).to.equal('must begin with https:'),
    'no TLS, in the sandbox': () =>
      expect(problemOfUrl('http://shop.example/', { allowed: none, plain: true })).to.equal(undefined),
    'another scheme': () =>
      expect(problemOfUrl('ftp://shop.example/', { allowed: none, plain: true })).to.equal(
        'must begin with https: or http:',
      ),
    'a user name': () =>
      expect(problemOfUrl('https://amina@shop.example/', { allowed: none, plain: false })).to.equal(
        'must not contain a user name or password',
      ),
    'a fragment': () =>
      expect(problemOfUrl('https://shop.example/#x', { allowed: none, plain: false })).to.equal(
        'must not end in a fragment',
      ),
    ...Object.fromEntries(
      ['https://shop.example/a\0b', 'https://shop.example/\n', 'https://shop.example/\ud83d'].map((url) => [
        JSON.stringify(url),
        () =>
          expect(problemOfUrl(url, { allowed: none, plain: false })).to.equal('must not contain control characters'),
      ]),
    ),
    'no URL': () =>
      expect(problemOfUrl('shop.example', { allowed: none, plain: false })).to.equal('must be a full URL'),
    'a good one': () =>
      expect(problemOfUrl('https://shop.example:8443/a?b=c', { allowed: none, plain: false })).to.equal(undefined),
    'a public address': () =>
      expect(problemOfUrl('https://93.184.216.34/', { allowed: none, plain: false })).to.equal(undefined),
    'a public address of IPv6': () =>
      expect(problemOfUrl('https://[2606:4700::1111]/', { allowed: none, plain: false })).to.equal(undefined),
  })

  rule(
    '12.3',
    'a name is checked when the connection is made, so that changing its addresses afterwards has no effect',
    {
      'public at first, and then this machine': async () => {
        const lookup = resolving(['93.184.216.34'], ['127.0.0.1'])
        await lookup('shop.example', new AbortController().signal)
        expect(await postedTo(lookup)).to.include({ cause: notPublic })
      },
      'one public address and one that is not': async () => {
        expect(await postedTo(resolving(['93.184.216.34', '10.0.0.1']))).to.include({ cause: notPublic })
      },
      'no address at all': async () => {
        expect(await postedTo(resolving([]))).to.include({ cause: notPublic })
      },
      'this machine, with a setting': async () => {
        const receiver = await openReceiver()
        const { post, close } = poster({ allowed: loopback(), plain: true, find: resolving(['127.0.0.1']) })
        expect(await post(`http://shop.example:${receiver.port}/`, message)).to.include({ status: 204, problem: null })
        close()
      },
    },
  )

  rule('12.4', 'a redirect is not followed', async () => {
    const secret = await openReceiver()
    const receiver = await openReceiver(answering(307, { Location: secret.url }))
    const { post, close } = poster({ allowed: loopback(), plain: true, find: addressFinder() })
    expect(await post(receiver.url, message)).to.include({ status: 307, problem: 'it answered 307' })
    expect(secret.received).to.deep.equal([])
    close()
  })

  rule('12.5', 'an operator can allow addresses; all others stay closed', async () => {
    const allowed = new BlockList()
    allowed.addSubnet('10.1.0.0', 16, 'ipv4')
    const problem = (url: string) => problemOfUrl(url, { allowed, plain: false })
    expect([problem('https://10.1.2.3/'), problem('https://10.2.0.1/'), problem('https://127.0.0.1/')]).to.deep.equal([
      undefined,
      'must lead to the public internet',
      'must lead to the public internet',
    ])
  })
})
