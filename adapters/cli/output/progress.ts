import type { Progress } from '../deps.ts'

/** Shows the progress of a long command. */
export type ShownProgress = {
  show(progress: Progress): void
  /** Ends the line of a bar. */
  end(): void
}

type Output = {
  err(text: string): void
  readonly isBar: boolean
  /** A clock in milliseconds, for the time left; the process's by default. */
  readonly nowMs?: () => number
}

const barWidth = 24

/** The time left is shown once this time has passed, in milliseconds: the first rows say little about the others. */
const measuredMs = 5_000

/**
 * Shows progress as a bar that is redrawn at each percent, with the time left in parts that take long, or as a line at
 * each quarter.
 */
export function progressIn({ err, isBar, nowMs = () => performance.now() }: Output): ShownProgress {
  let shown = ''
  let doing: string | undefined
  let begunMs = 0
  function end() {
    if (isBar && doing !== undefined) err('\n')
    doing = undefined
  }
  return {
    show(progress) {
      if (doing !== progress.doing) {
        end()
        begunMs = nowMs()
        shown = ''
      }
      doing = progress.doing
      const line = isBar ? barOf(progress) + timeLeft(progress, nowMs() - begunMs) : lineOf(progress)
      if (line === shown) return
      err(isBar ? `\r${line.padEnd(shown.length)}` : `${line}\n`)
      shown = line
    },
    end,
  }
}

function barOf({ doing, ...progress }: Progress): string {
  const percent = percentOf(progress)
  const full = Math.floor((percent * barWidth) / 100)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(percent).padStart(3)} %  ${doing}`
}

function timeLeft({ done, of }: Progress, passedMs: number): string {
  if (passedMs < measuredMs || done === 0 || done >= of) return ''
  const seconds = Math.ceil((passedMs * (of - done)) / done / 1_000)
  return seconds < 90 ? `, ${seconds} s left` : `, ${Math.round(seconds / 60)} min left`
}

function lineOf({ doing, ...progress }: Progress): string {
  return `${doing}: ${Math.floor(percentOf(progress) / 25) * 25} % of ${progress.of}`
}

function percentOf({ done, of }: Omit<Progress, 'doing'>): number {
  return of === 0 ? 100 : Math.floor((done * 100) / of)
}
