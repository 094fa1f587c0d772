import { expect } from 'chai'
import { addressOf } from '../../../../adapters/postgres/connection/databaseUrl.ts'
import { primaryConnection } from '../../../../adapters/postgres/connection/primaryConnection.ts'
import { transact } from '../../../../adapters/postgres/connection/transact.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { auditBooks, type Trouble, UnusableDatabase } from '../../../../core/sente.ts'
import { balanceOf, fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { openPgBouncer } from '../../../fixtures/postgres/pgbouncer.ts'
import { type OwnServer, openOwnServer, rowsOn } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

const message =
  'the connections to the database share or change sessions, as with a pooler in transaction mode or one that ' +
  'balances reads, and are not used: connect to PostgreSQL itself, or set the pooler to session mode without balancing'

describe('115 PostgreSQL: behind a pooler', () => {
  let server: OwnServer
  before(async () => {
    server = await openOwnServer()
  })
  after(() => server?.close())

  const open = (path: string, onTrouble?: (trouble: Trouble | undefined) => void) =>
    openPostgresStore({ path, purpose: 'sandbox', migrate: true, ...(onTrouble && { onTrouble }) })

  rule(
    '115.36',
    'a server behind a pooler in session mode is used like any other, by several nodes at once',
    async () => {
      const { path } = await openPgBouncer(server.path, 'session')
      const nodes = [await open(path), await open(path)] as const
      try {
        const { account } = await fundedAccount(nodes[0])
        const payouts = Array.from({ length: 20 }, () => aPayout(account.id, { amountMinor: 1_000n }))
        await Promise.all(payouts.map((payout, index) => openPayout(nodes[index % 2 === 0 ? 0 : 1], payout)))
        for (const node of nodes) {
          expect(await balanceOf(node, account.id)).to.deep.equal([80_000n, 20_000n])
          expect(await node.isReady()).to.equal(true)
          expect((await auditBooks(node)()).broken).to.deep.equal([])
        }
      } finally {
        await Promise.all(nodes.map(({ close }) => close()))
      }
    },
  )

  rule('115.37', 'a pooler that shares sessions between connections is refused, in one sentence that says what to do', {
    'at the start, in transaction mode': async () => {
      const { path } = await openPgBouncer(server.path, 'transaction')
      const error = await rejection(open(path))
      expect(error).to.be.instanceOf(UnusableDatabase).with.property('message', message)
    },
    'at the start, in statement mode': async () => {
      const { path } = await openPgBouncer(server.path, 'statement')
      expect((await rejection(open(path))).message).to.equal(message)
    },
    'when its mode changes, until it is in session mode again': async () => {
      const pooler = await openPgBouncer(server.path, 'session')
      const troubles: (string | undefined)[] = []
      const store = await open(pooler.path, (trouble) => troubles.push(trouble?.error.message))
      try {
        const { account } = await fundedAccount(store)
        await pooler.become('transaction')
        await until(() => openPayout(store, aPayout(account.id)).then(() => false, isRefused))
        expect(await store.isReady()).to.equal(false)
        await pooler.become('session')
        await until(store.isReady)
        await openPayout(store, aPayout(account.id))
        expect(troubles.at(-1)).to.equal(undefined)
        expect((await auditBooks(store)()).broken).to.deep.equal([])
      } finally {
        await store.close()
      }
    },
    'in a transaction, if another connection has used its session': async () => {
      const connection = primaryConnection({
        address: addressOf(server.path),
        use: { pipeline: true, answerMs: 5_000 },
      })
      const client = await connection.client(0)
      const write = { text: "UPDATE sente_database SET purpose = 'live'" }
      const writing = { reads: [], decide: () => ({ value: 'written', writes: [write] }) }
      await client.query("SELECT set_config('sente.connection', 'of another', false)")
      expect((await rejection(transact(connection, writing, 0))).message).to.equal(message)
      await connection.close()
      expect(await rowsOn(server.path, 'SELECT purpose FROM sente_database')).to.deep.equal([{ purpose: 'sandbox' }])
    },
  })
})

const isRefused = ({ message: found }: Error) => found === message
