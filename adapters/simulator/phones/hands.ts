import type { Journal } from '../journal.ts'

/** A phone that somebody took up, until when unless it is looked at again; 0 once it was put down. */
export type HandEntries = { readonly inHand: { readonly phoneNumber: string; readonly untilMs: number } }

/** Which phones people have in hand. */
export type Hands = {
  has(phoneNumber: string): boolean
  /** From now on this phone is in somebody's hand. */
  take(phoneNumber: string): void
  putDown(phoneNumber: string): void
}

/** How many phones are in hand at once; one more puts the oldest down. */
const mostInHand = 100

/** Opens what an earlier process knew. A phone that nobody looks at for `inHandMs` is put down, at the earliest after half. */
export function openHands(journal: Journal<HandEntries>, inHandMs: number): Hands {
  const untilMs = new Map<string, number>()
  for (const entry of journal.earlier('inHand')) put(entry)
  journal.onRewrite('inHand', () => [...untilMs].map(([phoneNumber, until]) => ({ phoneNumber, untilMs: until })))

  function put({ phoneNumber, untilMs: until }: HandEntries['inHand']) {
    untilMs.delete(phoneNumber)
    untilMs.set(phoneNumber, until)
    const [oldest = ''] = untilMs.keys()
    if (untilMs.size > mostInHand) untilMs.delete(oldest)
  }

  function keep(entry: HandEntries['inHand']) {
    journal.append('inHand', entry)
    put(entry)
  }

  const restMs = (phoneNumber: string) => (untilMs.get(phoneNumber) ?? 0) - Date.now()

  return {
    has: (phoneNumber) => restMs(phoneNumber) > 0,
    take(phoneNumber) {
      // Each look would be written otherwise.
      if (restMs(phoneNumber) < inHandMs / 2) keep({ phoneNumber, untilMs: Date.now() + inHandMs })
    },
    putDown(phoneNumber) {
      if (restMs(phoneNumber) > 0) keep({ phoneNumber, untilMs: 0 })
    },
  }
}
