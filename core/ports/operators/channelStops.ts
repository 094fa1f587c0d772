import type { Way } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/** The channel to a network: new payments in one direction over it, in one currency. */
export type Channel = { readonly network: string; readonly currency: string; readonly kind: Way }

/**
 * The reason why a channel is stopped. `paused`: an operator has decided it. `access_refused`: the network refuses our
 * credentials or our configuration. `wallet_pin_refused`: it refuses the PIN of our wallet, and bars the wallet after
 * more attempts.
 */
export type StopCause = 'paused' | 'access_refused' | 'wallet_pin_refused'

/** A time in which no payment is opened on a channel. */
export type ChannelStop = Channel & {
  readonly cause: StopCause
  /**
   * The digest of the access that the network has refused. Only this access is stopped; if it is empty, the whole
   * channel is.
   */
  readonly access: string
  readonly begunAtMs: number
  /** The operator who began it; null if the gateway did. */
  readonly by: string | null
  readonly because: string
  /** Its end, with the operator if there was one; null while it lasts. */
  readonly ended: { readonly atMs: number; readonly by: string | null; readonly because: string } | null
}

/** A step's view of a stop that lasts. */
export type Stopped = Pick<ChannelStop, 'cause' | 'access'>

/** A stop that begins. */
export type NewStop = Omit<ChannelStop, 'ended'>

/** The query for stops: the latest of all networks or of one, whether or not they last. */
export type StopQuery = { readonly network?: string; readonly limit: number }

/** The stops of all channels. They are never deleted. For one channel, cause and access at most one lasts. */
export interface ChannelStops {
  /** The stops that last, latest first. */
  lasting(): Promise<readonly ChannelStop[]>
  /** The stops of a query, latest first. */
  latest(query: StopQuery): Promise<readonly ChannelStop[]>
  /**
   * Begins the stops, except those that already last. Resolves with the begun ones. The action, if one is given, is
   * made from these and written in the same step.
   */
  begin(stops: readonly NewStop[], acting?: Acting<[begun: readonly ChannelStop[]]>): Promise<readonly ChannelStop[]>
  /** Ends stops that last, with an action in the same way. Resolves with the ended ones. */
  end(
    stops: readonly ChannelStop[],
    ending: NonNullable<ChannelStop['ended']>,
    acting?: Acting<[ended: readonly ChannelStop[]]>,
  ): Promise<readonly ChannelStop[]>
}
