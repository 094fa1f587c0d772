/** What a user may do: look at an account, manage it, or run the house. */
export type Role = 'viewer' | 'manager' | 'operator'

/** Whether a user may sign in: a suspended one may again later, a removed one never. */
export type UserState = 'active' | 'suspended' | 'removed'

/** What a session lacks before it may be used: a second step, or that one is set up. */
export type SessionNeed = 'second_step' | 'enrolment'

/** Where somebody signs in from. */
export type Client = {
  /** The network that requests come from, as limits count it. */
  readonly network: string
  /** What the browser calls itself. */
  readonly device: string
  /** What an earlier sign-in from this browser was given, so that it is known again. */
  readonly deviceToken?: string | undefined
}

/** A user as others see it, without what signing in takes. */
export type User = {
  readonly id: string
  /** The account that it belongs to; null for an operator. */
  readonly accountId: string | null
  readonly role: Role
  /** What it signs in with, and what its actions are recorded under; never given to another user. */
  readonly name: string
  readonly state: UserState
  readonly createdAtMs: number
  readonly passwordAtMs: number
  /** How it can take a second step. */
  readonly secondStep: ShownSecondStep
}

/** Which second steps a user has set up. */
export type ShownSecondStep = {
  readonly hasCodes: boolean
  readonly passkeys: readonly Pick<Passkey, 'id' | 'name' | 'createdAtMs'>[]
  readonly recoveryCodesLeft: number
}

/** A passkey that a user has registered. */
export type Passkey = {
  /** Its id, in base64url. */
  readonly id: string
  readonly name: string
  /** Its public key, in base64url. */
  readonly publicKey: string
  /** How often it has signed, as it says itself; 0 where it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAtMs: number
}

/** What a user's second step is checked with. */
export type SecondStep = {
  /** The sealed secret of the codes of an app, and the last period of which one was used; null without one. */
  readonly codes: { readonly sealed: string; readonly lastPeriod: number } | null
  readonly passkeys: readonly Passkey[]
  /** The digests of the recovery codes that are left. */
  readonly recoveryDigests: readonly string[]
}

/** A browser that a user has signed in from. */
export type KnownDevice = { readonly digest: string; readonly atMs: number }

/** Everything that is kept of a user. */
export type UserRecord = Omit<User, 'secondStep'> & {
  /** The name as it is compared: no two users have the same. */
  readonly nameKey: string
  readonly passwordHash: string
  readonly secondStep: SecondStep
  /** The browsers that are known, the one used last at the end. */
  readonly devices: readonly KnownDevice[]
  /** Who an identity provider says that it is, from the first sign-in there on, as {@link vouchedKey} has it; null before. */
  readonly vouchedBy: string | null
  /** When it was last at the pages, to a minute; null before it ever was. */
  readonly visitedAtMs: number | null
  /** When it was last at them before the visit of then; null in the first. */
  readonly lookedAtMs: number | null
}

/** A session as its user sees it. */
export type Session = {
  readonly id: string
  readonly userId: string
  readonly needs: SessionNeed | null
  readonly createdAtMs: number
  /** When it was last used, to a minute. */
  readonly seenAtMs: number
  /** When it ends at the latest. */
  readonly endsAtMs: number
  /** Until when its user need not give the password again; null when it has not been given since the sign-in. */
  readonly confirmedUntilMs: number | null
  readonly client: Pick<Client, 'network' | 'device'>
}

/** Everything that is kept of a session. */
export type SessionRecord = Session & {
  /** Of its token. */
  readonly digest: string
  /** What a passkey has to sign next; null when nothing. */
  readonly challenge: string | null
}

/** A right to become a user, or to set a new password, for whoever has its token. */
export type Invitation = {
  /** Of its token. */
  readonly digest: string
  readonly accountId: string | null
  readonly role: Role
  /** The user who may set a new password; null where a new user joins. */
  readonly userId: string | null
  readonly invitedBy: string
  /** The user who made it; null where it was made at the command line. */
  readonly makerId: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | null
}

/** Whom an identity provider has recognised, whatever they are called there by now. */
export type Vouched = { readonly issuer: string; readonly subject: string }

/** The same as it is kept: an issuer is a URL, which has no blank. */
export const vouchedKey = ({ issuer, subject }: Vouched): string => `${issuer} ${subject}`

/** A user without a second step. */
export const noSecondStep: SecondStep = { codes: null, passkeys: [], recoveryDigests: [] }

/** Whether a second step is set up. */
export function hasSecondStep({ codes, passkeys }: SecondStep): boolean {
  return codes !== null || passkeys.length > 0
}

/** A user without what signing in takes. */
export function userOf(record: UserRecord): User {
  const { id, accountId, role, name, state, createdAtMs, passwordAtMs, secondStep } = record
  const passkeys = secondStep.passkeys.map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    createdAtMs: passkey.createdAtMs,
  }))
  const shown = { hasCodes: secondStep.codes !== null, passkeys, recoveryCodesLeft: secondStep.recoveryDigests.length }
  return { id, accountId, role, name, state, createdAtMs, passwordAtMs, secondStep: shown }
}

/** A session without what its token is checked with. */
export function sessionOf({ digest, challenge, ...session }: SessionRecord): Session {
  return session
}

/** A sign-in name as it is compared: capitals, blanks around it, and other forms of the same letters make no difference. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}
