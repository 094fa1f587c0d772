import type { PaymentLink, PaymentLinks } from '../../../core/sente.ts'
import { lockAccount } from '../accounts/accountRows.ts'
import type { Engine } from '../engine/engine.ts'
import { actionBeside } from '../operators/actions/actionWrites.ts'
import { type LinkRow, linkColumns, linkOf, paymentsOfLink, paymentLinks as table, usesOfLink } from './tables.ts'

/** The stored payment links. */
export function paymentLinks({ dialect, ask, write }: Engine): PaymentLinks {
  const beside = actionBeside(dialect)
  const insert = dialect.insert<PaymentLink>(table.name, table.columns)
  const { text, integer } = dialect.types
  const find = async (statement: { name: string; text: string }, ...values: unknown[]) =>
    (await ask<LinkRow>({ ...statement, values })).map(linkOf)
  const page = {
    name: 'links',
    text: `SELECT ${linkColumns} FROM payment_links l
      WHERE l.account_id = $1 AND (CAST($2 AS ${text}) IS NULL OR l.id < $2)
      ORDER BY l.id DESC LIMIT CAST($3 AS ${integer})`,
  }
  return {
    add(link, acting) {
      const action = beside(acting)
      return write({
        // Locked, so that of two requests at once the second finds the link of the first.
        reads: [
          lockAccount(dialect, link.accountId),
          { ...selectByReference, values: [link.accountId, link.reference] },
          ...action.reads,
        ],
        decide([, rows = [], ...found]) {
          const [first] = (rows as readonly LinkRow[]).map(linkOf)
          if (first) return { value: first, writes: [] }
          return { value: link, writes: [...insert([link]), ...action.made(found).writes] }
        },
      })
    },
    byId: async (id) => (await find(selectById, id))[0],
    byToken: async (digest) => (await find(selectByToken, digest))[0],
    byReference: async (accountId, reference) => (await find(selectByReference, accountId, reference))[0],
    list: ({ accountId, before = null, limit }) => find(page, accountId, before, limit),
    async uses(id) {
      const [row] = await ask<{ readonly used: bigint; readonly paid: bigint }>({ ...selectUses, values: [id] })
      return { used: Number(row?.used ?? 0n), paid: Number(row?.paid ?? 0n) }
    },
    // Steps hold the account while they load and write, and so see the link in this state.
    end({ id, accountId }, atMs, acting) {
      const action = beside(acting)
      return write({
        reads: [lockAccount(dialect, accountId), { ...selectById, values: [id] }, ...action.reads],
        decide([, rows = [], ...found]) {
          const [link] = (rows as readonly LinkRow[]).map(linkOf)
          if (link?.endedAtMs !== null) return { value: undefined, writes: [] }
          return { value: undefined, writes: [{ ...end, values: [id, atMs] }, ...action.made(found).writes] }
        },
      })
    },
  }
}

const selectById = { name: 'link by id', text: `SELECT ${linkColumns} FROM payment_links l WHERE l.id = $1` }

const selectByToken = {
  name: 'link by token',
  text: `SELECT ${linkColumns} FROM payment_links l WHERE l.token_digest = $1`,
}

const selectByReference = {
  name: 'link by reference',
  text: `SELECT ${linkColumns} FROM payment_links l WHERE l.account_id = $1 AND l.reference = $2`,
}

const selectUses = {
  name: 'uses of link',
  text: `SELECT ${usesOfLink} AS used, ${paymentsOfLink} AS paid FROM payment_links l WHERE l.id = $1`,
}

const end = {
  name: 'end link',
  text: 'UPDATE payment_links SET ended_at_ms = $2 WHERE id = $1 AND ended_at_ms IS NULL',
}
