import type { Translation } from '../english/texts.ts'

/** The texts in French of an account’s settings. */
export const frenchSettings: Translation = {
  settings: {
    title: 'Réglages',
    keys: 'Clés',
    users: 'Utilisateurs',
    actions: 'Qui a fait quoi',
    onlyOwners: 'Les propriétaires du compte peuvent les modifier.',
    pin: 'Code PIN',
    pinSet: (wrong) =>
      wrong === 0 ? 'Un code PIN est défini.' : `Un code PIN est défini. Essais incorrects en un jour : ${wrong}.`,
    pinMissing: 'Aucun code PIN n’est défini : les envois sont refusés.',
    lockedUntil: 'Bloqué jusqu’au',
    newPin: 'Nouveau code PIN',
    pinHint: 'De 4 à 6 chiffres qui ne se répètent pas et ne se suivent pas.',
    setPin: 'Définir le code PIN',
    pinsDiffer: 'Les deux codes PIN ne sont pas les mêmes',
    apiAccess: 'Accès à l’API',
    apiIsOn: 'Les paiements avec les clés du compte sont acceptés.',
    apiIsOff: 'Aucun paiement n’est accepté.',
    switchOn: 'Rétablir l’accès',
    switchOff: 'Couper l’accès',
    currencies: 'Devises',
    activated: 'activée',
    notActivated: 'pas activée',
    activate: (currency) => `Activer ${currency}`,
    deactivate: (currency) => `Désactiver ${currency}`,
    done: {
      pin: 'Le code PIN est défini.',
      on: 'L’accès à l’API est rétabli.',
      off: 'L’accès à l’API est coupé.',
      currency: 'Les devises sont modifiées.',
    },
  },
}
