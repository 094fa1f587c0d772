/** Something that was measured. */
export type Finding = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** What it has to be. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number }
}

/** The result of an arm. When there are doubts, the findings are not to be trusted. */
export type ArmResult = {
  readonly findings: readonly Finding[]
  readonly doubts: readonly string[]
  /** What the figures depend on besides the machine, by name. */
  readonly facts?: Readonly<Record<string, string>>
  /** All that was measured, for the file. */
  readonly details: unknown
}

/** How long to measure. */
export type Terms = {
  /** Slices of each server. */
  readonly slices: number
  readonly seconds: number
  /** Takes the progress, in words. */
  readonly progress: (line: string) => void
}

/** The options of every arm. */
export type ArmOptions = Terms & {
  /** Where databases are created; on a disk. */
  readonly parentFolder: string
  /** Where databases with a history are kept between runs. */
  readonly datasets: string
  /** Folders of other built checkouts. */
  readonly against?: readonly string[] | undefined
  /** Parts of the names of the rows that are measured; all where it is absent. */
  readonly kinds?: readonly string[] | undefined
  /** Files with pgledger's SQL, in the order in which they are run. */
  readonly pgledger?: readonly string[] | undefined
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
