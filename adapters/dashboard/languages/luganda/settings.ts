import type { Translation } from '../english/texts.ts'

/** The texts in Luganda of an account’s settings. */
export const lugandaSettings: Translation = {
  settings: {
    title: 'Enteekateeka',
    keys: 'Ebisumuluzo',
    users: 'Abakozesa',
    actions: 'Ani yakola ki',
    onlyOwners: 'Bannannyini akawunti be basobola okukyusa bino.',
    pin: 'PIN',
    pinSet: (wrong) => (wrong === 0 ? 'PIN weeri.' : `PIN weeri. Okugezaako okukyamu mu lunaku lumu: ${wrong}.`),
    pinMissing: 'Tewali PIN: okuweereza ssente kugaanibwa.',
    lockedUntil: 'Esibiddwa okutuusa',
    newPin: 'PIN empya',
    pinHint: 'Ennamba 4 okutuuka ku 6 ezitaddiŋŋana era ezitagoberegana.',
    setPin: 'Teekawo PIN',
    pinsDiffer: 'PIN ebbiri tezifaanagana',
    apiAccess: 'API',
    apiIsOn: 'Okusasula n’ebisumuluzo bya akawunti kukkirizibwa.',
    apiIsOff: 'Okusasula tekukkirizibwa.',
    switchOn: 'Gigguleewo',
    switchOff: 'Giggalewo',
    currencies: 'Ssente z’amawanga',
    activated: 'ziteekeddwako',
    notActivated: 'tezinnateekebwako',
    activate: (currency) => `Teekako ${currency}`,
    deactivate: (currency) => `Ggyako ${currency}`,
    done: {
      pin: 'PIN eteekeddwawo.',
      on: 'API egguddwawo.',
      off: 'API eggaddwawo.',
      currency: 'Ssente z’amawanga zikyusiddwa.',
    },
  },
}
