/** The possible roles of an account's users. */
export const holderRoles = ['owner', 'finance', 'support', 'developer', 'viewer'] as const

/** The possible roles of operators, who run the gateway. */
export const operatorRoles = ['administrator', 'finance', 'support', 'security'] as const

/** The role of an account's user: everything; paying; helping customers; the program's keys and webhooks; looking. */
export type HolderRole = (typeof holderRoles)[number]

/** The role of an operator: everything; the money; helping merchants; people, keys and merchants' identity. */
export type OperatorRole = (typeof operatorRoles)[number]

/** The role of a user. A name that both have means another role for an operator than for an account's user. */
export type Role = HolderRole | OperatorRole

/** Whether a user is an operator, who belongs to no account. */
export function isOperator({ accountId }: { readonly accountId: string | null }): boolean {
  return accountId === null
}

/** The possible roles of the users of an account, or without one of operators. */
export function rolesFor(accountId: string | null): readonly Role[] {
  return accountId === null ? operatorRoles : holderRoles
}

/** Whether a user may sign in: a suspended one may again later, a removed one never. */
export type UserState = 'active' | 'suspended' | 'removed'

/** The missing part of a session before it may be used: a second step, or the setup of one. */
export type SessionNeed = 'second_step' | 'enrolment'

/** The client of a person who signs in. */
export type Client = {
  /** The network of the requests, in the form that limits count. */
  readonly network: string
  /** The browser's name for itself. */
  readonly device: string
  /** The token of an earlier sign-in from this browser. It identifies the browser. */
  readonly deviceToken?: string | undefined
}

/** A user for others, without the data for signing in. */
export type User = {
  readonly id: string
  /** Its account; null for an operator. */
  readonly accountId: string | null
  readonly role: Role
  /** The name for signing in and for recorded actions; never given to another user. */
  readonly name: string
  readonly state: UserState
  /** The code of the language that it has chosen for its pages, by ISO 639-1; null before it has chosen one. */
  readonly language: string | null
  readonly createdAtMs: number
  readonly passwordAtMs: number
  /** How much of one collection a user with the role `support` may refund, by currency; nothing in other currencies. */
  readonly refundLimits: readonly RefundLimit[]
  /** The second steps that it can take. */
  readonly secondStep: ShownSecondStep
}

/** The most of one collection that a user may refund, all refunds of it together. */
export type RefundLimit = { readonly currency: string; readonly amountMinor: bigint }

/** The second steps that a user has set up. */
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
  /** The number of its signatures, by its own count; 0 if it does not count. */
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAtMs: number
}

/** The data for checking a user's second step. */
export type SecondStep = {
  /** The sealed secret of the codes of an app, and the last period whose code was used; null without one. */
  readonly codes: { readonly sealed: string; readonly lastPeriod: number } | null
  readonly passkeys: readonly Passkey[]
  /** The digests of the unused recovery codes. */
  readonly recoveryDigests: readonly string[]
}

/** A browser that a user has used to sign in. */
export type KnownDevice = { readonly digest: string; readonly atMs: number }

/** The complete record of a user. */
export type UserRecord = Omit<User, 'secondStep'> & {
  /** The name in the form for comparisons: unique among users. */
  readonly nameKey: string
  readonly passwordHash: string
  readonly secondStep: SecondStep
  /** The known browsers, the one used last at the end. */
  readonly devices: readonly KnownDevice[]
  /**
   * Its identity at an identity provider, from the first sign-in there on, in the form of {@link vouchedKey}; null
   * before.
   */
  readonly vouchedBy: string | null
  /** The time of its last visit to the pages, to a minute; null before the first. */
  readonly visitedAtMs: number | null
  /** The time of the visit before that one; null in the first. */
  readonly lookedAtMs: number | null
}

/** A session for its user. */
export type Session = {
  readonly id: string
  readonly userId: string
  readonly needs: SessionNeed | null
  readonly createdAtMs: number
  /** The time of its last use, to a minute. */
  readonly seenAtMs: number
  /** The latest end of the session. */
  readonly endsAtMs: number
  /**
   * The time until which its user need not give the password again; null if it has not been given since the sign-in.
   */
  readonly confirmedUntilMs: number | null
  readonly client: Pick<Client, 'network' | 'device'>
}

/** The complete record of a session. */
export type SessionRecord = Session & {
  /** The digest of its token. */
  readonly digest: string
  /** The challenge for a passkey's next signature; null when there is none. */
  readonly challenge: string | null
}

/** A right to become a user, or to set a new password, for the holder of its token. */
export type Invitation = {
  /** The digest of its token. */
  readonly digest: string
  readonly accountId: string | null
  readonly role: Role
  /** The user who may set a new password; null for a new user. */
  readonly userId: string | null
  readonly invitedBy: string
  /** The user who made it; null if it was made at the command line. */
  readonly makerId: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly usedAtMs: number | null
}

/** A person whom an identity provider has recognised, whatever their present name there. */
export type Vouched = { readonly issuer: string; readonly subject: string }

/** The same in its stored form: an issuer is a URL, which has no blank. */
export const vouchedKey = ({ issuer, subject }: Vouched): string => `${issuer} ${subject}`

/** A user without a second step. */
export const noSecondStep: SecondStep = { codes: null, passkeys: [], recoveryDigests: [] }

/** Whether a second step is set up. */
export function hasSecondStep({ codes, passkeys }: SecondStep): boolean {
  return codes !== null || passkeys.length > 0
}

/** A user without the data for signing in. */
export function userOf(record: UserRecord): User {
  const { id, accountId, role, name, state, language, createdAtMs, passwordAtMs, refundLimits, secondStep } = record
  const passkeys = secondStep.passkeys.map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    createdAtMs: passkey.createdAtMs,
  }))
  const shown = { hasCodes: secondStep.codes !== null, passkeys, recoveryCodesLeft: secondStep.recoveryDigests.length }
  return { id, accountId, role, name, state, language, createdAtMs, passwordAtMs, refundLimits, secondStep: shown }
}

/** A session without the data for checking its token. */
export function sessionOf({ digest, challenge, ...session }: SessionRecord): Session {
  return session
}

/**
 * A sign-in name in the form for comparisons: capitals, surrounding blanks, and other forms of the same letters make no
 * difference.
 */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim()
}
