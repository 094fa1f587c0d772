import { SettingsError } from './validated.ts'

const fewestCharacters = 8

/** Whether a secret is obviously not random: made of few different characters, or of a repeated pattern. */
function isPlain(secret: string): boolean {
  return new Set(secret).size < fewestCharacters || period(secret) <= secret.length / 2
}

/** Refuses secrets that are plain or equal. A previous key may be plain, because it could not be replaced otherwise. */
export function refusePlainSecrets(given: Readonly<Partial<Record<SecretName, string>>>): void {
  const { SENTE_PIN_KEY: pinKey, SENTE_PIN_KEY_PREVIOUS: previous } = given
  const plain = 'is obviously not random: make one with openssl rand -hex 32'
  if (pinKey !== undefined && isPlain(pinKey)) {
    throw new SettingsError(
      `SENTE_PIN_KEY ${plain}, and keep this one as SENTE_PIN_KEY_PREVIOUS if PINs were set under it`,
    )
  }
  for (const name of ['SENTE_PIN_KEY', 'SENTE_WEBHOOK_KEY'] as const) {
    const before = `${name}_PREVIOUS` as const
    if (given[name] === undefined || given[name] !== given[before]) continue
    throw new SettingsError(`${before} is the same as ${name}: leave it out, or set it to the previous key`)
  }
  const seen = new Map([pinKey, previous].map((key) => [key, 'a PIN key']))
  for (const name of others) {
    const secret = given[name]
    if (secret === undefined) continue
    if (isPlain(secret) && name !== 'SENTE_WEBHOOK_KEY_PREVIOUS') throw new SettingsError(`${name} ${plain}`)
    const same = seen.get(secret)
    if (same !== undefined)
      throw new SettingsError(`${name} is the same as ${same}: make a separate one with openssl rand -hex 32`)
    seen.set(secret, name)
  }
}

const others = [
  'SENTE_CALLBACK_SECRET',
  'SENTE_WEBHOOK_KEY',
  'SENTE_WEBHOOK_KEY_PREVIOUS',
  'SENTE_PSEUDONYM_KEY',
] as const

type KeyName = 'SENTE_PIN_KEY' | 'SENTE_WEBHOOK_KEY'

type SecretName = KeyName | `${KeyName}_PREVIOUS` | (typeof others)[number]

/** The shortest length after which a text repeats itself. */
function period(text: string): number {
  for (let length = 1; length < text.length; length += 1) if (text.startsWith(text.slice(length))) return length
  return text.length
}
