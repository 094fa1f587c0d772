import type { Simulator } from '../../../../adapters/simulator/simulator.ts'
import type { KillPoint } from '../fused/killPoints.ts'

/** A named point, and at which passage of it the server is to be killed, from 1. */
export type NamedKill = { readonly at: KillPoint; readonly passage: number }

/** How the networks are reached. */
export type Networks = Pick<Simulator, 'mtn' | 'airtel'>

/** What a server needs to serve. */
export type Opening = {
  readonly databasePath: string
  readonly networks: Networks
  /** Where the networks call back. */
  readonly publicUrl: string
  /** Where it is to be killed while it starts. */
  readonly kill?: NamedKill
}

/** What the networks need. */
export type NetworksOpening = { readonly dataFile: string; readonly airtelCallbackUrl: string }

/** Under which key PINs are sealed. */
export const pinKeys = { current: 'a PIN key for tests, long enough.' }

/** What the secret parts of callback addresses are made from. */
export const callbackSecret = 'a callback secret for tests, long enough.'
