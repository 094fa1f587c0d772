import type { ActionQuery, Actions } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { actionBeside } from './actionWrites.ts'
import { type ActionRow, actionColumns, actionOf } from './tables.ts'

/** The stored actions. */
export function actions({ dialect, ask, write }: Engine): Actions {
  const beside = actionBeside(dialect)
  const found = async (statement: SqlStatement) => (await ask<ActionRow>(statement)).map(actionOf)
  return {
    async list(query) {
      const { limit } = query
      const rows = await found(selectPage(query))
      const page = rows.slice(0, limit)
      return { actions: page, next: rows.length > limit ? (page.at(-1)?.number ?? null) : null }
    },
    byNumber: async (number) => (await found({ ...selectOne, values: [number] }))[0],
    endOf: async (proposal) => (await found({ ...selectEnd, values: [proposal] }))[0],
    notEnded: (kind) => found({ ...selectNotEnded, values: [kind] }),
    write(acting) {
      const action = beside(acting)
      return write({
        reads: action.reads,
        decide(rows) {
          const made = action.made(rows)
          return { value: made.action, writes: made.writes }
        },
      })
    },
  }
}

const selectOne = { name: 'action', text: `SELECT ${actionColumns} FROM actions a WHERE a.number = $1` }

const selectEnd = { name: 'end of proposal', text: `SELECT ${actionColumns} FROM actions a WHERE a.proposal = $1` }

const selectNotEnded = {
  name: 'proposals not ended',
  text: `SELECT ${actionColumns} FROM actions a WHERE a.kind = $1
    AND NOT EXISTS (SELECT 1 FROM actions e WHERE e.proposal = a.number) ORDER BY a.number`,
}

/** Only the given filters are in the statement, so that an index serves them. */
function selectPage({ accountId, by, kind, fromMs, toMs, before, limit }: ActionQuery): SqlStatement {
  const filters = [
    ['account', accountId, (place: string) => `a.account_id = ${place}`],
    ['by', by, (place: string) => `(a.made_by = ${place} OR a.approved_by = ${place})`],
    ['kind', kind, (place: string) => `a.kind = ${place}`],
    ['from', fromMs, (place: string) => `a.at_ms >= ${place}`],
    ['to', toMs, (place: string) => `a.at_ms < ${place}`],
    ['before', before, (place: string) => `a.number < ${place}`],
  ] as const
  const given = filters.filter(([, value]) => value !== undefined)
  const where = given.map(([, , condition], index) => condition(`$${index + 2}`))
  return {
    name: `actions ${given.map(([name]) => name).join(' ')}`,
    text: `SELECT ${actionColumns} FROM actions a WHERE ${['TRUE', ...where].join(' AND ')}
      ORDER BY a.number DESC LIMIT $1`,
    values: [limit + 1, ...given.map(([, value]) => value)],
  }
}
