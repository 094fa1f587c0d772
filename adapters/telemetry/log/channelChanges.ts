import type { Logger } from 'pino'
import { type ChannelChange, type ChannelWatchPorts, type FloatWatchPorts, toDecimal } from '../../../core/sente.ts'

/** Logs the changes of channels to the networks: one error when a channel goes down, one info when it is back. */
export function channelChangesInto(log: Logger): Required<Pick<ChannelWatchPorts, 'onChange' | 'onBroke'>> {
  return {
    onChange(change) {
      const { network, currency, kind, state, refused, stops } = change
      const channel = { network, currency, kind, state }
      if (state === 'open') log.info({ ...channel, refused }, 'payments over a network are accepted again')
      else log.error({ ...channel, because: stops[0]?.because, by: stops[0]?.by ?? undefined }, message(change))
    },
    onBroke: (err) => log.error({ err }, 'a channel was not stopped: the next such answer tries again'),
  }
}

/** Logs the first payout that is refused because it exceeds the rest of the float. */
export function shortFloatInto(log: Logger): Required<FloatWatchPorts>['onShort'] {
  return ({ network, currency, amountMinor }, { account }) =>
    log.error(
      { network, currency, account, amount: toDecimal(amountMinor, currency) },
      'payouts are refused because the float is short: top it up, and run `sente float top-up`',
    )
}

function message({ network, kind, state, stops }: ChannelChange): string {
  const command = `sente network resume ${network} --${kind}s --because "..."`
  switch (state) {
    case 'paused':
      return `payments over a network are paused, until an operator runs \`${command}\``
    case 'broken':
      return stops.some(({ cause }) => cause === 'wallet_pin_refused')
        ? `the network refuses the PIN of our wallet, and no payment is sent: set the right PIN, then run \`${command}\``
        : 'the network refuses our access, and no payment is sent until it accepts it: compare the credentials with its portal'
    default:
      return 'the network does not answer: payments are tried all the same; `sente doctor` shows which networks can be reached'
  }
}
