import type { Progress } from '../deps.ts'

/** Shows the progress of a long command. */
export type ShownProgress = {
  show(progress: Progress): void
  /** Ends the line of a bar. */
  end(): void
}

type Output = { err(text: string): void; readonly isBar: boolean }

const barWidth = 24

/** Shows progress as a bar that is redrawn at each percent, or as a line at each quarter. */
export function progressIn({ err, isBar }: Output): ShownProgress {
  let shown = ''
  let doing: string | undefined
  function end() {
    if (isBar && doing !== undefined) err('\n')
    doing = undefined
  }
  return {
    show(progress) {
      const line = isBar ? barOf(progress) : lineOf(progress)
      if (line === shown) return
      if (doing !== progress.doing) end()
      doing = progress.doing
      shown = line
      err(isBar ? `\r${line}` : `${line}\n`)
    },
    end,
  }
}

function barOf({ doing, ...progress }: Progress): string {
  const percent = percentOf(progress)
  const full = Math.floor((percent * barWidth) / 100)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(percent).padStart(3)} %  ${doing}`
}

function lineOf({ doing, ...progress }: Progress): string {
  return `${doing}: ${Math.floor(percentOf(progress) / 25) * 25} % of ${progress.of}`
}

function percentOf({ done, of }: Omit<Progress, 'doing'>): number {
  return of === 0 ? 100 : Math.floor((done * 100) / of)
}
