import { expect } from 'chai'
import { openPostgresStore, postgres } from '../../../../adapters/postgres/postgres.ts'
import { migrateDatabase } from '../../../../adapters/postgres/schema/migrate.ts'
import { versions } from '../../../../adapters/sql/schema/versions.ts'
import { auditBooks, type Store, type Trouble } from '../../../../core/sente.ts'
import { balanceOf, fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { makeSchema, onServer, rowsOn, type Schema } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { withSecondVersion } from '../../../fixtures/secondVersion.ts'
import { rule } from '../../../rule.ts'

async function withSchema(use: (schema: Schema) => Promise<void>): Promise<void> {
  const schema = await makeSchema()
  try {
    await use(schema)
  } finally {
    await schema.drop()
  }
}

/** The message of a store that is opened without migrating. */
const refusal = async (path: string, purpose: 'sandbox' | 'live' = 'live') =>
  (await rejection(openPostgresStore({ path, purpose, migrate: false }))).message

const latest = versions.length

/** Opens one payout after the other during something; resolves with the reasons of those that were not opened. */
async function paysDuring(something: Promise<unknown>, store: Store, accountId: string): Promise<Set<string>> {
  const refusals = new Set<string>()
  let isOver = false
  const ended = something.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const payout = aPayout(accountId, { amountMinor: 1n })
    await openPayout(store, payout).catch((error: Error) => refusals.add(error.message))
  }
  await ended
  return refusals
}

describe('115 PostgreSQL: the schema', () => {
  rule('115.10', 'nodes that start at once on an empty database make one schema', () =>
    withSchema(async ({ path }) => {
      const nodes = await Promise.all(
        Array.from({ length: 5 }, () => openPostgresStore({ path, purpose: 'live', migrate: true })),
      )
      for (const { accounts, close } of nodes) {
        expect(await accounts.list({ limit: 1 })).to.deep.equal({ accounts: [], next: null })
        await close()
      }
    }),
  )

  rule('115.11', 'a migration prints the version before and after, and does nothing the second time', () =>
    withSchema(async ({ path }) => {
      expect(await postgres.migrate(path, 'live')).to.deep.equal({ from: 0, to: latest })
      expect(await postgres.migrate(path, 'live')).to.deep.equal({ from: latest, to: latest })
    }),
  )

  rule('115.12', 'a database that a program may not use is refused with a remedy, and left unchanged', {
    'an empty one, by a command': () =>
      withSchema(async ({ path }) => {
        const name = postgres.nameOf(path)
        expect(await refusal(path)).to.equal(
          `${name} has schema version 0 and this sente needs version ${latest}: run \`sente migrate\``,
        )
      }),
    'one of another program': () =>
      withSchema(async ({ path }) => {
        await onServer(path, 'CREATE TABLE poems (line TEXT)')
        const { message } = await rejection(postgres.migrate(path, 'live'))
        expect(message).to.equal(
          `${postgres.nameOf(path)} holds the tables of another program: give sente a database of its own`,
        )
      }),
    'one of a build from before the first release': () =>
      withSchema(async ({ path }) => {
        await onServer(path, 'CREATE TABLE sente_schema (version BIGINT); INSERT INTO sente_schema VALUES (10)')
        const message = `${postgres.nameOf(path)} is a database of a build of sente from before its first release, which had other tables: begin with a new one`
        expect((await rejection(postgres.migrate(path, 'live'))).message).to.equal(message)
        expect(await refusal(path)).to.equal(message)
      }),
    'one for another purpose': () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        const { message } = await rejection(postgres.migrate(path, 'sandbox'))
        expect(message).to.equal(
          `${postgres.nameOf(path)} is a live database and is not opened as sandbox: use another one, or the settings of its own gateway`,
        )
        expect(await refusal(path, 'sandbox')).to.equal(message)
      }),
    'a newer one that this version cannot use': () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        await migrateDatabase(path, 'live', { versions: withSecondVersion(2) })
        const message = `${postgres.nameOf(path)} has schema version 2 and this sente needs version 1: this sente is too old for it, use a newer one`
        expect(await refusal(path)).to.equal(message)
        expect((await rejection(postgres.migrate(path, 'live'))).message).to.equal(message)
      }),
  })

  rule('115.13', 'nodes of the version before can use a newer schema that says so, and write nothing to any other', {
    'it says so, and nodes are upgraded in turn': () =>
      withSchema(async ({ path }) => {
        const before = await openPostgresStore({ path, purpose: 'live', migrate: true })
        const { account } = await fundedAccount(before)
        await openPayout(before, aPayout(account.id))
        expect(await migrateDatabase(path, 'live', { versions: withSecondVersion() })).to.deep.equal({
          from: 1,
          to: 2,
        })
        const after = await openPostgresStore({ path, purpose: 'live', migrate: true })
        try {
          for (const [node, balance] of [
            [before, [90_000n, 10_000n]],
            [after, [85_000n, 15_000n]],
          ] as const) {
            expect(await node.isReady()).to.equal(true)
            const payout = aPayout(account.id)
            await openPayout(node, payout)
            expect(await node.books.transaction(payout.id)).to.deep.equal(payout)
            expect(await balanceOf(node, account.id)).to.deep.equal(balance)
            expect((await auditBooks(node)()).broken).to.deep.equal([])
          }
        } finally {
          await Promise.all([before.close(), after.close()])
        }
      }),
    'it does not: a node that runs on is not ready': () =>
      withSchema(async ({ path }) => {
        const troubles: (Trouble | undefined)[] = []
        const node = await openPostgresStore({
          ...{ path, purpose: 'live', migrate: true },
          onTrouble: (trouble) => troubles.push(trouble),
        })
        try {
          const { account } = await fundedAccount(node)
          const payout = aPayout(account.id)
          await openPayout(node, payout)
          const claim = {
            ...{ network: payout.network, currency: payout.currency },
            nowMs: Date.now(),
            leaseMs: 0,
            limit: 1,
          }
          expect((await node.books.claim(claim)).transactions).to.have.length(1)
          const upgraded = migrateDatabase(path, 'live', { versions: withSecondVersion(2) })
          const refusals = await paysDuring(upgraded, node, account.id)
          const message =
            'the database was upgraded while it was open, and this sente is too old for it: start a newer one'
          expect([message]).to.include.members([...refusals])
          expect((await rejection(openPayout(node, aPayout(account.id)))).message).to.equal(message)
          expect((await rejection(node.accounts.change(account.id, (known) => known))).message).to.equal(message)
          expect(await node.isReady()).to.equal(false)
          expect(troubles.map((trouble) => [trouble?.isLasting, trouble?.error.message])).to.deep.equal([
            [true, message],
          ])
          expect((await node.books.claim(claim)).transactions).to.deep.equal([])
        } finally {
          await node.close()
        }
      }),
  })

  rule('115.14', 'a new version is made from the one before, with all its rows, and once', {
    'one node after the other': () =>
      withSchema(async ({ path }) => {
        const store = await openPostgresStore({ path, purpose: 'live', migrate: true })
        const { account } = await fundedAccount(store)
        const payout = aPayout(account.id)
        await openPayout(store, payout).finally(store.close)
        const options = { versions: withSecondVersion() }
        expect(await migrateDatabase(path, 'live', options)).to.deep.equal({ from: 1, to: 2 })
        expect(await migrateDatabase(path, 'live', options)).to.deep.equal({ from: 2, to: 2 })
        expect(await rowsOn(path, 'SELECT id, channel FROM transactions')).to.deep.equal([
          { id: payout.id, channel: 'api' },
        ])
      }),
    'several at once': () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        const options = { versions: withSecondVersion() }
        const upgrades = Array.from({ length: 8 }, () => migrateDatabase(path, 'live', options))
        const from = (await Promise.all(upgrades)).map((upgrade) => upgrade.from)
        expect(from.sort()).to.deep.equal([1, ...Array(7).fill(2)])
      }),
  })
})
