import type { SecondStep } from '../../model/people.ts'
import type { Secrets } from '../../ports/secrets.ts'

/** How many recovery codes a user has at first. */
const many = 10

/** Makes recovery codes of 128 random bits each, to be shown once. Each is valid for one sign-in. */
export function newRecoveryCodes({ secrets }: { readonly secrets: Pick<Secrets, 'digest' | 'newToken'> }): string[] {
  return Array.from({ length: many }, () => {
    const digits = secrets.digest(secrets.newToken()).slice(0, 32)
    return (digits.match(/.{4}/g) ?? []).join('-')
  })
}

/** The digest of a recovery code. Case and separators do not matter. */
export function recoveryDigest({ secrets }: { readonly secrets: Pick<Secrets, 'digest'> }, code: string): string {
  return secrets.digest(`recovery code ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`)
}

/** A second step with recovery codes, where it has none yet, and the new codes, to be shown. */
export function withRecovery(
  ports: { readonly secrets: Pick<Secrets, 'digest' | 'newToken'> },
  step: SecondStep,
): { readonly step: SecondStep; readonly codes: readonly string[] | null } {
  if (step.recoveryDigests.length > 0) return { step, codes: null }
  const codes = newRecoveryCodes(ports)
  return { step: { ...step, recoveryDigests: codes.map((code) => recoveryDigest(ports, code)) }, codes }
}
