import { type Client, hasSecondStep, isOperator, noSecondStep, type SecondStep } from '../../model/people.ts'
import { type PeopleRefusal, sessionEnded, wrongCode } from '../../model/peopleRefusal.ts'
import type { Codes, Passkeys, Site } from '../../ports/people/secondSteps.ts'
import { takesTwoSteps } from '../signIn/opening.ts'
import {
  beginning,
  changeSecondStep,
  type InSession,
  type Renewed,
  type SecondStepPorts,
  takeChallenge,
} from './changing.ts'
import { withRecovery } from './recovery.ts'

/** The ports for codes of an app. */
export type CodePorts = SecondStepPorts & { readonly codes: Codes }

/** The ports for passkeys. */
export type PasskeyPorts = SecondStepPorts & { readonly passkeys: Passkeys }

/** A second step that was set up, with the recovery codes if the user had none. They are shown once. */
export type Enrolled = Renewed & { readonly recoveryCodes: readonly string[] | null }

/** The function that {@link beginCodes} returns. */
export type BeginCodes = (
  request: InSession,
) => Promise<{ readonly secret: string; readonly uri: string } | PeopleRefusal>

/**
 * Makes a secret for an app on a phone. It takes effect once a code from it is given. Refused with `session_ended`,
 * `second_step_needed` and `not_confirmed`.
 */
export function beginCodes(ports: CodePorts): BeginCodes {
  const { codes } = ports
  const begin = beginning(ports)
  return async (request) => {
    const begun = await begin(request, async ({ id: userId, name }) => {
      const secret = codes.newSecret()
      return { secret, uri: codes.uriOf({ secret, name }), challenge: `codes:${codes.seal({ userId, secret })}` }
    })
    return 'refused' in begun ? begun : { secret: begun.secret, uri: begun.uri }
  }
}

/** The function that {@link enrolCodes} returns. */
export type EnrolCodes = (
  request: InSession & { readonly code: string; readonly client: Client },
) => Promise<Enrolled | PeopleRefusal>

/**
 * Puts the new secret in place of the previous one, once a code from it is right. Refused as `beginCodes` is, and with
 * `wrong_code`.
 */
export function enrolCodes(ports: CodePorts): EnrolCodes {
  return async ({ session, code, client }) => {
    let shown: readonly string[] | null = null
    const renewed = await changeSecondStep(ports, { session, client }, ({ user, own, nowMs }) => {
      const sealed = own.challenge?.startsWith('codes:') ? own.challenge.slice('codes:'.length) : undefined
      if (sealed === undefined) return wrongCode
      const lastPeriod = ports.codes.periodOf({ userId: user.id, sealed, code, nowMs })
      if (lastPeriod === undefined) return wrongCode
      const { step, codes } = withRecovery(ports, { ...user.secondStep, codes: { sealed, lastPeriod } })
      shown = codes
      return step
    })
    return 'refused' in renewed ? renewed : { ...renewed, recoveryCodes: shown }
  }
}

/** The function that {@link beginPasskey} returns. */
export type BeginPasskey = (
  request: InSession & { readonly site: Site },
) => Promise<{ readonly options: object } | PeopleRefusal>

/** How many passkeys a user may have. */
const mostPasskeys = 10

const tooMany: PeopleRefusal = {
  refused: 'too_many_passkeys',
  message: `You have ${mostPasskeys} passkeys: remove one first`,
}

/** Asks the browser for a new passkey. Refused as `beginCodes` is, and with `too_many_passkeys`. */
export function beginPasskey(ports: PasskeyPorts): BeginPasskey {
  const { passkeys } = ports
  const begin = beginning(ports)
  return async ({ session, site }) => {
    const user = await ports.people.user(session.userId)
    if (!user) return sessionEnded
    if (user.secondStep.passkeys.length >= mostPasskeys) return tooMany
    const begun = await begin({ session }, async ({ id, name, secondStep }) => {
      const asked = await passkeys.registration({ user: { id, name }, passkeys: secondStep.passkeys, site })
      return { options: asked.options, challenge: `new passkey:${asked.challenge}` }
    })
    return 'refused' in begun ? begun : { options: begun.options }
  }
}

/** The function that {@link enrolPasskey} returns. */
export type EnrolPasskey = (
  request: InSession & {
    /** The name that its user gives it. */
    readonly name: string
    /** The browser's answer. */
    readonly response: object
    readonly site: Site
    readonly client: Client
  },
) => Promise<Enrolled | PeopleRefusal>

/** Adds a passkey that has signed the challenge, once. Refused as `beginPasskey` is, and with `wrong_code`. */
export function enrolPasskey(ports: PasskeyPorts): EnrolPasskey {
  return async ({ session, name, response, site, client }) => {
    const taken = await takeChallenge(ports, { session }, 'new passkey')
    if (!taken) return wrongCode
    const made = await ports.passkeys.registered({ response, challenge: taken.challenge, site })
    if (!made) return wrongCode
    let shown: readonly string[] | null = null
    const renewed = await changeSecondStep(ports, { session, client }, ({ user, nowMs }) => {
      const { passkeys } = user.secondStep
      if (passkeys.some(({ id }) => id === made.id)) return wrongCode
      const passkey = { ...made, name: [...name.trim()].slice(0, 40).join('') || 'passkey', createdAtMs: nowMs }
      const { step, codes } = withRecovery(ports, { ...user.secondStep, passkeys: [...passkeys, passkey] })
      shown = codes
      return step
    })
    return 'refused' in renewed ? renewed : { ...renewed, recoveryCodes: shown }
  }
}

/** The function that {@link dropSecondStep} returns. */
export type DropSecondStep = (
  request: InSession & {
    /** The id of a passkey, or the codes of the app. */
    readonly drop: { readonly passkeyId: string } | 'codes'
    readonly client: Client
  },
) => Promise<Renewed | PeopleRefusal>

/**
 * Removes a passkey, or the codes of an app. With the last of them the recovery codes go too. Refused as `beginCodes`
 * is, and with `second_step_required` where the user must keep one.
 */
export function dropSecondStep(ports: SecondStepPorts): DropSecondStep {
  return ({ session, drop, client }) =>
    changeSecondStep(ports, { session, client }, ({ user }) => {
      const left = without(user.secondStep, drop)
      if (hasSecondStep(left)) return left
      if (!takesTwoSteps(ports, user)) return noSecondStep
      const who = isOperator(user) ? 'Operators' : 'Users'
      return { refused: 'second_step_required', message: `${who} must keep a second step: set up another one first` }
    })
}

function without(step: SecondStep, drop: { readonly passkeyId: string } | 'codes'): SecondStep {
  if (drop === 'codes') return { ...step, codes: null }
  return { ...step, passkeys: step.passkeys.filter(({ id }) => id !== drop.passkeyId) }
}

/** The function that {@link renewRecoveryCodes} returns. */
export type RenewRecoveryCodes = (request: InSession & { readonly client: Client }) => Promise<Enrolled | PeopleRefusal>

/**
 * Makes new recovery codes in place of all previous ones. Refused as `beginCodes` is, and with `wrong_code` where there
 * is no second step.
 */
export function renewRecoveryCodes(ports: SecondStepPorts): RenewRecoveryCodes {
  return async ({ session, client }) => {
    let shown: readonly string[] | null = null
    const renewed = await changeSecondStep(ports, { session, client }, ({ user }) => {
      if (!hasSecondStep(user.secondStep)) return wrongCode
      const { step, codes } = withRecovery(ports, { ...user.secondStep, recoveryDigests: [] })
      shown = codes
      return step
    })
    return 'refused' in renewed ? renewed : { ...renewed, recoveryCodes: shown }
  }
}
