import type { Translation } from '../english/texts.ts'

/** The texts of an account’s charts in French. */
export const frenchCharts: Translation = {
  charts: {
    asTable: 'Les mêmes chiffres en tableau',
    partial: 'Tous les paiements de cette période ne sont pas encore comptés.',
    noneEnded: 'aucun terminé',
    counted: (succeeded, ended) => `${succeeded} sur ${ended}`,
    share: (share, ended) => `${Math.floor(share * 1_000) / 10} % de ${ended}`,
    succeeded: (outcome) => `${outcome} réussis`,
    heading: 'Graphiques',
    all: 'Tous les graphiques',
    spans: { month: 'Les 30 derniers jours', quarter: 'Les 13 dernières semaines' },
    nothing: 'Aucun paiement ne s’est terminé pendant cette période.',
    title: {
      inAndOut: (currency) => `Argent entré, et sorti sous zéro, ${currency}`,
      balance: (currency) => `Solde avec l’argent retenu, ${currency}`,
      payments: 'Paiements : réussis, et échoués au-dessus',
      fees: (currency) => `Frais, ${currency}`,
    },
    figures: (part) =>
      `entré ${part.in}, sorti ${part.out} ; ${part.outcome} ; frais ${part.fees} ; solde ${part.balance}`,
    together: (figures) => `En tout : ${figures}.`,
    label: (titles, figures) => `${titles}. En tout : ${figures}`,
    columns: {
      day: 'Jours',
      in: 'Entré',
      out: 'Sorti',
      outcome: 'Paiements',
      fees: 'Frais',
      balance: 'Solde ensuite',
    },
  },
}
