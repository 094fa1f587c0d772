import type { Simulator } from '../../../../adapters/simulator/simulator.ts'
import type { KillPoint } from '../fused/killPoints.ts'

/** A named point, and the passage of it at which to kill the server, from 1. */
export type NamedKill = { readonly at: KillPoint; readonly passage: number }

/** How the networks are reached. */
export type Networks = Pick<Simulator, 'mtn' | 'airtel'>

/** What a server needs to serve. */
export type Opening = {
  readonly databasePath: string
  readonly networks: Networks
  /** Where the networks call back. */
  readonly publicUrl: string
  /** Where to kill it while it starts. */
  readonly kill?: NamedKill
}

/** What the networks need. */
export type NetworksOpening = { readonly dataFile: string; readonly airtelCallbackUrl: string }

/** The key under which PINs are sealed. */
export const pinKeys = { current: 'a PIN key for tests, long enough.' }

/** What the secret parts of callback addresses are made from. */
export const callbackSecret = 'a callback secret for tests, long enough.'
