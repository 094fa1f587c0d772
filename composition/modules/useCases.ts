import { hostname } from 'node:os'
import { paymentsInFlight } from '../../adapters/background/paymentsInFlight.ts'
import { totpCodes } from '../../adapters/dashboard/people/authenticators/codes.ts'
import { webAuthnPasskeys } from '../../adapters/dashboard/people/authenticators/passkeys.ts'
import { noticeFormFor } from '../../adapters/dashboard/people/notices/form.ts'
import { zxcvbnGuesses } from '../../adapters/dashboard/people/passwords/guesses.ts'
import { smtpMailer } from '../../adapters/mail/smtpMailer.ts'
import { nodePasswords } from '../../adapters/node/node.ts'
import { callbackHandler } from '../../adapters/providers/market/callbacks.ts'
import { alarmsInto } from '../../adapters/telemetry/log/alarms.ts'
import { withLog } from '../../adapters/telemetry/log/mails.ts'
import { signInsInto } from '../../adapters/telemetry/log/signIns.ts'
import { followUp, keyUses, payBatches } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'
import { gatewayUseCases } from '../useCases.ts'

/** How many transactions the follow-up asks about at once. */
const askedAtOnce = 64

/**
 * How many lines of batches a network gets at once: half of its requests at most, so that single payments pass them.
 */
function linesAtOnce(requestsAtOnce = 32): number {
  return Math.max(1, Math.min(16, Math.floor(requestsAtOnce / 2)))
}

/** Adds the core's use cases, and its services that keep state between calls. */
export function holdUseCases(hold: Hold, given: ContainerParts): void {
  const { isShared = false, metrics, fourEyes, repeatDays, pinKeys, mail, upkeep } = given
  const operatorsTakeTwoSteps = given.sandbox === undefined
  const holdersTakeTwoSteps = operatorsTakeTwoSteps && given.holdersTakeTwoSteps
  hold('paymentPorts', ({ accountPorts, networks, channelWatch, floatWatch, configuration, log }) => ({
    ...accountPorts,
    ...alarmsInto(log, metrics?.pinLocked),
    providerFor: networks.providerFor,
    channels: channelWatch,
    floats: floatWatch,
    riskLimits: configuration.riskLimits,
    fees: configuration.fees,
    node: `${hostname()}/${process.pid}`,
  }))
  hold('paymentsInFlight', paymentsInFlight)
  hold('keyUses', ({ accountPorts, store: { isTroubled } }) =>
    keyUses({ ...accountPorts, canWrite: () => !isTroubled() }),
  )
  hold('useCases', ({ store, paymentPorts, paymentsInFlight, keyUses, log }) => {
    const ports = {
      ...store,
      ...paymentPorts,
      fourEyes,
      repeatDays,
      runAudit: upkeep?.runAudit,
      runClose: upkeep?.runClose,
      runCheck: upkeep?.runCheck,
      runBackup: upkeep?.runBackup,
      operatorsTakeTwoSteps,
      holdersTakeTwoSteps,
      passwords: nodePasswords(),
      guesses: zxcvbnGuesses(),
      codes: totpCodes(pinKeys()),
      passkeys: webAuthnPasskeys(),
      mailer: mail && withLog(smtpMailer(mail, noticeFormFor), log),
      signInSeen: signInsInto(log, metrics?.signInSeen),
      onBreakage: (err: unknown) => log.error({ err }, 'payment links'),
    }
    return gatewayUseCases(ports, { paymentsInFlight, keyUses })
  })
  hold('payBatches', ({ paymentPorts, store: { batches, quarantines }, networks: { atOnce }, log }) =>
    payBatches({
      ...paymentPorts,
      batches,
      quarantines,
      by: paymentPorts.ids.random(),
      linesAtOnce: ({ currency, network }) => linesAtOnce(atOnce(currency, network)),
      onBreakage: (err) => log.error({ err }, 'batches'),
    }),
  )
  hold('followUp', ({ paymentPorts, networks: { enquiriesAtOnce }, store: { isTroubled, isReady } }) =>
    followUp({
      ...paymentPorts,
      atOnce: askedAtOnce,
      enquiriesAtOnce: ({ currency, network }) => enquiriesAtOnce(currency, network),
      isShared,
      canRecord: () => !isTroubled() || isReady(),
    }),
  )
  hold('handleCallback', ({ networks: { calledBack }, followUp: { hint }, log }) =>
    callbackHandler(calledBack, (called) => void hint(called).catch((err: unknown) => log.error({ err }, 'hint'))),
  )
}
