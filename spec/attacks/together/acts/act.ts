import type { Fate } from '../../model/stage/network.ts'
import type { Stage } from '../stage/stage.ts'
import type { NetworkName } from '../stage/world.ts'

/** The random numbers of an act. */
export type Choice = {
  readonly who: number
  /** The place of its subject among the existing ones, and another choice. */
  readonly about: number
  readonly choice: number
  readonly amount: number
  readonly network: NetworkName
  readonly fate: Fate
}

/** An act on the current books. */
export type Deeds = Readonly<Record<string, (stage: Stage, choice: Choice) => Promise<void>>>

/** Lengths of time, in milliseconds. */
export const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

/** The operator, and the reason. */
export const [by, because] = ['amina', 'as the portal says']
