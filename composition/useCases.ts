import type { PaymentsInFlight } from '../adapters/background/paymentsInFlight.ts'
import { addressList } from '../adapters/written/addressList.ts'
import {
  collectThroughLink,
  type KeyUses,
  made,
  type PaymentPorts,
  type PortsOf,
  type UseCases,
  useCases,
} from '../core/sente.ts'

/** The wrappers of use cases: one counts payments in flight, the other notes the uses of keys. */
type Around = {
  readonly paymentsInFlight: Pick<PaymentsInFlight, 'track'>
  readonly keyUses: Pick<KeyUses, 'noting'>
}

/** Makes all use cases of a gateway from its ports. */
export function gatewayUseCases(
  ports: Omit<PortsOf<typeof useCases>, 'isAddressList' | 'collectThroughLink'> & PaymentPorts,
  { paymentsInFlight: { track }, keyUses: { noting } }: Around,
): UseCases {
  const all = made(useCases, {
    ...ports,
    isAddressList: (addresses) => addressList(addresses) !== undefined,
    collectThroughLink: track(collectThroughLink(ports)),
  })
  const { authenticate, sendMoney, collectMoney, refundMoney } = all
  return {
    ...all,
    authenticate: noting(authenticate),
    sendMoney: track(sendMoney),
    collectMoney: track(collectMoney),
    refundMoney: track(refundMoney),
  }
}
