import { Secret, TOTP } from 'otpauth'
import { totpCodes } from '../../../../adapters/dashboard/people/authenticators/codes.ts'
import { webAuthnPasskeys } from '../../../../adapters/dashboard/people/authenticators/passkeys.ts'
import {
  type Client,
  codePeriodMs,
  isRefusal,
  made,
  type Opened,
  type PasswordGuesses,
  type Passwords,
  type PeopleRefusal,
  peopleUseCases,
  type Role,
  type SessionPolicy,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { cheapPasswords, isOnlyOperators, manyGuesses, goodPassword as password } from '../../../fixtures/people.ts'

export { goodPassword as password } from '../../../fixtures/people.ts'

/** A browser somewhere. */
export const client: Client = { network: '10.1.2.0/24', device: 'Firefox' }

/** The core with users who sign in with cheap hashes, and a count of comparisons. */
export async function openHouse(given: SessionPolicy & { readonly guesses?: PasswordGuesses } = {}) {
  const core = await openCore()
  let compared = 0
  const passwords: Passwords = {
    ...cheapPasswords,
    matches(...asked) {
      compared += 1
      return cheapPasswords.matches(...asked)
    },
  }
  const secondSteps = { codes: totpCodes({ current: 'a key for tests' }), passkeys: webAuthnPasskeys() }
  const ports = { ...core.ports, passwords, guesses: manyGuesses, ...secondSteps, ...given }
  const people = made(peopleUseCases, ports)
  const useCases = {
    ...people,
    invite: people.inviteUser,
    lookUp: people.lookUpInvitation,
    accept: people.acceptInvitation,
    resume: people.resumeSession,
    endOthers: people.endOtherSessions,
    confirm: people.confirmPassword,
    change: people.changeUser,
    suspend: people.suspendUser,
    remove: people.removeUser,
    takeStep: people.takeSecondStep,
  }
  /** Makes a user, and signs the user in. */
  async function user(name: string, role: Role = 'owner', accountId: string | null = core.account.id) {
    const invited = done(
      await useCases.invite({ by: 'okello', role, accountId: isOnlyOperators(role) ? null : accountId }),
    )
    return done(await useCases.accept({ token: invited.token, name, password, client }))
  }
  /** Makes a user with codes of an app as second step, at a moment. */
  async function userWithCodes(name: string, role: Role = 'owner') {
    const joined = await user(name, role)
    const { session } = done(await useCases.confirm({ session: joined.session, password }))
    const { secret } = done(await useCases.beginCodes({ session }))
    const codeAt = (atMs: number) => codeFor(secret, atMs)
    const enrolled = done(await useCases.enrolCodes({ session, code: codeAt(core.clock.nowMs()), client }))
    core.clock.forwardMs(codePeriodMs)
    return { ...enrolled, secret, codeAt, recoveryCodes: enrolled.recoveryCodes ?? [] }
  }
  /** A user who has just entered the password again, to manage others. */
  async function sure({ session, user: by }: Pick<Opened, 'session' | 'user'>) {
    return { by, session: done(await useCases.confirm({ session, password })).session }
  }
  const actions = async () =>
    (await core.ports.actions.list({ limit: 100 })).actions
      .filter(({ kind }) => kind.startsWith('user.'))
      .map(({ by, kind, subject, accountId }) =>
        `${by} ${kind} ${subject} ${accountId === null ? '' : 'of account'}`.trim(),
      )
      .toReversed()
  /** The latest action: its kind and subject, and the values before and after it. */
  const recorded = async () => {
    const [last] = (await core.ports.actions.list({ limit: 1 })).actions
    if (!last) throw new Error('there is no action')
    const { kind, subject, before, after } = last
    return { kind, subject, before, after }
  }
  return { ...core, ...useCases, ports, user, userWithCodes, sure, actions, recorded, compared: () => compared }
}

/** The code of an app for a secret at a moment. */
export function codeFor(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
}

/** The answer, unless it is a refusal. */
export function done<T extends object>(answer: T | PeopleRefusal): Exclude<T, PeopleRefusal> {
  if (isRefusal(answer)) throw new Error((answer as PeopleRefusal).message)
  return answer as Exclude<T, PeopleRefusal>
}

/** A client that shows the token of its browser. */
export function knownClient({ deviceToken }: Pick<Opened, 'deviceToken'>): Client {
  return { ...client, deviceToken }
}
