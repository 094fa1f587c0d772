import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  type ApprovalPorts,
  approveProposal,
  auditBooks,
  type Change,
  isRefusal,
  listProposals,
  makeChange,
  verifyActions,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'
import { doubtfulPayout } from './changes.ts'
import { openFourEyes } from './fourEyes.ts'

type At = Awaited<ReturnType<typeof openNodes>>

const opening = { purpose: 'sandbox', migrate: true } as const

/** Places for books that several nodes open. */
const places = {
  async SQLite() {
    const { database: path, remove } = makeFolder()
    return { open: async () => openSqliteStore({ ...opening, path }), remove }
  },
  async PostgreSQL() {
    const { path, drop } = await makeSchema()
    return { open: () => openPostgresStore({ ...opening, path, clock: 'caller' }), remove: drop }
  },
}

/** A core with four eyes, over books that another node has open, too. */
async function openNodes(kind: keyof typeof places) {
  const { open, remove } = await places[kind]()
  const [first, second] = [await open(), await open()]
  async function close() {
    await first.close()
    await second.close()
    await remove()
  }
  const at = await openFourEyes({}, first)
  const other = { ...at.ports, ...second }
  const approveBy = async (ports: ApprovalPorts, proposal: number, by: string) => {
    const done = await approveProposal(ports)({ proposal, by })
    return isRefusal(done) ? done.refused : 'made'
  }
  return {
    ...{ ...at, other, close },
    /** Two approvals on each node at once; resolves with their answers, in the order of the alphabet. */
    async race(proposal: number, clock = at.clock) {
      const approvals = [at.ports, other, at.ports, other].map((ports, nth) =>
        approveBy({ ...ports, clock }, proposal, `person ${nth}`),
      )
      return (await Promise.all(approvals)).sort()
    },
    approveThere: (proposal: number) => approveBy(other, proposal, 'amina'),
    /** The number of actions that approvals of this proposal have written. */
    async ends(proposal: number) {
      return (await at.all()).filter((action) => action.proposal === proposal).length
    },
    async isSound() {
      const audit = await auditBooks({ books: at.ports.books, secrets: testSecrets })()
      const { broken } = await verifyActions({ ...at.ports, secrets: testSecrets })({})
      return audit.ok && broken.length === 0
    },
  }
}

/** On both stores. */
function onBoth(example: (at: At) => Promise<void>) {
  return Object.fromEntries(
    (Object.keys(places) as (keyof typeof places)[]).map((kind) => [
      kind,
      async () => {
        const at = await openNodes(kind)
        try {
          await example(at)
        } finally {
          await at.close()
        }
      },
    ]),
  )
}

/** Each change, and the number of times it was made. */
const changes: Readonly<Record<string, (at: At) => Promise<{ change: Change; made(): Promise<number> }>>> = {
  'a funding': async ({ funding, available }) => ({
    change: funding(2_000_000),
    made: async () => ((await available()) - 100_000) / 2_000_000,
  }),
  'a new key': async ({ ports, accountId }) => {
    const keys = async () => (await ports.accounts.byId(accountId))?.keys.length ?? 0
    const before = await keys()
    return {
      change: { kind: 'key.rotate', request: { accountId, kind: 'secret' } },
      made: async () => (await keys()) - before,
    }
  },
  'a move of the operator’s own money': async ({ ports }) => ({
    change: {
      kind: 'float.move',
      request: {
        ...{ kind: 'top_up', currency: 'UGX', amount: 2_000_000, reference: 'bank-7' },
        ...{ from: 'bank', to: 'float:MTN:disbursement' },
      },
    },
    made: async () => (await ports.operatorMoney.moves({ limit: 9 })).length,
  }),
  'a decision about a payment': async (at) => {
    const transactionId = await doubtfulPayout(at)
    const { available } = await at.balance()
    return {
      change: { kind: 'transaction.resolve', request: { transactionId, end: 'failed' } },
      made: async () => Number((await at.balance()).available - available) / 5_000,
    }
  },
}

describe('126 Who did what: approvals at once', () => {
  rule(
    '126.35',
    'one of several approvals of a proposal at once, on one node or on several, makes the change, with one action',
    onBoth(async (at) => {
      for (const [name, prepare] of Object.entries(changes)) {
        const { change, made } = await prepare(at)
        const proposal = await at.propose(change)
        const answers = (await at.race(proposal)).filter((answer) => answer === 'made')
        expect([name, answers.length, await made(), await at.ends(proposal)]).to.deep.equal([name, 1, 1, 1])
      }
      expect(await at.isSound()).to.equal(true)
    }),
  )

  rule(
    '126.36',
    'a proposal that expires during its approval has its effect once or not at all, and not twice when proposed again',
    onBoth(async (at) => {
      const proposal = await at.propose(at.funding(2_000_000))
      at.clock.forwardMs(24 * hourMs - 3)
      // It expires between the first looks at the clock and the last.
      const nowMs = () => {
        at.clock.forwardMs(1)
        return at.clock.nowMs()
      }
      const answers = await at.race(proposal, { ...at.clock, nowMs })
      const made = answers.filter((answer) => answer === 'made').length
      expect(made).to.be.at.most(1)
      // Approvals after the one that makes the change may find it ended before they look at the clock.
      expect(['made', 'proposal_ended', 'proposal_expired']).to.include.members(answers)
      expect([await at.ends(proposal), await at.available()]).to.deep.equal([made, 100_000 + made * 2_000_000])
      expect(await at.approveThere(proposal)).to.equal(made === 1 ? 'proposal_ended' : 'proposal_expired')
      expect(await listProposals(at.ports)()).to.deep.equal([])
      const again = await at.propose(at.funding(2_000_000))
      await at.race(again)
      expect([await at.ends(again), await at.available()]).to.deep.equal([1, 2_100_000])
      expect(await at.isSound()).to.equal(true)
    }),
  )

  rule(
    '126.37',
    'a proposal outlives a restart: another node can make the change',
    onBoth(async (at) => {
      const proposal = await at.propose(at.funding(2_000_000))
      const write = at.ports.books.atomically
      at.ports.books.atomically = () => Promise.reject(new Error('killed'))
      const killed = approveProposal(at.ports)({ proposal, by: 'amina' })
      expect(await killed.catch(({ message }: Error) => message)).to.equal('killed')
      at.ports.books.atomically = write
      expect([await at.ends(proposal), await at.available()]).to.deep.equal([0, 100_000])
      expect(await at.approveThere(proposal)).to.equal('made')
      expect(await at.approveThere(proposal)).to.equal('proposal_ended')
      expect([await at.ends(proposal), await at.available()]).to.deep.equal([1, 2_100_000])
      const repeated = await makeChange(at.other)({ change: at.funding(2_000_000), ...at.who })
      expect(isRefusal(repeated)).to.equal(false)
      expect(await at.available()).to.equal(2_100_000)
    }),
  )
})
