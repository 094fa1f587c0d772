import type { Journal } from '../journal.ts'

/**
 * A phone in somebody's hand, and the time when it is put down unless somebody looks at it again; 0 once it is put
 * down.
 */
export type HandEntries = { readonly inHand: { readonly phoneNumber: string; readonly untilMs: number } }

/** The phones that people have in hand. */
export type Hands = {
  has(phoneNumber: string): boolean
  /** Records that this phone is in somebody's hand. */
  take(phoneNumber: string): void
  putDown(phoneNumber: string): void
}

/** How many phones are in hand at once; one more puts the oldest down. */
const mostInHand = 100

/**
 * Opens the record of an earlier process. A phone that nobody looks at for `inHandMs` is put down, perhaps earlier, but
 * never before half of that time.
 */
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
      // Otherwise each look would be written.
      if (restMs(phoneNumber) < inHandMs / 2) keep({ phoneNumber, untilMs: Date.now() + inHandMs })
    },
    putDown(phoneNumber) {
      if (restMs(phoneNumber) > 0) keep({ phoneNumber, untilMs: 0 })
    },
  }
}
