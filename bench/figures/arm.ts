/** A measured value. */
export type Finding = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Its target. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number }
}

/** The result of an arm. If there are doubts, the findings are not reliable. */
export type ArmResult = {
  readonly findings: readonly Finding[]
  readonly doubts: readonly string[]
  /** The conditions of the figures besides the machine, by name. */
  readonly facts?: Readonly<Record<string, string>>
  /** All measurements, for the file. */
  readonly details: unknown
}

/** The length of a measurement. */
export type Terms = {
  /** Slices of each server. */
  readonly slices: number
  readonly seconds: number
  /** Takes the progress, in words. */
  readonly progress: (line: string) => void
}

/** The options of every arm. */
export type ArmOptions = Terms & {
  /** The folder of new databases; on a disk. */
  readonly parentFolder: string
  /** The folder in which databases with a history are kept between runs. */
  readonly datasets: string
  /** Folders of other built checkouts. */
  readonly against?: readonly string[] | undefined
  /** Parts of the names of the measured rows; all if absent. */
  readonly kinds?: readonly string[] | undefined
  /** The number of rows of a network's file. */
  readonly rows: number
  /** Files with pgledger's SQL, in the order of their execution. */
  readonly pgledger?: readonly string[] | undefined
}

/** One question that the benchmark answers. */
export type Arm = {
  readonly name: string
  /** The question, in a line. */
  readonly summary: string
  readonly run: (options: ArmOptions) => Promise<ArmResult>
  /** Whether a missed target is an error. */
  readonly mustMeet?: true
}

/** Whether a finding meets its target; undefined without a target. */
export function isMet({ value, target }: Finding): boolean | undefined {
  if (!target) return undefined
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}
