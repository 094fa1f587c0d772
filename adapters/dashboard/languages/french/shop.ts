import type { Translation } from '../english/texts.ts'

/** The texts of an account’s pages in French. */
export const frenchShop: Translation = {
  menu: {
    overview: 'Vue d’ensemble',
    transactions: 'Transactions',
    batches: 'Lots',
    links: 'Liens',
    statement: 'Relevé',
    charts: 'Graphiques',
    webhooks: 'Webhooks',
    settings: 'Réglages',
  },
  operatorMenu: {
    overview: 'Vue d’ensemble',
    accounts: 'Comptes',
    payments: 'Paiements',
    exceptions: 'Écarts',
    proposals: 'Propositions',
    networks: 'Réseaux',
    actions: 'Actions',
  },
  question: { back: 'Ne pas le faire, et revenir' },
  saidBack: {
    back: 'Modifier',
    after: 'Solde disponible ensuite',
    tooLittle: (available) => `insuffisant : ${available} sont disponibles`,
    fee: 'Frais',
  },
  newPayment: {
    payout: {
      title: 'Payer une personne',
      hint: 'L’argent va du solde du compte à un téléphone.',
      phoneNumber: 'Numéro de téléphone de la personne',
      say: (amount) => `Envoyer ${amount}`,
      party: 'À',
    },
    collection: {
      title: 'Demander à un client',
      hint: 'Un téléphone reçoit la demande de confirmer un paiement au compte.',
      phoneNumber: 'Numéro de téléphone du client',
      say: (amount) => `Demander ${amount}`,
      party: 'De',
    },
    amount: 'Montant',
    currency: 'Devise',
    network: 'Réseau',
    byNumber: 'selon le numéro de téléphone',
    description: 'Pour quoi',
    reference: 'Référence',
    referenceHint: (made) => `Votre propre nom pour ce paiement, utilisé une seule fois. Laissé vide, c’est ${made}.`,
    goOn: 'Continuer',
    pin: 'Code PIN du compte',
    name: 'Nom',
    names: {
      unregistered: (network) => `aucun : ${network} n’a pas de portefeuille avec ce numéro`,
      cannotReceive: (name, network) => `${name}, qui ne peut pas être payé maintenant, selon ${network}`,
      unknown: (network) => `${network} ne donne pas de nom pour ce numéro`,
      tooMany: 'pas demandé : trop de noms ont été cherchés en une heure',
    },
    before: 'Le même en un jour',
    otherNetwork: (network) => `mais, par son début, un numéro de ${network}`,
    used: 'Rien n’a été fait : cette référence est celle d’un autre paiement.',
    other: 'Voir ce paiement',
    two: 'Deux personnes font un paiement de ce montant. Faites-en un lot d’une ligne : une autre personne qui peut payer l’approuve.',
    batch: 'Continuer avec un lot',
    wrong: {
      phoneNumber: {
        noNumber: (written) => `« ${written} » n’est pas un numéro de téléphone`,
        notMobile: (written) => `« ${written} » n’est pas un numéro de mobile`,
        several: (written, numbers) =>
          `« ${written} » peut être ${numbers.join(' ou ')} : écrivez l’indicatif de son pays`,
      },
      noNetwork: 'Aucun réseau d’ici n’a un tel numéro',
      choose: 'Le numéro ne montre pas son réseau : choisissez-le',
      reference: 'La référence doit avoir de 1 à 100 caractères ASCII visibles',
      description: 'Le but doit avoir au plus 200 caractères imprimables',
    },
  },
  amountFaults: {
    noAmount: ({ written }) => `« ${written} » n’est pas un montant`,
    tooLong: ({ written }) => `Le montant « ${written} » a trop de chiffres`,
    ambiguous: ({ written }) => `Le montant « ${written} » peut se lire de deux façons : écrivez les chiffres seuls`,
    badGroups: ({ written }) =>
      `Le montant « ${written} » a des groupes qui n’ont pas trois chiffres : écrivez les chiffres seuls`,
    decimals: ({ written }) => `Le montant « ${written} » a plus de décimales que sa devise`,
  },
  refused: {
    account_not_found: () => 'Ce compte n’accepte aucun paiement pour le moment',
    duplicate_link: () => 'Cette référence est déjà utilisée par un autre lien',
    link_is_over: () => 'Ce lien est déjà terminé',
    not_refundable: ({ because }) =>
      because === 'taken_back'
        ? 'Pas remboursable : le réseau a rendu l’argent au client'
        : because === 'needs_attention'
          ? 'Pas remboursable avant la vérification de l’exploitant'
          : because === 'number_erased'
            ? 'Pas remboursable : le numéro qui a payé a été effacé'
            : 'Pas remboursable : ce n’est pas un encaissement réussi',
    refund_exceeds_collection: ({ currency, left }) => `Seulement ${left} ${currency} peuvent encore être remboursés`,
    missing_fields: ({ fields }) => `Il manque : ${fields.join(', ')}`,
    malformed_fields: ({ problems }) => `Mal écrit. En anglais : ${problems.join(' ; ')}`,
    duplicate_batch: () => 'Cette référence est déjà utilisée par un autre lot',
    batch_refused: ({ lines }) => `Lot refusé. Lignes refusées : ${lines.length}`,
    repeats_unconfirmed: ({ repeats }) =>
      `Le lot répète des paiements. Lignes qui paient encore le même montant au même numéro : ${repeats.length}`,
    batch_is_over: () => 'Ce lot ne fait plus d’envois',
    batch_awaits_approval: () => 'Ce lot attend l’approbation d’une autre personne',
    batch_unconfirmed: () => 'Ce lot date d’avant la restauration des comptes, et il est peut-être déjà payé',
    kyc_incomplete: () => 'Le compte n’est pas encore autorisé à payer : son dossier KYC est incomplet',
    api_access_off: () => 'L’accès à l’API est coupé : aucun paiement n’est accepté',
    duplicate_reference: () => 'Cette référence est déjà utilisée',
    currency_not_supported: () => 'Cette devise n’est pas acceptée ici',
    invalid_network: ({ currency, networks }) => `Ce réseau n’a pas ${currency}. Les réseaux : ${networks.join(', ')}`,
    invalid_phone_number: ({ network }) => `Ce n’est pas un numéro de ${network}`,
    amount_below_minimum: ({ minimum, currency }) => `Le montant doit être d’au moins ${minimum} en ${currency}`,
    amount_above_maximum: ({ maximum, currency }) => `Le montant ne peut pas dépasser ${maximum} en ${currency}`,
    amount_too_precise: ({ decimals, currency }) =>
      `Le montant peut avoir au plus ${decimals} décimales en ${currency}`,
    currency_not_activated: () => 'Cette devise n’est pas activée',
    limit_reached: ({ most, currency }) =>
      `Un plafond est atteint : au plus ${most}${currency === undefined ? '' : ` ${currency}`}. Demandez à l’exploitant, ou réessayez plus tard`,
    pin_not_set: () => 'Aucun code PIN n’est défini : définissez-le dans les réglages',
    pin_locked: () => 'Le code PIN est incorrect',
    invalid_pin: () => 'Le code PIN est incorrect',
    insufficient_balance: ({ currency }) => `Le solde en ${currency} est insuffisant`,
    network_unavailable: () => 'Le réseau est injoignable pour le moment : réessayez plus tard',
    provider_unavailable: () => 'Le réseau est injoignable pour le moment : réessayez plus tard',
    quarantined: () => 'Les paiements sont arrêtés pendant la vérification des comptes : réessayez plus tard',
  },
}
