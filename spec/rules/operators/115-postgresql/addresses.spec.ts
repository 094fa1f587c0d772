import { createServer } from 'node:net'
import { expect } from 'chai'
import { openPostgresStore, postgres, Unreachable } from '../../../../adapters/postgres/postgres.ts'
import { listening, openFaultyProxy } from '../../../fixtures/postgres/faultyProxy.ts'
import { makeSchema, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'

const open = (path: string) => openPostgresStore({ path, purpose: 'sandbox', migrate: true })

/** The path of a store with another server before or after its own. */
const withHosts = (path: string, hosts: (host: string) => string) =>
  path.replace(/@([^/]+)\//, (_, host) => `@${hosts(host)}/`)

const escapes = 'in a password, write # as %23, @ as %40, / as %2F and ? as %3F'

describe('115 PostgreSQL: its address', () => {
  rule('115.1', 'an unusable URL is refused with its error, and without its password', {
    'no database': async () => {
      const { message } = await rejection(open('//sente:hunter2@db1'))
      expect(message).to.equal(`the database's URL must be ${postgres.form}; ${escapes}`)
    },
    'a password with a character that has a meaning in URLs': async () => {
      for (const password of ['hunter#2', 'hunter@2', 'hunter/2', 'hunter?2']) {
        const { message } = await rejection(open(`//sente:${password}@db1/money`))
        expect(message).to.equal(`the database's URL must be ${postgres.form}; ${escapes}`)
      }
    },
    'an empty host': async () => {
      const { message } = await rejection(open('//sente:hunter2@db1,,db3/money'))
      expect(message).to.equal(`the hosts of the database's URL are "db1,,db3": one is empty`)
    },
    'connections that are no number, too few or too many': async () => {
      for (const given of ['many', '1', '65', '2.5', '']) {
        const { message } = await rejection(open(`//sente:hunter2@db1/money?connections=${given}`))
        expect(message).to.equal(
          `connections in the database's URL is "${given}", and must be a whole number from 2 to 64`,
        )
      }
    },
  })

  rule('115.2', 'messages call a database by its user, hosts and name', () => {
    expect(postgres.nameOf('//sente:hunter2@db1,db2:6432/money?sslmode=require')).to.equal('//sente@db1,db2:6432/money')
    expect(postgres.nameOf('//db1/money')).to.equal('//db1/money')
    expect(postgres.nameOf('//sente:hunter2@db1')).to.equal('(a URL that cannot be read)')
  })

  rule('115.3', 'the primary among several servers is used, even when others are away', async () => {
    const { path, drop } = await makeSchema()
    const silent = await listening(createServer(() => {}))
    for (const hosts of [`127.0.0.1:1,HERE`, `HERE,127.0.0.1:1`, `127.0.0.1:${silent.port},HERE`]) {
      const store = await open(withHosts(path, (host) => hosts.replace('HERE', host)))
      expect(await store.isReady(), hosts).to.equal(true)
      await store.close()
    }
    await silent.close()
    await drop()
  })

  rule('115.4', 'when no server can be reached the error names each with its reason, and no password', async () => {
    const error = await rejection(open('//sente:hunter2@127.0.0.1:1,127.0.0.1:2/money'))
    expect(error).to.be.instanceOf(Unreachable)
    expect(error.message).to.match(
      /^the database \/\/sente@127\.0\.0\.1:1,127\.0\.0\.1:2\/money cannot be reached \(127\.0\.0\.1:1: .*ECONNREFUSED.*; 127\.0\.0\.1:2: .*ECONNREFUSED.*\)$/,
    )
  })

  rule('115.5', 'a server that may lose acknowledged commits is not used, or is set to wait for its disk', {
    'fsync is off: refused': async () => {
      const server = await openOwnServer(['-c', 'fsync=off'])
      const { message } = await rejection(open(server.path))
      await server.close()
      expect(message).to.equal('fsync is off in the database server: it may lose money, and is not used')
    },
    'synchronous_commit is off: on for every connection of the store': async () => {
      const { path, drop } = await makeSchema('-c synchronous_commit=off')
      const proxy = await openFaultyProxy(path)
      const store = await open(proxy.through(path))
      await store.isReady()
      const [connections, asserted] = [/application_name/g, /SET synchronous_commit TO on/g].map(
        (pattern) => proxy.sent().match(pattern)?.length,
      )
      await store.close()
      await proxy.close()
      await drop()
      expect(asserted).to.equal(connections)
    },
  })
})
