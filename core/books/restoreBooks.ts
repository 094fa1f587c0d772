import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../actions/attribution.ts'
import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { RestoredFile, StoreCopy, StoreFiles } from '../ports/store/store.ts'

/** The function that {@link restoreBooks} returns. */
export type RestoreBooks = (
  request: Attribution & { readonly copy: StoreCopy },
) => Promise<RestoredFile | OperatorRefusal>

/** Replaces a database with a backup. That is an action of the restored books: they are never there without it. */
export function restoreBooks(ports: ActionPorts & { readonly files: StoreFiles }): RestoreBooks {
  return async ({ copy, ...who }) => {
    const refused = refuseAttribution(who)
    if (refused) return refused
    const acting = recording(
      ports,
      who,
    )((latest: string | undefined) => ({
      kind: 'backup.restore',
      accountId: null,
      subject: `backup ${copy.file}`,
      before: null,
      after: { latest_transaction: latest ?? null },
    }))
    return ports.files.restore({ ...copy, acting })
  }
}
