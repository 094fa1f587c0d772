import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { HomeMove, MovedHome } from '../../ports/store/moves.ts'
import type { StoreKind } from '../../ports/store/store.ts'

/** The function that {@link declareMoved} returns. */
export type DeclareMoved = (
  request: Attribution & Pick<HomeMove, 'path' | 'purpose' | 'from'> & { readonly because: string },
) => Promise<MovedHome | OperatorRefusal>

/** The kind of store whose books were moved. */
export type DeclareMovedPorts = ActionPorts & { readonly kind: Required<Pick<StoreKind, 'declareMoved'>> }

/**
 * Accepts the database that books were moved to by other means than sente's, and closes the old one. That is an action
 * of the books.
 */
export function declareMoved(ports: DeclareMovedPorts): DeclareMoved {
  const { kind, clock } = ports
  return async ({ path, purpose, from, ...who }) => {
    const refused = refuseAttribution(who)
    if (refused) return refused
    const acting = recording(
      ports,
      who,
    )((to: string, origin: string) => ({
      kind: 'database.move',
      accountId: null,
      subject: 'database',
      before: { database: origin },
      after: { database: to, old_is_off: from === undefined },
    }))
    const explanation = `${who.by}: ${who.because}`
    return kind.declareMoved({ path, purpose, from, acting, explanation, atMs: clock.nowMs() })
  }
}
