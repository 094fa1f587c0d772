import type { Translation } from '../english/texts.ts'

/** The texts in Swahili of the statement. */
export const swahiliStatement: Translation = {
  statement: {
    title: 'Taarifa ya akaunti',
    currency: 'Sarafu',
    none: 'Hakuna pesa zilizohamishwa wakati huu.',
    opening: (amount) => `Kabla: ${amount}.`,
    closing: (amount) => `Baada: ${amount}.`,
    at: 'Lini',
    what: 'Nini',
    availableAfter: 'Zilizopo baadaye',
    held: (amount) => ` (na ${amount} zimeshikiliwa)`,
    newer: 'Mapya kidogo',
    totals: {
      show: 'Jumla kwa aina',
      title: 'Jumla za kipindi, za pesa zote, zilizopo na zilizoshikiliwa',
      count: 'Mabadiliko',
      sum: 'Jumla',
      together: 'Zote',
      tooMany: 'Kipindi kina mabadiliko zaidi ya 20,000: chagua kifupi zaidi, au yajumlishe kwenye faili lake.',
    },
    month: (month) => `${month} katika faili:`,
    files: 'Kipindi chote kama faili:',
    endings: { csv: 'CSV', xlsx: 'Excel (.xlsx)', ofx: 'kwa programu za uhasibu (.ofx)' },
    kinds: {
      payout_held: 'zimeshikiliwa kwa malipo ya kutuma',
      payout_settled: 'malipo ya kutuma yamelipwa',
      payout_released: 'malipo ya kutuma yameachiliwa',
      collection_credited: 'malipo ya mteja',
      refund_held: 'zimeshikiliwa kwa marejesho',
      refund_settled: 'marejesho yamelipwa',
      refund_released: 'marejesho yameachiliwa',
      fee: 'ada',
      fee_refunded: 'ada imerudishwa',
      balance_funded: 'zimeongezwa kwenye salio',
      balance_withdrawn: 'zimetolewa kwenye salio',
      batch_held: 'zimeshikiliwa kwa fungu',
      batch_released: 'fungu limeachiliwa',
    },
  },
}
