import { SettingsError } from './validated.ts'

const fewestCharacters = 8

/** Whether a secret is obviously not random: made of few different characters, or of a repeated pattern. */
function isPlain(secret: string): boolean {
  return new Set(secret).size < fewestCharacters || period(secret) <= secret.length / 2
}

/** Refuses secrets that are plain or equal; the previous PIN key may be plain, because it could not be replaced otherwise. */
export function refusePlainSecrets(given: Readonly<Record<SecretName, string | undefined>>): void {
  const { SENTE_PIN_KEY: pinKey, SENTE_PIN_KEY_PREVIOUS: previous, ...others } = given
  const plain = 'is obviously not random: make one with openssl rand -hex 32'
  if (pinKey !== undefined && isPlain(pinKey)) {
    throw new SettingsError(
      `SENTE_PIN_KEY ${plain}, and keep this one as SENTE_PIN_KEY_PREVIOUS if PINs were set under it`,
    )
  }
  if (pinKey !== undefined && pinKey === previous) {
    throw new SettingsError(
      'SENTE_PIN_KEY_PREVIOUS is the same as SENTE_PIN_KEY: leave it out, or set it to the previous key',
    )
  }
  const seen = new Map([pinKey, previous].map((key) => [key, 'a PIN key']))
  for (const [name, secret] of Object.entries(others)) {
    if (secret === undefined) continue
    if (isPlain(secret)) throw new SettingsError(`${name} ${plain}`)
    const same = seen.get(secret)
    if (same !== undefined)
      throw new SettingsError(`${name} is the same as ${same}: make a separate one with openssl rand -hex 32`)
    seen.set(secret, name)
  }
}

type SecretName = 'SENTE_PIN_KEY' | 'SENTE_PIN_KEY_PREVIOUS' | 'SENTE_CALLBACK_SECRET' | 'SENTE_WEBHOOK_KEY'

/** The shortest length after which a text repeats itself. */
function period(text: string): number {
  for (let length = 1; length < text.length; length += 1) if (text.startsWith(text.slice(length))) return length
  return text.length
}
