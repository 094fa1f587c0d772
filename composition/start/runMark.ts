import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'
import { storeKind } from '../settings/storeKinds.ts'

/** The file that marks a run of the server: beside the database, or among a node's own files. */
export function runMarkPath({ scheme, databasePath, stateDir, port }: Settings): string {
  return storeKind(scheme).inFiles ? `${databasePath}-running` : join(stateDir, `sente-${port}.running`)
}
