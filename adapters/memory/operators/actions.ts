import type { Acting, Action, Actions, ChainEnd } from '../../../core/sente.ts'

/** Writes an action with a change. The action comes first: if it throws, the change must not be made. */
export type ActBeside = <Changed extends readonly unknown[]>(
  acting: Acting<Changed> | undefined,
  ...changed: Changed
) => Action | undefined

/** The actions, with functions for other parts of the store. */
type MemoryActions = Actions & {
  readonly beside: ActBeside
  chainEnd(): ChainEnd
  isEnded(proposal: number): boolean
  keep(added: readonly Action[]): void
  keepEnd(end: ChainEnd): void
  all(): readonly Action[]
}

/** Actions in memory: gone with the process. */
export function memoryActions(): MemoryActions {
  const actions: Action[] = []
  let end: ChainEnd = { number: 0, hash: '' }
  const isEnded = (proposal: number) => actions.some((action) => action.proposal === proposal)

  function keepEnd(last: ChainEnd): void {
    end = last
  }

  const beside: ActBeside = (acting, ...changed) => {
    if (!acting) return undefined
    const { proposal, chain } = acting
    const made = chain({ ...end, isEnded: proposal !== null && isEnded(proposal) }, ...changed)
    if (!made) return undefined
    actions.push(made.action)
    keepEnd({ number: made.action.number, hash: made.hash })
    return made.action
  }

  return {
    beside,
    chainEnd: () => end,
    isEnded,
    keep: (added) => actions.push(...added),
    keepEnd,
    all: () => [...actions],
    async list({ accountId, by, kind, fromMs = -Infinity, toMs = Infinity, before = Infinity, limit }) {
      const found = actions
        .filter((action) => action.number < before && action.atMs >= fromMs && action.atMs < toMs)
        .filter(
          (action) => (accountId ?? action.accountId) === action.accountId && (kind ?? action.kind) === action.kind,
        )
        .filter((action) => by === undefined || action.by === by || action.approvedBy === by)
        .reverse()
      const page = found.slice(0, limit)
      return { actions: page, next: found.length > limit ? (page.at(-1)?.number ?? null) : null }
    },
    byNumber: async (number) => actions[number - 1],
    endOf: async (proposal) => actions.find((action) => action.proposal === proposal),
    notEnded: async (kind) => actions.filter((action) => action.kind === kind && !isEnded(action.number)),
    write: async (acting) => beside(acting),
  }
}
