import { lookup as systemLookup } from 'node:dns/promises'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { addressFinder } from '../../../adapters/providers/transport/names/findAddresses.ts'
import { networkLookup } from '../../../adapters/providers/transport/names/networkLookup.ts'
import { test } from '../../rule.ts'
import { openNameServer, type Said } from '../nameServer.ts'

/** The addresses of a name, or the code of the error. */
function found(finding: Promise<readonly { readonly address: string }[]>): Promise<string> {
  return finding.then(
    (addresses) => addresses.map(({ address }) => address).join(' '),
    ({ code }) => String(code),
  )
}

/** A finder that asks this name server, and waits for it longer than an example may take. */
function finderAt(address: string, hostsPath = '/etc/hosts') {
  return addressFinder({ servers: [address], hostsPath, timeoutMs: 300_000 })
}

/** The result of a look-up at a name server with this answer. */
async function foundBy(said: Said): Promise<string> {
  const { address } = await openNameServer(() => said)
  return found(finderAt(address)('shop.example'))
}

/** The result of a look-up in the form for a connection. */
function lookedUp(lookup: LookupFunction, name: string): Promise<unknown> {
  return new Promise((resolve) => lookup(name, { all: true }, (error, addresses) => resolve(error?.code ?? addresses)))
}

/** Runs a function while forty names are looked up at a silent name server. */
async function whileOthersWait(act: () => Promise<void>): Promise<void> {
  const silent = await openNameServer()
  const find = finderAt(silent.address)
  const waiting = Array.from({ length: 40 }, (_, nth) => {
    const over = new AbortController()
    return { over, ended: found(find(`shop-${nth}.example`, over.signal)) }
  })
  await Promise.race([silent.hasBeenAsked(40), ...waiting.map(({ ended }) => ended)])
  expect(new Set(silent.queries).size).to.equal(40)
  await act()
  for (const { over } of waiting) over.abort()
  const ends = await Promise.all(waiting.map(({ ended }) => ended))
  expect(new Set(ends)).to.deep.equal(new Set(['ECANCELLED']))
}

describe('Common to the networks: the addresses of names', () => {
  test('however many names wait for silent name servers, another one is found', {
    'by another name server': () =>
      whileOthersWait(async () => {
        const good = await openNameServer(() => ['192.0.2.7'])
        expect(await found(finderAt(good.address)('network.example'))).to.equal('192.0.2.7')
      }),
    'by the system': () =>
      whileOthersWait(async () => {
        expect((await systemLookup('localhost')).address).to.be.oneOf(['127.0.0.1', '::1'])
      }),
  })

  test(
    'a name has the addresses of both kinds from its name servers, and an error has the reason for none',
    Object.fromEntries(
      (
        [
          ['both kinds', ['2606:4700::7', '192.0.2.7', '192.0.2.8'], '192.0.2.7 192.0.2.8 2606:4700::7'],
          ['an address of IPv4', ['192.0.2.7'], '192.0.2.7'],
          ['an address of IPv6', ['2606:4700::7'], '2606:4700::7'],
          ['an unknown name', 'unknown', 'ENOTFOUND'],
          ['a name without addresses', [], 'ENODATA'],
          ['a failing name server', 'failure', 'ESERVFAIL'],
          ['an alias of itself', { alias: 'shop.example' }, 'ENODATA'],
          ['an invalid answer', Buffer.from('no answer'), 'EBADRESP'],
        ] as const
      ).map(([name, said, expected]) => [
        name,
        async () => {
          expect(await foundBy(said)).to.equal(expected)
        },
      ]),
    ),
  )

  test('names in the machine’s own files need no name server', {
    'names in its hosts file, also after a change': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-names-'))
      try {
        const hostsPath = join(folder, 'hosts')
        writeFileSync(hostsPath, '# ours\n10.0.0.5 bank Bank.internal # by hand\n::5 bank\nnonsense x\n')
        const server = await openNameServer(() => 'unknown')
        const find = finderAt(server.address, hostsPath)
        expect(await found(find('bank'))).to.equal('10.0.0.5 ::5')
        expect(await found(find('BANK.internal.'))).to.equal('10.0.0.5')
        expect(server.queries).to.deep.equal([])
        expect(await found(find('x'))).to.equal('ENOTFOUND')
        writeFileSync(hostsPath, '10.0.0.6 bank\n')
        utimesSync(hostsPath, 1, 1)
        expect(await found(find('bank'))).to.equal('10.0.0.6')
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
    'this machine, by every name that ends in localhost': async () => {
      const find = finderAt((await openNameServer()).address, '/nowhere')
      expect(await found(find('localhost'))).to.equal('127.0.0.1 ::1')
      expect(await found(find('shop.localhost'))).to.equal('127.0.0.1 ::1')
    },
  })

  test('a look-up ends with its request, and after its own time', {
    'with its request': async () => {
      const find = addressFinder({ servers: [(await openNameServer()).address] })
      const over = new AbortController()
      const finding = found(find('shop.example', over.signal))
      over.abort()
      expect(await finding).to.equal('ECANCELLED')
    },
    'after its time': async () => {
      const find = addressFinder({ servers: [(await openNameServer()).address], timeoutMs: 20 })
      expect(await found(find('shop.example'))).to.equal('ECANCELLED')
    },
  })

  test('the system is asked about a network’s name that no name server knows, but not about one with failing servers', {
    'an unknown one': async () => {
      const { address } = await openNameServer(() => 'unknown')
      const lookup = networkLookup(finderAt(address, '/nowhere'))
      // To the system an address is a name that leads to itself.
      expect(await lookedUp(lookup, '127.0.0.9')).to.deep.equal([{ address: '127.0.0.9', family: 4 }])
    },
    'one with failing servers': async () => {
      const { address } = await openNameServer(() => 'failure')
      const lookup = networkLookup(finderAt(address))
      expect(await lookedUp(lookup, '127.0.0.9')).to.equal('ESERVFAIL')
    },
    'a known one': async () => {
      const { address } = await openNameServer(() => ['192.0.2.7'])
      const lookup = networkLookup(finderAt(address))
      expect(await lookedUp(lookup, 'network.example')).to.deep.equal([{ address: '192.0.2.7', family: 4 }])
    },
  })
})
