import { type AccountRepo, isWithinAnHour, type NameLookUp, pauseOfAnHour } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { moments } from '../engine/moments.ts'
import { nameLookUps } from '../tables/accounts.ts'
import { lockAccount } from './accountRows.ts'

/** Makes the function that counts look-ups of recipients: a row each, while it counts. */
export function countingNameLookUps(engine: Engine): AccountRepo['countNameLookUp'] {
  const { dialect, write } = engine
  const time = moments(engine)
  const insert = dialect.insert<NameLookUp>(nameLookUps.name, nameLookUps.columns)
  const forget = dialect.delete<NameLookUp>(nameLookUps.name, nameLookUps.columns.slice(0, 2))
  return (accountId, { nowMs, most }) =>
    write({
      reads: [lockAccount(dialect, accountId), { ...selectMade, values: [accountId] }],
      decide([, rows = []], decidedMs) {
        const atMs = time.decided(nowMs, decidedMs)
        const made = (rows as readonly MadeRow[]).map((row) => ({
          accountId,
          nth: Number(row.nth),
          atMs: Number(row.atMs),
        }))
        const times = made.map((one) => one.atMs)
        const pauseMs = pauseOfAnHour(times, { nowMs: atMs, most })
        if (pauseMs > 0) return { value: { pauseMs }, writes: [] }
        const over = made.filter((one) => !isWithinAnHour(one.atMs, atMs))
        const next = { accountId, nth: (made.at(-1)?.nth ?? 0) + 1, atMs }
        return { value: { pauseMs }, writes: [...forget(over), ...insert([next])] }
      },
    })
}

type MadeRow = { readonly nth: bigint; readonly atMs: bigint }

const selectMade = {
  name: 'name look-ups',
  text: 'SELECT l.nth, l.at_ms AS "atMs" FROM name_look_ups l WHERE l.account_id = $1 ORDER BY l.nth',
}
