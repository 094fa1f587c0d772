import { expect } from 'chai'
import {
  fundAccount,
  isRefusal,
  type MoveIn,
  type MoveOut,
  moveBooks,
  moveOperatorMoney,
  type Snapshot,
  type StoreContents,
  type StoreCounts,
  type Streamed,
} from '../../../../../core/sente.ts'
import { openBatches } from '../../../../fixtures/batches.ts'
import { rejection } from '../../../../fixtures/rejection.ts'
import { rule, table } from '../../../../rule.ts'

type Alter = (snapshot: Snapshot) => Snapshot

type RowOf<Rows> = Rows extends Streamed<infer Row> ? Row : never

/** A snapshot with the first row of a kind changed, or missing. */
function altered<Kind extends keyof Snapshot>(
  kind: Kind,
  change: (row: RowOf<ReturnType<Snapshot[Kind]>>) => object | undefined,
): Alter {
  return (snapshot) => ({
    ...snapshot,
    async *[kind]() {
      let isFirst = true
      for await (const row of snapshot[kind]() as AsyncIterable<never>) {
        const shown = isFirst ? change(row) : row
        isFirst = false
        if (shown) yield shown
      }
    },
  })
}

const asItIs: Alter = (snapshot) => snapshot

/** Books with something of each kind, and a log of each step of their move into another database. */
async function openMoving() {
  const core = await openBatches()
  const { ports, pay, account } = core
  const who = { by: 'amina', because: 'we have grown' }
  const { secrets: _, ...audited } = ports
  await pay('succeeds', { reference: 'wages-1' })
  await pay('accepts', { reference: 'wages-2' })
  await core.accepted([{}, {}])
  const money = { kind: 'top_up', currency: 'UGX', amount: 50_000, reference: 'bank-7' } as const
  const moved = await moveOperatorMoney(ports)({ ...money, from: 'bank', to: 'float:MTN:disbursement', ...who })
  if (isRefusal(moved)) throw new Error(moved.refused)
  const funding = { accountId: account.id, currency: 'UGX', amount: 1_000, reference: 'bank-8' }
  await fundAccount(ports)({ ...funding, ...who })
  const counts = await countsOf(ports.books.snapshot)
  const reported: string[] = []
  const snapshotOf =
    (alter: Alter): MoveOut['snapshot'] =>
    (read) =>
      ports.books.snapshot((whole) => read(alter(whole)))

  /** Moves the books, with a change in the other database, or in both. */
  async function move(
    given: { readonly source?: Alter; readonly target?: Alter } & Partial<Omit<MoveIn, 'snapshot'>> = {},
    by = who.by,
  ) {
    const { source = asItIs, target = source, ...other } = given
    const out: MoveOut = {
      ...{ name: 'sqlite:shop.db', moved: undefined, contents: {} as StoreContents, counts },
      snapshot: snapshotOf(source),
      markMoved: ({ id, to }) => reported.push(`marked as ${id} to ${to}`),
      close() {},
    }
    const into: MoveIn = {
      ...{ name: 'postgres:sente', id: 'move-1', isReleased: false, snapshot: snapshotOf(target) },
      async take(_contents, onRows) {
        onRows('transactions', 1)
        onRows('transactions', 1)
        reported.push('taken')
        return 3
      },
      counts: async () => counts,
      async release(acting) {
        await ports.actions.write(acting)
        reported.push('released')
      },
      close: async () => {},
      ...other,
    }
    const onProgress = ({ doing, done, of }: { doing: string; done: number; of: number }) =>
      reported.push(`${doing} ${done}/${of}`)
    return moveBooks({ ...audited, secrets: ports.secrets, source: out, target: into })({ ...who, by, onProgress })
  }
  return { ...core, counts, reported, move, steps: () => reported.filter((step) => !step.includes('/')) }
}

/** The number of rows of each kind that an audit reads. */
async function countsOf(snapshot: MoveOut['snapshot']): Promise<StoreCounts> {
  const none = { accounts: 1, keys: 2, pinCounts: 0 } as Partial<StoreCounts>
  return snapshot(async (whole) => {
    const entries = Object.entries(whole).map(async ([name, rows]) => {
      let many = 0
      for await (const _ of rows() as AsyncIterable<unknown>) many += 1
      return [name, many] as const
    })
    return { ...none, ...Object.fromEntries(await Promise.all(entries)) } as StoreCounts
  })
}

describe('104 The command line: moving, and the comparison', () => {
  rule('104.92', 'books are marked as moved once they have arrived unchanged, and only then taken into service', {
    'with progress, and an action of the new books': async () => {
      const { move, reported, counts, ports } = await openMoving()
      const { postings, balances, transactions, fundings, events, operatorMoves, actions } = counts
      const of = postings + balances + transactions + fundings + events + operatorMoves + actions
      expect(await move()).to.deep.equal({
        ...{ from: 'sqlite:shop.db', to: 'postgres:sente', already: false, rows: counts, replaced: 3 },
      })
      expect(reported).to.deep.equal([
        `checking sqlite:shop.db 0/${of}`,
        `checking sqlite:shop.db ${of}/${of}`,
        'moving transactions 1/2',
        'moving transactions 2/2',
        'taken',
        `checking postgres:sente 0/${of}`,
        `checking postgres:sente ${of}/${of}`,
        'marked as move-1 to postgres:sente',
        'released',
      ])
      const [action] = (await ports.actions.list({ limit: 1 })).actions
      expect(action).to.deep.include({ kind: 'books.move', by: 'amina', because: 'we have grown', subject: 'books' })
      expect(action?.after).to.deep.equal({
        ...{ from: 'sqlite:shop.db', to: 'postgres:sente', accounts: 1, transactions: 2 },
      })
    },
    'a move that is complete is not made again': async () => {
      const { move, reported } = await openMoving()
      expect(await move({ isReleased: true })).to.include({ already: true, replaced: 0 })
      expect(reported).to.deep.equal([])
    },
    'nor one that nobody has begun': async () => {
      const { move, reported } = await openMoving()
      expect(await move({}, '')).to.include({ refused: 'malformed_name' })
      expect(reported).to.deep.equal([])
    },
    'a network that has contradicted an end keeps no books from moving': async () => {
      const { move, steps } = await openMoving()
      const source = altered('transactions', (row) => ({
        ...row,
        transaction: { ...row.transaction, attention: 'contradiction' },
      }))
      expect(await move({ source })).to.include({ already: false })
      expect(steps().at(-1)).to.equal('released')
    },
  })

  rule('104.93', 'books that break a rule, or lose a row during the copy, are not moved', {
    'before anything is taken': async () => {
      const { move, steps, account } = await openMoving()
      const source = altered('balances', (row) => ({ ...row, heldMinor: row.heldMinor + 1n }))
      expect((await rejection(move({ source }))).message).to.equal(
        `the books do not agree, and were not moved: ${account.id} UGX: held is 7001, postings make 7000; see \`sente audit\``,
      )
      expect(steps()).to.deep.equal([])
    },
    'when fewer have arrived': async () => {
      const { move, steps, counts } = await openMoving()
      const arrived = async () => ({ ...counts, accounts: 0 })
      const { message } = await rejection(move({ counts: arrived }))
      expect(message).to.equal('0 of 1 accounts have arrived: nothing was moved')
      expect(steps()).to.deep.equal(['taken'])
    },
  })

  rule(
    '104.94',
    'the copy is added up by kind, state and account, and audited: differences are named, and nothing was moved',
    {
      '': table(
        ['difference', 'message'],
        [
          ['an available balance', 'the available balance of ACCOUNT in UGX: 1 with N in minor units'],
          ['a held balance', 'the held balance of ACCOUNT in UGX: 1 with N in minor units'],
          ['a posting', 'postings in UGX from funding to available: 2 with N in minor units'],
          ['the state of a payment', 'payouts over MTN in UGX that are succeeded: 1 with N in minor units'],
          ['a funding', 'fundings in UGX to fund: 2 with N in minor units'],
          ['the lines of a batch', 'batches that are paying, with their lines: 1 with N in minor units'],
          ['the amount that a batch has accepted', 'accepted by batches in UGX: 1 with N in minor units'],
          ['the amount that a batch holds', 'held by batches in UGX: 1 with N in minor units'],
          ['the amount of waiting lines', 'waiting lines of batches in UGX: 1 with N in minor units'],
          ['an event', 'the events of ACCOUNT, with sequences and times: 3 with N in minor units'],
          [
            'a move',
            'the operator’s own money in UGX moved from bank to float:MTN:disbursement: 1 with N in minor units',
          ],
          ['an action', 'actions of the kind account.create, with numbers and times: 1 with N in minor units'],
        ] as const,
        async (what, expected) => {
          const { move, steps, account } = await openMoving()
          const { message } = await rejection(move({ source: asItIs, target: differences[what] }))
          const prefix = 'the books have not arrived as they were, and were not moved: '
          expect(message.slice(0, prefix.length)).to.equal(prefix)
          const [moved] = message.slice(prefix.length).split(' were moved, and ')
          const reported = moved?.replace(account.id, 'ACCOUNT').replace(/with \d+/, 'with N')
          expect(reported).to.equal(expected)
          expect(steps()).to.deep.equal(['taken'])
        },
      ),
      'a row that is missing': async () => {
        const { move } = await openMoving()
        const { message } = await rejection(move({ source: asItIs, target: altered('operatorMoves', () => undefined) }))
        expect(message).to.match(/: 1 with 50000 in minor units were moved, and none have arrived$/)
      },
      'an error that no sum shows and an audit finds': async () => {
        const { move } = await openMoving()
        const target = altered('transactions', (row) => ({ ...row, postings: [] }))
        const { message } = await rejection(move({ source: asItIs, target }))
        expect(message).to.match(/: [0-9a-f-]{36}: its postings are none, but must be .+$/)
      },
      'that a payment waits for a person': async () => {
        const { move } = await openMoving()
        const target = altered('transactions', (row) => ({
          ...row,
          transaction: { ...row.transaction, attention: 'contradiction' },
        }))
        const { message } = await rejection(move({ source: asItIs, target }))
        expect(message).to.match(
          /: payments in UGX that need attention: contradiction: none were moved, and 1 with \d+ in minor units have arrived$/,
        )
      },
    },
  )
})

const differences = {
  'an available balance': altered('balances', (row) => ({ ...row, availableMinor: row.availableMinor + 1n })),
  'a held balance': altered('balances', (row) => ({ ...row, heldMinor: row.heldMinor + 1n })),
  'a posting': altered('postings', () => undefined),
  'the state of a payment': altered('transactions', (row) => ({
    ...row,
    transaction: { ...row.transaction, state: 'failed' },
  })),
  'a funding': altered('fundings', (row) => ({
    ...row,
    funding: { ...row.funding, amountMinor: row.funding.amountMinor + 1n },
  })),
  'the lines of a batch': altered('batches', (row) => ({ ...row, batch: { ...row.batch, lines: 3 } })),
  'the amount that a batch has accepted': altered('batches', ({ batch, ...row }) => ({
    ...row,
    batch: { ...batch, sums: batch.sums.map((sum) => ({ ...sum, acceptedMinor: sum.acceptedMinor + 1n })) },
  })),
  'the amount that a batch holds': altered('batches', ({ batch, ...row }) => ({
    ...row,
    batch: { ...batch, sums: batch.sums.map((sum) => ({ ...sum, heldMinor: sum.heldMinor + 1n })) },
  })),
  'the amount of waiting lines': altered('batches', (row) => ({
    ...row,
    waiting: row.waiting.map((sum) => ({ ...sum, minor: sum.minor + 1n })),
  })),
  'an event': altered('events', (row) => ({ ...row, atMs: row.atMs + 1 })),
  'a move': altered('operatorMoves', (row) => ({ ...row, amountMinor: row.amountMinor + 1n })),
  'an action': altered('actions', (row) => ({ ...row, atMs: row.atMs + 1 })),
}
