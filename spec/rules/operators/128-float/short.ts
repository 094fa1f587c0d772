import { type FloatPayout, floatWatch, type Market, moveOperatorMoney, uganda } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'

const [, ugx] = [...uganda][0] ?? []

/** A market in two currencies, where payouts beyond a float are refused over these networks, and tried over others. */
function marketWith(refusing: readonly string[]): Market {
  const networks = ['AIRTEL', 'MTN'].map((name) => ({ name, refusesBeyondFloat: refusing.includes(name) }))
  return new Map(['RWF', 'UGX'].map((currency) => [currency, { ...ugx, minimum: 500, maximum: 5_000_000, networks }]))
}

/** A merchant who has 100,000, and a recorded float of 12,000 for payouts over MTN. */
export async function openShort({ refusing = ['AIRTEL', 'MTN'], recorded = true } = {}) {
  const market = marketWith(refusing)
  const store = await openCore({}, { market })
  const short: string[] = []
  const onShort = ({ amountMinor }: FloatPayout) => short.push(String(amountMinor))
  const floats = floatWatch({ ...store.ports, onShort })
  const core = await openCore({ name: 'other' }, { ...store.ports, floats })
  const move = moveOperatorMoney(core.ports)
  const topUp = (amount: number, reference: string, network = 'MTN', currency = 'UGX') =>
    move({
      kind: 'top_up',
      currency,
      amount,
      reference,
      from: 'bank',
      to: `float:${network}:disbursement`,
      by: 'amina',
    })
  if (recorded) await topUp(12_000, 'r-0')
  await floats.look()
  const { network, clock } = store
  network.behaves('accepts')
  let sent = 0
  return {
    ...core,
    network,
    clock,
    topUp,
    floats,
    short,
    async payOut(change: object = {}) {
      sent += 1
      const request = { ...core.payout, reference: `order-${sent}`, ...change }
      const answer = await core.send({ caller: await core.caller(), request })
      if ('refused' in answer) return answer.refused
      await answer.outcome
      return 'opened'
    },
  }
}
