import { type CountedKey, countedAttempts, type People, retryAfter } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import { moments } from '../engine/moments.ts'
import type { Column } from '../engine/table.ts'
import { type CountedKeyRow, countedKeyColumns, countedKeyOf, signInAttempts } from './tables.ts'

/** How many keys without counting attempts are deleted with an attempt. */
const deletedAtOnce = 16

/** Counts attempts in rows, a key each, as long as any of them count. */
export function countingAttempts(engine: Engine): Pick<People, 'countAttempt' | 'uncountAttempt'> {
  const { dialect, write } = engine
  const time = moments(engine)
  const columns: readonly Column<CountedKey>[] = signInAttempts.columns
  const keys = columns.slice(0, 1)
  const insert = dialect.insert<CountedKey>(signInAttempts.name, columns)
  const update = dialect.update<CountedKey>(signInAttempts.name, { keys, columns: columns.slice(1) })
  const remove = dialect.delete<CountedKey>(signInAttempts.name, keys)
  const lookUp = dialect.lookUp({
    name: 'counted attempts',
    columns: countedKeyColumns,
    from: 'sign_in_attempts c',
    keys: [['c.key', 'text']],
    locks: true,
  })
  const over = {
    name: 'attempts that count no more',
    text: `SELECT ${countedKeyColumns} FROM sign_in_attempts c WHERE c.over_at_ms <= $1
      ORDER BY c.over_at_ms LIMIT ${deletedAtOnce} ${dialect.lockFree('c')}`,
  }
  return {
    countAttempt({ counts, withinMs, nowMs }) {
      const given = counts.map(({ key }) => key).toSorted()
      const locked = lookUp(given.map((key) => [key]))
      return write<Counted>({
        reads: [...locked, { ...over, values: [nowMs - withinMs] }],
        decide(rows, decidedMs) {
          const atMs = time.decided(nowMs, decidedMs)
          const found = rowsIn(rows.slice(0, locked.length).flat())
          const timesOf = (key: string) =>
            countedAttempts(found.find((one) => one.key === key)?.times ?? [], { nowMs: atMs, withinMs })
          const retries = counts.flatMap(({ key, most }) => retryAfter(timesOf(key), { most, withinMs }) ?? [])
          if (retries.length > 0) {
            const ahead = found.filter(({ times }) => times.some((one) => one > atMs))
            const right = ahead.map((one) => ({ ...one, times: timesOf(one.key), overAtMs: atMs + withinMs }))
            return { value: { retryAtMs: Math.max(...retries) }, writes: update(right) }
          }
          const counted = given.map((key) => ({ key, times: [...timesOf(key), atMs], overAtMs: atMs + withinMs }))
          const isThere = ({ key }: CountedKey) => found.some((one) => one.key === key)
          const ended = rowsIn(rows.at(-1) ?? []).filter(({ key }) => !given.includes(key))
          const writes = [
            ...remove(ended),
            ...update(counted.filter(isThere)),
            ...insert(counted.filter((one) => !isThere(one))),
          ]
          return { value: { atMs }, writes }
        },
      })
    },
    uncountAttempt({ keys: given, atMs }) {
      return write({
        reads: lookUp(given.toSorted().map((key) => [key])),
        decide(rows) {
          const less = rowsIn(rows.flat()).map(({ key, times, overAtMs }) => ({
            key,
            overAtMs,
            times: times.toSpliced(times.lastIndexOf(atMs), times.includes(atMs) ? 1 : 0),
          }))
          return { value: undefined, writes: update(less) }
        },
      })
    },
  }
}

type Counted = Awaited<ReturnType<People['countAttempt']>>

function rowsIn(rows: readonly unknown[]): CountedKey[] {
  return (rows as readonly CountedKeyRow[]).map(countedKeyOf)
}
