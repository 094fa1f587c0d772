import type { Fate } from '../../model/stage/network.ts'
import type { Stage } from '../stage/stage.ts'
import type { NetworkName } from '../stage/world.ts'

/** The numbers from which an act is made. */
export type Choice = {
  readonly who: number
  /** Which of those that there are, and another choice. */
  readonly about: number
  readonly choice: number
  readonly amount: number
  readonly network: NetworkName
  readonly fate: Fate
}

/** An act; it does something to the books as they are. */
export type Deeds = Readonly<Record<string, (stage: Stage, choice: Choice) => Promise<void>>>

/** Lengths of time, in milliseconds. */
export const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** Who operates, and why. */
export const [by, because] = ['amina', 'as the portal says']
