import type { Translation } from '../english/texts.ts'
import { frenchBatches } from './batches.ts'
import { frenchCharts } from './charts.ts'
import { frenchLinks } from './links.ts'
import { frenchNotices } from './notices.ts'
import { frenchPayments } from './payments.ts'
import { frenchPeople } from './people.ts'
import { frenchSettings } from './settings.ts'
import { frenchShop } from './shop.ts'
import { frenchStatement } from './statement.ts'
import { frenchTransactions } from './transactions.ts'

/** The texts in French. A missing text is shown in English. */
export const french: Translation = {
  ...frenchShop,
  ...frenchCharts,
  ...frenchPayments,
  ...frenchBatches,
  ...frenchLinks,
  ...frenchNotices,
  ...frenchStatement,
  ...frenchTransactions,
  ...frenchSettings,
  ...frenchPeople,
  amount: (number, currency) => `${number} ${currency}`,
  frame: {
    languages: 'Langue',
    skip: 'Aller au contenu',
    navigation: 'Pages',
    notices: 'Avis',
    signOut: 'Se déconnecter',
    search: 'Chercher un paiement',
    sandbox: 'Un bac à sable : aucun argent réel ne circule ici.',
    live: 'De l’argent réel circule ici.',
    times: (timeZone) => `Les heures sont celles de ${timeZone.replace('_', ' ')}.`,
  },
  errors: {
    unsafe: {
      title: 'Par HTTPS seulement',
      text: 'Sans lui, n’importe qui en chemin pourrait lire les échanges. Demandez son adresse à l’exploitant de ce service.',
    },
    notFound: { title: 'Rien ici', text: 'Cette page n’existe pas, ou vous ne pouvez pas la voir.' },
    fromElsewhere: {
      title: 'Pas envoyé',
      text: 'Le formulaire venait d’un autre site, ou votre navigateur cache son origine. Rien n’a été modifié.',
    },
    tooLarge: {
      title: 'C’est trop',
      text: 'Le formulaire est plus grand que cette page ne l’accepte. Rien n’a été modifié.',
    },
    tooMany: {
      title: 'Trop de demandes',
      text: (seconds) =>
        `Rien n’a été fait. Attendez ${seconds === 1 ? 'une seconde' : `${seconds} secondes`}, puis réessayez.`,
    },
    malformed: { title: 'Pas compris', text: 'Le formulaire n’a pas pu être lu. Rien n’a été modifié.' },
    away: {
      title: 'Indisponible pour le moment',
      text: 'La base de données est injoignable. Rien n’a été fait. Attendez quelques secondes, puis réessayez.',
    },
    broken: {
      title: 'Une erreur est survenue',
      text: 'Elle figure dans le journal du service. Si vous avez envoyé un paiement, vérifiez s’il a été enregistré avant de le renvoyer.',
      request: 'Demande',
    },
    method: { title: 'Pas de cette façon', text: 'Cette page n’accepte pas ce genre de demande.' },
    onward: { title: 'Un instant', text: 'Continuer' },
    elsewhere: { title: 'Un instant', to: (host) => `Continuer vers ${host}` },
  },
  forms: {
    again: 'La même chose encore une fois',
    yourPassword: 'Votre mot de passe',
    why: 'On vous le redemande pour que personne d’autre ne puisse le faire dans un navigateur que vous avez laissé ouvert.',
    fiveMinutes: 'On ne vous le redemandera pas ici dans les cinq prochaines minutes.',
  },
  session: {
    until: 'Connecté jusqu’à',
    extended: ', plus longtemps si vous ouvrez une autre page.',
    ends: 'Votre session se termine dans moins de cinq minutes.',
    endsUnless: 'Votre session se termine dans moins de cinq minutes, sauf si vous ouvrez ou envoyez une page.',
    kept: 'Un formulaire envoyé plus tard est gardé pendant que vous vous reconnectez.',
  },
  pay: {
    to: (merchant) => `À ${merchant}`,
    anyAmount: (least, most) => `Un montant de ${least} à ${most}`,
    amount: 'Montant',
    amountHint: (least, most) => `De ${least} à ${most}.`,
    wrongAmount: (least, most) => `Écrivez un montant de ${least} à ${most}, en chiffres seulement`,
    goOn: 'Continuer',
    otherAmount: 'Un autre montant',
    askedFor: (amount) => `Ce paiement est de ${amount}, quel que soit le montant écrit cette fois.`,
    phoneNumber: 'Votre numéro de téléphone',
    phoneNumberHint: (networks) => `Chez ${networks.join(' ou ')}. Ce téléphone vous demandera de payer.`,
    network: 'Votre réseau',
    submit: (amount) => `Payer ${amount}`,
    approve: (network, phoneNumber) =>
      `${network} vous envoie maintenant une demande sur votre téléphone${phoneNumber === null ? '' : `, ${phoneNumber}`}. Confirmez-y avec votre code PIN. Cette page indiquera ensuite que vous avez payé.`,
    left: (minutes) => (minutes === 1 ? 'Il reste moins d’une minute.' : `Il reste environ ${minutes} minutes.`),
    noneLeft: 'Le délai pour confirmer est écoulé. Attendez ici le résultat, et ne payez pas une seconde fois.',
    noPrompt: 'Rien sur le téléphone ?',
    phoneHelp: 'Le téléphone doit être allumé, déverrouillé et capter son réseau.',
    wrongNumber: 'Ce n’est pas votre numéro ?',
    isWrong:
      'Personne d’autre ne peut recevoir la demande tant que celle-ci est ouverte. Si elle échoue, vous pourrez corriger le numéro ici.',
    askAnother:
      'Cette demande reste ouverte jusqu’à la fin de son délai : ne la confirmez pas si quelqu’un d’autre paie.',
    toAnother: 'Demander à un autre numéro',
    other: {
      pending: (asked) =>
        `${askedIn(asked)} a déjà reçu la demande. Personne d’autre ne la reçoit, sauf si ce paiement échoue.`,
      succeeded: (asked) => `${askedIn(asked)} a déjà payé. Personne n’a reçu de demande cette fois.`,
      failed: () => 'Ce formulaire a été envoyé trop souvent. Personne n’a reçu de demande cette fois.',
      taken_back: (asked) =>
        `${askedIn(asked)} a payé, et le réseau a repris ce paiement. Personne n’a reçu de demande cette fois.`,
      checked: (asked) =>
        `${askedIn(asked)} a déjà reçu la demande, et le résultat est en cours de vérification. Personne n’a reçu de demande cette fois.`,
    },
    toOther: 'Voir l’état de ce paiement',
    rows: {
      receipt: 'Reçu du réseau',
      phoneNumber: 'Numéro de téléphone',
      network: 'Réseau',
      reference: 'Référence',
      at: 'Quand',
    },
    ends: { succeeded: 'Payé', failed: 'Pas payé', taken_back: 'Repris', checked: 'En vérification' },
    disputes: {
      taken_back: (merchant) => `le réseau a repris ce paiement, donc ${merchant} ne l’a pas`,
      checked: (merchant) => `le réseau se contredit. Ne payez pas une deuxième fois : demandez à ${merchant}`,
    },
    reasons: {
      customer_rejected: 'vous l’avez refusé sur le téléphone',
      customer_did_not_approve: 'il n’a pas été confirmé à temps sur le téléphone',
      customer_balance_too_low: 'le solde de ce numéro est insuffisant',
      phone_number_not_found: 'le réseau ne connaît pas ce numéro',
      limit_reached: 'un plafond de ce numéro est atteint',
      recipient_not_allowed: 'le réseau ne permet pas à ce numéro de payer',
      refused_by_network: 'le réseau l’a refusé',
      network_failure: 'le réseau n’a pas fonctionné',
    },
    again: 'Réessayer',
    back: (merchant) => `Retour à ${merchant}`,
    noPhoneNumber: {
      noNumber: () => 'Ce n’est pas un numéro de téléphone',
      notMobile: () => 'Ce n’est pas un numéro de mobile',
      several: (numbers) => `Ce peut être ${numbers.join(' ou ')} : écrivez l’indicatif de son pays`,
    },
    tooMany: 'Il y a eu trop de tentatives depuis votre réseau : réessayez dans quelques minutes',
    notNow: 'Ce paiement n’est pas possible pour le moment : réessayez plus tard',
    problems: {
      amount_below_minimum: 'Ce montant est trop petit pour le moment : choisissez-en un autre',
      amount_above_maximum: 'Ce montant est trop grand pour le moment : choisissez-en un autre',
      invalid_phone_number: 'Aucun réseau d’ici n’a un tel numéro',
      invalid_network: 'Choisissez un autre réseau',
      limit_reached: 'Ce téléphone a reçu trop de demandes : réessayez plus tard',
      account_not_found: 'Aucun paiement n’est accepté ici pour le moment.',
      network_unavailable: 'Le réseau est injoignable pour le moment : réessayez plus tard',
      provider_unavailable: 'Le réseau est injoignable pour le moment : réessayez plus tard',
    },
    states: {
      paid: () => 'Ceci a déjà été payé.',
      asked: ({ askedNumber }) =>
        `Un téléphone reçoit en ce moment la demande de payer${askedNumber === null ? '' : ` : son numéro se termine par ${askedNumber}`}. Si elle échoue, vous pourrez payer de nouveau.`,
      taken_back: ({ merchant }) =>
        `Ceci a été payé, et le réseau a repris le paiement : demandez un nouveau lien à ${merchant}.`,
      checked: ({ merchant }) =>
        `Ce paiement est en cours de vérification. Ne payez pas une deuxième fois : demandez à ${merchant}.`,
      used_up: () => 'Tous les paiements de ce lien ont été faits, ou sont en cours.',
      expired: () => 'Ce lien a expiré. Demandez-en un nouveau.',
      ended: () => 'Le marchand a mis fin à ce lien.',
      unavailable: ({ merchant }) => `${merchant} n’accepte aucun paiement pour le moment.`,
    },
  },
}

function askedIn({ phoneNumber, network }: { readonly phoneNumber: string | null; readonly network: string }): string {
  return phoneNumber === null ? `Un autre numéro de ${network}` : `Le numéro ${phoneNumber} de ${network}`
}
