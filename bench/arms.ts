import type { Plan } from './slices.ts'

/** Something that was measured. */
export type Finding = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** What it has to be. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number }
}

/** What came of an arm. Where something speaks against them, its findings are no figures. */
export type ArmResult = {
  readonly findings: readonly Finding[]
  readonly doubts: readonly string[]
  /** All that was measured, for the file. */
  readonly details: unknown
}

/** What every arm is told. */
export type ArmOptions = Omit<Plan, 'inFlight'> & {
  /** Where databases are made; on a disk. */
  readonly parentFolder: string
  /** Where the databases with a history are kept from one run to the next. */
  readonly datasets: string
  /** Another checkout, whose benchmark is compiled. */
  readonly checkout?: string | undefined
}

/** One question that the benchmark answers. */
export type Arm = {
  readonly name: string
  /** The question, in a line. */
  readonly summary: string
  readonly run: (options: ArmOptions) => Promise<ArmResult>
}

/** Whether a finding is what it has to be; undefined when there is no target. */
export function isMet({ value, target }: Finding): boolean | undefined {
  if (!target) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}
