import type { Acting, Action, ChainEnd } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import type { Column } from '../../engine/table.ts'
import { actionChain, actions, type ChainEndRow, chainEndOf, selectChainEnd } from './tables.ts'

/** The end of the chain before a transaction, and whether it is there yet. */
export type FoundEnd = ChainEnd & { readonly isNew: boolean }

/** The statements that lock and load the end of the chain, and that write actions behind it. */
export type ActionWrites = {
  readonly lock: SqlStatement
  /** Reads which of these proposals have ended. */
  ended(proposals: readonly number[]): SqlStatement[]
  /** The end in the locked rows. */
  endIn(rows: readonly unknown[]): FoundEnd
  /** Writes actions and the new end. */
  append(before: FoundEnd, added: { readonly actions: readonly Action[]; readonly end: ChainEnd }): SqlStatement[]
}

/** A row of a proposal that has ended. */
export type EndedRow = { readonly proposal: bigint }

/** Makes them. Every place in the chain is assigned while its end is locked, the last of all locks. */
export function actionWrites(dialect: Dialect): ActionWrites {
  const columns: readonly Column<ChainEnd>[] = actionChain.columns
  const insert = dialect.insert<Action>(actions.name, actions.columns)
  const begin = dialect.insert<ChainEnd>(actionChain.name, columns)
  const move = dialect.update<ChainEnd>(actionChain.name, { keys: columns.slice(0, 1), columns: columns.slice(1) })
  const ended = dialect.lookUp({
    name: 'ended proposals',
    columns: 'e.proposal',
    from: 'actions e',
    keys: [['e.proposal', 'integer']],
  })
  return {
    lock: { name: 'lock end of actions', text: `${selectChainEnd} ${dialect.lock('c')}` },
    ended: (proposals) => ended(proposals.map((proposal) => [proposal])),
    endIn([row]) {
      return row ? { ...chainEndOf(row as ChainEndRow), isNew: false } : { number: 0, hash: '', isNew: true }
    },
    append({ isNew }, added) {
      if (added.actions.length === 0) return []
      return [...insert(added.actions), ...(isNew ? begin : move)([added.end])]
    },
  }
}

/** The action that is written with a change: its reads, after the reads of the change, and its writes. */
export type ActionBeside<Changed extends readonly unknown[]> = {
  readonly reads: readonly SqlStatement[]
  /** Gets the rows of these reads. Returns the action, unless nothing was changed. */
  made(rows: readonly (readonly unknown[])[], ...changed: Changed): MadeAction
}

/** An action and its writes. */
export type MadeAction = { readonly action: Action | undefined; readonly writes: readonly SqlStatement[] }

/** Makes the action beside a change. Nothing is read or written without an action. */
export function actionBeside(dialect: Dialect) {
  const { lock, ended, endIn, append } = actionWrites(dialect)
  return <Changed extends readonly unknown[]>(acting: Acting<Changed> | undefined): ActionBeside<Changed> => ({
    reads: acting ? [lock, ...ended(acting.proposal === null ? [] : [acting.proposal])] : [],
    made([end = [], ends = []], ...changed) {
      const before = endIn(end)
      const { number, hash } = before
      const made = acting?.chain({ number, hash, isEnded: ends.length > 0 }, ...changed)
      if (!made) return { action: undefined, writes: [] }
      const { action } = made
      return { action, writes: append(before, { actions: [action], end: { number: action.number, hash: made.hash } }) }
    },
  })
}
