import { expect } from 'chai'
import { openPostgresStore, postgres } from '../../../adapters/postgres/postgres.ts'
import { migrateDatabase } from '../../../adapters/postgres/schema/migrate.ts'
import { versions } from '../../../adapters/sql/schema/versions.ts'
import { fundedAccount } from '../../contracts/kit/bookActs.ts'
import { makeSchema, onServer, type Schema } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { rule } from '../../rule.ts'

async function withSchema(use: (schema: Schema) => Promise<void>): Promise<void> {
  const schema = await makeSchema()
  try {
    await use(schema)
  } finally {
    await schema.drop()
  }
}

/** What a store says that is opened without migrating. */
const refusal = async (path: string, purpose: 'sandbox' | 'live' = 'live') =>
  (await rejection(openPostgresStore({ path, purpose, migrate: false }))).message

const latest = versions.length

describe('44 PostgreSQL: the schema', () => {
  rule('44.21', 'nodes that start at once on an empty database make one schema', () =>
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

  rule('44.22', 'a migration tells from which version to which, and does nothing the second time', () =>
    withSchema(async ({ path }) => {
      expect(await postgres.migrate(path, 'live')).to.deep.equal({ from: 0, to: latest })
      expect(await postgres.migrate(path, 'live')).to.deep.equal({ from: latest, to: latest })
    }),
  )

  rule('44.23', 'a database that a program may not use is refused with what to do, and left as it is', {
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
    'one for another purpose': () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        const { message } = await rejection(postgres.migrate(path, 'sandbox'))
        expect(message).to.equal(
          `${postgres.nameOf(path)} is a live database and is not opened as sandbox: use another one, or the settings of its own gateway`,
        )
        expect(await refusal(path, 'sandbox')).to.equal(message)
      }),
    'a newer one on which this version does not work': () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        await onServer(path, `UPDATE sente_schema SET version = ${latest + 2}, works_from = ${latest + 1}`)
        expect(await refusal(path)).to.equal(
          `${postgres.nameOf(path)} has schema version ${latest + 2} and this sente needs version ${latest}: ` +
            'this sente is too old for it, use a newer one',
        )
      }),
  })

  rule(
    '44.24',
    'nodes of the version before work on a newer schema that says so, so that nodes are upgraded in turn',
    () =>
      withSchema(async ({ path }) => {
        await postgres.migrate(path, 'live')
        await onServer(path, `UPDATE sente_schema SET version = ${latest + 1}, works_from = ${latest}`)
        const store = await openPostgresStore({ path, purpose: 'live', migrate: true })
        expect(await store.isReady()).to.equal(true)
        await store.close()
      }),
  )

  rule('44.25', 'a new version is made of the one before, with all that it holds, and once', () =>
    withSchema(async ({ path }) => {
      const store = await openPostgresStore({ path, purpose: 'live', migrate: true })
      const { account } = await fundedAccount(store)
      const newer = { upgrade: () => 'ALTER TABLE accounts ADD COLUMN poem TEXT', worksFrom: latest }
      const options = { versions: [...versions, newer] }
      expect(await migrateDatabase(path, 'live', options)).to.deep.equal({ from: latest, to: latest + 1 })
      expect(await migrateDatabase(path, 'live', options)).to.deep.equal({ from: latest + 1, to: latest + 1 })
      await onServer(path, "UPDATE accounts SET poem = 'of money'")
      expect(await store.accounts.byId(account.id)).to.deep.equal(account)
      await store.close()
    }),
  )
})
