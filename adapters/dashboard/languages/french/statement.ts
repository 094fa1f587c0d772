import type { Translation } from '../english/texts.ts'

/** The texts in French of the statement. */
export const frenchStatement: Translation = {
  statement: {
    title: 'Relevé',
    currency: 'Devise',
    none: 'Aucun argent n’a bougé pendant cette période.',
    opening: (amount) => `Avant : ${amount}.`,
    closing: (amount) => `Après : ${amount}.`,
    at: 'Quand',
    what: 'Quoi',
    availableAfter: 'Disponible ensuite',
    held: (amount) => ` (et ${amount} retenus)`,
    newer: 'Plus récents',
    totals: {
      show: 'Totaux par genre',
      title: 'Totaux de la période, de tout l’argent, disponible et retenu',
      count: 'Mouvements',
      sum: 'Ensemble',
      together: 'Tous',
      tooMany:
        'La période a plus de 20,000 mouvements : choisissez-en une plus courte, ou additionnez-les dans son fichier.',
    },
    month: (month) => `${month} dans un fichier :`,
    files: 'Toute la période dans un fichier :',
    endings: { csv: 'CSV', xlsx: 'Excel (.xlsx)', ofx: 'pour les logiciels de comptabilité (.ofx)' },
    kinds: {
      payout_held: 'retenu pour un envoi',
      payout_settled: 'envoi versé',
      payout_released: 'envoi libéré',
      collection_credited: 'encaissement',
      refund_held: 'retenu pour un remboursement',
      refund_settled: 'remboursement versé',
      refund_released: 'remboursement libéré',
      fee: 'frais',
      fee_refunded: 'frais rendus',
      balance_funded: 'ajouté au solde',
      balance_withdrawn: 'retiré du solde',
      batch_held: 'retenu pour un lot',
      batch_released: 'lot libéré',
    },
  },
}
