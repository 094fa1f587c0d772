import type { WebhookStore } from '../kit/store.ts'
import { closing, type Trial, trials } from '../kit/trial.ts'
import { answers } from './answers.ts'
import { apiAccess } from './apiAccess.ts'
import { claims } from './claims.ts'
import { clocks } from './clocks.ts'
import { endpoints } from './endpoints.ts'
import { failing } from './failing.ts'
import { redeliveries } from './redeliveries.ts'
import { settlements } from './settlements.ts'

/**
 * The promises of every store of endpoints: chapter 205 of the rulebook. `open` makes an empty store for each check.
 */
export function webhooks(open: () => WebhookStore | Promise<WebhookStore>): readonly Trial[] {
  return trials(
    { ...endpoints, ...claims, ...settlements, ...clocks, ...apiAccess, ...redeliveries, ...failing, ...answers },
    (example) => closing(open, example),
  )
}
