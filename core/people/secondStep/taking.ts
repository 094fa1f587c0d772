import type { Client, Passkey, SecondStep, SessionRecord, UserRecord } from '../../model/people.ts'
import { type PeopleRefusal, sessionEnded, wrongCode } from '../../model/peopleRefusal.ts'
import { type Codes, codePeriodMs, type Passkeys, type Site } from '../../ports/people/secondSteps.ts'
import { attempted, finished, knownDevice } from '../signIn/attempts.ts'
import { newSession, openedOf, seenOpening } from '../signIn/opening.ts'
import { isOpen } from '../signIn/sessions.ts'
import { beginning, type InSession, type Renewed, type SecondStepPorts, takeChallenge } from './changing.ts'
import { recoveryDigest } from './recovery.ts'

/** The ports for taking a second step. */
export type TakingPorts = SecondStepPorts & { readonly codes: Codes; readonly passkeys: Passkeys }

/** The function that {@link beginPasskeyCheck} returns. */
export type BeginPasskeyCheck = (
  request: InSession & { readonly site: Site },
) => Promise<{ readonly options: object } | PeopleRefusal>

/** Asks the browser for the signature of a passkey of the user who signs in. Refused with `session_ended`. */
export function beginPasskeyCheck(ports: TakingPorts): BeginPasskeyCheck {
  const begin = beginning(ports)
  return async ({ session, site }) => {
    const begun = await begin(
      { session },
      async ({ secondStep }) => {
        const asked = await ports.passkeys.check({ passkeys: secondStep.passkeys, site })
        return { options: asked.options, challenge: `passkey:${asked.challenge}` }
      },
      refuseTaking,
    )
    return 'refused' in begun ? begun : { options: begun.options }
  }
}

/** The second step that a user gives. */
export type GivenStep =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly response: object; readonly site: Site }

/** The function that {@link takeSecondStep} returns. */
export type TakeSecondStep = (
  request: InSession & { readonly given: GivenStep; readonly client: Client },
) => Promise<Renewed | PeopleRefusal>

/**
 * Takes the second step of a sign-in: a code of the app, a recovery code, or the signature of a passkey. Each is valid
 * once. The session continues under a new token. Refused with `wrong_code`, `too_many_attempts` and `session_ended`.
 */
export function takeSecondStep(ports: TakingPorts): TakeSecondStep {
  return async ({ session, given, client }) => {
    const user = await ports.people.user(session.userId)
    if (user?.state !== 'active') return sessionEnded
    let opened: Renewed | PeopleRefusal = wrongCode
    const whose = { of: 'second_step', userId: user.id, network: client.network } as const
    const guess = await attempted(ports, { ...whose, counts: countsOf(ports, user, client) }, async () => {
      const step = await stepOf(ports, { session }, given)
      opened = step ? await openingBy(ports, { session, client }, step) : wrongCode
      return !('refused' in opened)
    })
    if (typeof guess === 'object') return guess
    if (guess === 'right') {
      await finished(ports, { user, client, atMs: session.createdAtMs })
      seenOpening(ports, { user, client }, { needs: null })
    }
    return opened
  }
}

/** The second step after this one was taken; undefined when it is not valid. */
type Step = (user: UserRecord, nowMs: number) => SecondStep | undefined

async function stepOf(ports: TakingPorts, request: InSession, given: GivenStep): Promise<Step | undefined> {
  if ('code' in given) return (user, nowMs) => afterCode(ports, user, { code: given.code, nowMs })
  if ('recoveryCode' in given) return ({ secondStep }) => afterRecovery(ports, secondStep, given.recoveryCode)
  const taken = await takeChallenge(ports, request, 'passkey')
  if (!taken) return undefined
  const { passkeys } = taken.user.secondStep
  const { response, site } = given
  const signed = await ports.passkeys.checked({ response, challenge: taken.challenge, passkeys, site })
  return signed && (({ secondStep }) => afterPasskey(secondStep, signed))
}

function afterCode(
  { codes }: TakingPorts,
  { id: userId, secondStep }: UserRecord,
  { code, nowMs }: { readonly code: string; readonly nowMs: number },
): SecondStep | undefined {
  if (!secondStep.codes) return undefined
  const { sealed, lastPeriod } = secondStep.codes
  const period = codes.periodOf({ userId, sealed, code, nowMs })
  // A code further ahead than possible was noted by a clock that was ahead.
  const isAhead = lastPeriod > Math.floor(nowMs / codePeriodMs) + 1
  if (period === undefined || (period <= lastPeriod && !isAhead)) return undefined
  return { ...secondStep, codes: { sealed: codes.reseal({ userId, sealed }) ?? sealed, lastPeriod: period } }
}

function afterRecovery(ports: TakingPorts, step: SecondStep, code: string): SecondStep | undefined {
  const digest = recoveryDigest(ports, code)
  const left = step.recoveryDigests.filter((one) => !ports.secrets.sameDigest(one, digest))
  return left.length < step.recoveryDigests.length ? { ...step, recoveryDigests: left } : undefined
}

/** The counter of a passkey that counts must have gone up. The counter of one that does not count stays at zero. */
function afterPasskey(step: SecondStep, { id, counter }: Pick<Passkey, 'id' | 'counter'>): SecondStep | undefined {
  const passkey = step.passkeys.find((one) => one.id === id)
  if (!passkey || (counter <= passkey.counter && passkey.counter !== 0)) return undefined
  return { ...step, passkeys: step.passkeys.map((one) => (one === passkey ? { ...one, counter } : one)) }
}

async function openingBy(
  ports: TakingPorts,
  { session: { userId, id }, client }: InSession & { readonly client: Client },
  step: Step,
): Promise<Renewed | PeopleRefusal> {
  const opened = await ports.people.change<Renewed | PeopleRefusal>(
    { userId, nowMs: ports.clock.nowMs() },
    ({ user, sessions, nowMs }) => {
      const own = sessions.find((one) => one.id === id)
      const refusal = refuseTaking(own, nowMs)
      if (refusal) return { value: refusal }
      const secondStep = step(user, nowMs)
      if (!secondStep) return { value: wrongCode }
      const next = newSession(ports, { user: { ...user, secondStep }, client, nowMs, isStepTaken: true })
      const others = sessions.filter((one) => one !== own)
      return { value: openedOf(next), user: next.user, sessions: [...others, next.session] }
    },
  )
  return opened ?? sessionEnded
}

function refuseTaking(own: SessionRecord | undefined, nowMs: number): PeopleRefusal | undefined {
  return own && isOpen(own, nowMs) && own.needs === 'second_step' ? undefined : sessionEnded
}

/**
 * The count is by user, since people with the password can open as many sessions as they like. A known browser has a
 * count of its own.
 */
function countsOf(ports: TakingPorts, user: UserRecord, client: Client) {
  const known = knownDevice(ports, { user, client }) ?? ''
  return [{ key: ports.secrets.digest(JSON.stringify(['second step', user.id, known])), most: mostGuesses }]
}

/** How many wrong ones are allowed in ten minutes. */
const mostGuesses = 5
