import { InvalidArgumentError } from 'commander'

/** Figures of a run so far, by name. */
type Figures = Readonly<Record<string, number>>

/** The output of a soak, and its end. */
export type Soak = {
  /** Begins to count time; prints `figures` from time to time and at the end. */
  begin(figures: () => Figures, seconds?: number): void
  /** Whether the time is over, or an end was requested. */
  isOver(): boolean
  print(text: string): void
  /** Prints the figures, unless it has just done so. */
  progress(): void
  /** Prints the figures for the last time; violations make it fail. */
  end(violations: number): void
}

/** The pause between figures, in milliseconds. */
const everyMs = 10_000

/** Makes it; `host` prints a line, says whether the run was asked to end, and makes it fail. */
export function soakRun(host: { print(line: string): void; isAskedToEnd(): boolean; fail(): void }): Soak {
  const beganMs = performance.now()
  let [printedMs, endsMs] = [beganMs, Number.POSITIVE_INFINITY]
  let figures: () => Figures = () => ({})
  const printFigures = () => {
    const seconds = Math.round((performance.now() - beganMs) / 1_000)
    const texts = Object.entries(figures()).map(([name, value]) => `${name} ${value}`)
    host.print([`${seconds} s`, ...texts].join('  '))
  }
  return {
    begin(given, seconds) {
      figures = given
      if (seconds !== undefined) endsMs = beganMs + seconds * 1_000
    },
    isOver: () => performance.now() >= endsMs || host.isAskedToEnd(),
    print: host.print,
    progress() {
      if (performance.now() - printedMs < everyMs) return
      printedMs = performance.now()
      printFigures()
    },
    end(violations) {
      printFigures()
      if (violations > 0) host.fail()
    },
  }
}

/** Reads a number above zero from the command line. */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError('It must be a number above zero.')
}
