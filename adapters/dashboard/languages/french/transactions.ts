import { endsOf } from '../../../written/lookedFor.ts'
import type { Translation } from '../english/texts.ts'

/** The texts in French of the list of payments and of its filters. */
export const frenchTransactions: Translation = {
  transactions: {
    title: 'Transactions',
    csv: 'Toutes celles-ci en CSV',
    views: {
      open: 'En attente',
      collectedToday: 'Encaissés aujourd’hui',
      sentToday: 'Envoyés aujourd’hui',
      failedThisMonth: 'Échoués ce mois',
      refundedThisMonth: 'Remboursés ce mois',
    },
  },
  filters: {
    label: 'Recherche et filtres',
    search: 'Rechercher',
    amount: 'Montant, ou de–à',
    noAmount: (given) => `« ${given} » n’est pas un montant tel que 5,000, ni deux tels que 1,000–5,000`,
    largerFirst: (given) => `« ${given} » commence par le plus grand montant`,
    amountsNowhere:
      'Les montants se cherchent dans un seul compte, parmi les paiements en attente, ou parmi ceux à vérifier : choisissez.',
    lookedFor: 'Rien n’a été trouvé. La recherche portait sur :',
    searchOn: 'Les paiements plus anciens n’ont pas encore été parcourus : choisissez « Plus anciens », ou un jour.',
    notEverywhere:
      'Les montants et les parties de références et de descriptions ne se cherchent que dans un seul compte, ou parmi les paiements en attente ou à vérifier : choisissez.',
    lookedForAs: {
      name: ({ text }) => `« ${text} » comme référence, identifiant ou reçu`,
      receipt: ({ receipts }) => `${receipts.join(', ')} comme reçu`,
      phoneNumber: ({ phoneNumber }) => `le numéro de téléphone ${phoneNumber}`,
      phoneEnding: ({ digits }) => `les numéros de téléphone qui finissent par ${digits}`,
      amount: (amounts) => {
        const { least, most } = endsOf(amounts)
        return least === most ? `le montant ${least}` : `les montants de ${least} à ${most}`
      },
      noAmount: ({ unread: { written } }) =>
        `aucun montant, car « ${written} » peut se lire de deux façons : écrivez les chiffres seuls`,
      payment: ({ phoneNumber, ...amounts }) => `${endsOf(amounts).least} et le numéro de téléphone ${phoneNumber}`,
      paymentEnding: ({ digits, ...amounts }) =>
        `${endsOf(amounts).least} et les numéros de téléphone qui finissent par ${digits}`,
      part: ({ text }) => `« ${text} » dans les références et les descriptions`,
    },
    submit: 'Afficher',
    all: 'tous',
    more: 'Plus de filtres',
    columns: 'Colonnes',
    views: 'Vues',
    totals: {
      show: 'Compter et additionner tous ces paiements',
      title: 'Tous les paiements qui correspondent aux filtres',
      count: 'Paiements',
      sum: 'Somme',
      tooMany: 'Plus de 10,000 paiements correspondent : choisissez moins de jours, ou additionnez-les dans leur CSV.',
    },
  },
}
