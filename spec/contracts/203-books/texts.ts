import { annotationsOf, fundedAccount, inStep, openPayout } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { anAnnotation, aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Possible texts of networks and embedders: a NUL, halves of characters, control characters of terminals. */
const texts: readonly string[] = ['a\0b', '\0', '\ud800 half', 'half \udc00', '\u001b[2J\u0007', '\t\\N\r\n', '“ü” 👋']

/** Rule 203.52: texts that not every store can keep. */
export const anyTexts: Facts<Store> = {
  async '203.52 no text breaks a store, which replaces the characters that it cannot keep'(store) {
    const { account } = await fundedAccount(store)
    for (const text of texts) {
      const said = { description: text, customerMessage: text, metadata: { [text]: text } }
      const reported = { networkReason: text, providerRef: text, networkReceipt: text }
      const payout = aPayout(account.id, { ...said, ...reported })
      await openPayout(store, payout)
      await inStep(store, payout, (work) => {
        const opened = work.transaction(payout.id)
        if (opened) work.record({ ...opened, state: 'pending', providerRef: text })
        work.annotate({ ...anAnnotation(payout.id), text, by: text })
      })
      const found = await store.books.transaction(payout.id)
      const { description, customerMessage, networkReason, providerRef, networkReceipt, metadata = {} } = found ?? {}
      const [annotation] = await annotationsOf(store.books, payout.id)
      const texts = [description, customerMessage, networkReason, providerRef, networkReceipt]
      const read = [...texts, ...Object.entries(metadata).flat()]
      const wanted = kept(text)
      equal(
        [...read, annotation?.text, annotation?.by].map((one) => kept(one ?? '')),
        Array.from({ length: 9 }, () => wanted),
        `the text read for ${JSON.stringify(text)}`,
      )
      equal(await store.books.transaction(text), undefined, `the row under ${JSON.stringify(text)}`)
    }
  },
}

/**
 * A text in the form that every store can keep; the number of replacements for half a character depends on the store.
 */
function kept(text: string): string {
  return text.replace(/[\0\p{Cs}\uFFFD]+/gu, '\uFFFD')
}
