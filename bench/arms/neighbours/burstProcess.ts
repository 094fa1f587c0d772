import { doDuties } from '../../processes/duties.ts'
import { type Burst, type BurstSum, repeatBursts } from './burst.ts'

let end: (() => Promise<BurstSum>) | undefined

/** One noisy merchant: a process that sends bursts. */
const noise = doDuties({
  async begin(burst: Burst): Promise<void> {
    end = await repeatBursts(burst)
  },
  end: (): Promise<BurstSum> | undefined => end?.(),
})

/** The duties of the noisy merchant's process. */
export type NoiseDuties = typeof noise
