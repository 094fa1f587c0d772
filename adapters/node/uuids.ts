import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import type { Ids } from '../../core/sente.ts'

/** UUIDs of RFC 9562: version 7 where order matters, version 4 where nobody may guess. */
export const uuids: Ids = {
  ordered: () => v7(),
  random: () => randomUUID(),
}
