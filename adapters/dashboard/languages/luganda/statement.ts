import type { Translation } from '../english/texts.ts'

/** The texts in Luganda of the statement. */
export const lugandaStatement: Translation = {
  statement: {
    title: 'Sitatimenti',
    currency: 'Ssente za ggwanga ki',
    none: 'Tewali ssente zaatambula mu kiseera kino.',
    opening: (amount) => `Emabega: ${amount}.`,
    closing: (amount) => `Oluvannyuma: ${amount}.`,
    at: 'Ddi',
    what: 'Ki',
    availableAfter: 'Eziriwo oluvannyuma',
    held: (amount) => ` (ne ${amount} ezikwatiddwa)`,
    newer: 'Ebiddako obupya',
    totals: {
      show: 'Omugatte gwa buli kika',
      title: 'Omugatte gw’ekiseera, ogwa ssente zonna, eziriwo n’ezikwatiddwa',
      count: 'Enkyukakyuka',
      sum: 'Omugatte',
      together: 'Zonna',
      tooMany: 'Ekiseera kirina enkyukakyuka ezisukka mu 20,000: londa ekimpi, oba zigatte mu fayiro yaakyo.',
    },
    month: (month) => `${month} mu fayiro:`,
    files: 'Ekiseera kyonna mu fayiro:',
    endings: { csv: 'CSV', xlsx: 'Excel (.xlsx)', ofx: 'eya pulogulaamu z’ebitabo bya ssente (.ofx)' },
    kinds: {
      payout_held: 'zikwatiddwa olw’okuweereza',
      payout_settled: 'okuweereza kusasuddwa',
      payout_released: 'ez’okuweereza ziteereddwa',
      collection_credited: 'okusasula kwa kasitoma',
      refund_held: 'zikwatiddwa olw’okuddiza',
      refund_settled: 'okuddiza kusasuddwa',
      refund_released: 'ez’okuddiza ziteereddwa',
      fee: 'ekisale',
      fee_refunded: 'ekisale kiddiziddwa',
      balance_funded: 'zongeddwa ku akawunti',
      balance_withdrawn: 'ziggyiddwa ku akawunti',
      batch_held: 'zikwatiddwa olw’ekibinja',
      batch_released: 'ez’ekibinja ziteereddwa',
    },
  },
}
