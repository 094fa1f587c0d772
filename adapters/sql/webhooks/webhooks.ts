import type { Webhooks } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { claims } from './claims.ts'
import { deliveries } from './deliveries.ts'
import { failing } from './failing.ts'
import { redelivering } from './redeliveries.ts'
import { settings } from './settings.ts'

/** Endpoints in the books' tables, and the progress of their deliveries. */
export function webhooks(engine: Engine): Webhooks {
  return {
    ...settings(engine),
    ...claims(engine),
    ...deliveries(engine),
    ...failing(engine),
    redeliver: redelivering(engine),
  }
}
