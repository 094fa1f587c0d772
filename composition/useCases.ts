import type { PaymentsInFlight } from '../adapters/background/paymentsInFlight.ts'
import { addressList } from '../adapters/written/addressList.ts'
import {
  collectMoney,
  collectThroughLink,
  type KeyUses,
  made,
  type PaymentPorts,
  type PortsOf,
  sendMoney,
  type UseCases,
  useCases,
} from '../core/sente.ts'

/** The wrappers of use cases: one counts payments in flight, the other notes the uses of keys. */
type Around = {
  readonly paymentsInFlight: Pick<PaymentsInFlight, 'track'>
  readonly keyUses: Pick<KeyUses, 'noting'>
}

/** The payments of keys, which users make, too. */
type Paying = Pick<UseCases, 'sendMoney' | 'collectMoney'>

/** Makes all use cases of a gateway from its ports. */
export function gatewayUseCases(
  ports: Omit<PortsOf<typeof useCases>, 'isAddressList' | 'collectThroughLink' | keyof Paying> & PaymentPorts,
  { paymentsInFlight: { track }, keyUses: { noting } }: Around,
): UseCases {
  const paying: Paying = { sendMoney: track(sendMoney(ports)), collectMoney: track(collectMoney(ports)) }
  const all = made(useCases, {
    ...ports,
    ...paying,
    isAddressList: (addresses) => addressList(addresses) !== undefined,
    collectThroughLink: track(collectThroughLink(ports)),
  })
  const { authenticate, refundMoney } = all
  return { ...all, ...paying, authenticate: noting(authenticate), refundMoney: track(refundMoney) }
}
