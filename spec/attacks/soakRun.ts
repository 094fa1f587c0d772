import { InvalidArgumentError } from 'commander'

/** Figures of a run so far, by their names. */
type Figures = Readonly<Record<string, number>>

/** How a soak tells what it does, and when it is to end. */
export type Soak = {
  /** Begins to count time; `figures` are told as it goes on and in the end. */
  begin(figures: () => Figures, seconds?: number): void
  /** Whether time is up, or somebody has asked it to end. */
  isOver(): boolean
  tell(text: string): void
  /** Tells the figures, unless it has just done so. */
  progress(): void
  /** Tells the figures for the last time; violations make it fail. */
  end(violations: number): void
}

/** How often figures are told, in milliseconds. */
const everyMs = 10_000

/** Makes it over what prints a line, tells whether it was asked to end, and fails. */
export function soakRun(world: { print(line: string): void; isAskedToEnd(): boolean; fail(): void }): Soak {
  const beganMs = performance.now()
  let [toldMs, endsMs] = [beganMs, Number.POSITIVE_INFINITY]
  let figures: () => Figures = () => ({})
  const tellFigures = () => {
    const seconds = Math.round((performance.now() - beganMs) / 1_000)
    const told = Object.entries(figures()).map(([name, value]) => `${name} ${value}`)
    world.print([`${seconds} s`, ...told].join('  '))
  }
  return {
    begin(given, seconds) {
      figures = given
      if (seconds !== undefined) endsMs = beganMs + seconds * 1_000
    },
    isOver: () => performance.now() >= endsMs || world.isAskedToEnd(),
    tell: world.print,
    progress() {
      if (performance.now() - toldMs < everyMs) return
      toldMs = performance.now()
      tellFigures()
    },
    end(violations) {
      tellFigures()
      if (violations > 0) world.fail()
    },
  }
}

/** Reads a number above zero from the command line. */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError('It has to be a number above zero.')
}
