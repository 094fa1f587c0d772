import type { Translation } from '../english/texts.ts'

/** The texts in Swahili of an account’s settings. */
export const swahiliSettings: Translation = {
  settings: {
    title: 'Mipangilio',
    keys: 'Funguo',
    users: 'Watumiaji',
    actions: 'Nani alifanya nini',
    onlyOwners: 'Wamiliki wa akaunti wanaweza kubadilisha haya.',
    pin: 'PIN',
    pinSet: (wrong) =>
      wrong === 0 ? 'PIN imewekwa.' : `PIN imewekwa. Majaribio yasiyo sahihi ndani ya siku moja: ${wrong}.`,
    pinMissing: 'Hakuna PIN: kutuma pesa kunakataliwa.',
    lockedUntil: 'Imefungwa hadi',
    newPin: 'PIN mpya',
    pinHint: 'Tarakimu 4 hadi 6 zisizojirudia wala kufuatana.',
    setPin: 'Weka PIN',
    pinsDiffer: 'PIN hizi mbili hazifanani',
    apiAccess: 'Ufikiaji wa API',
    apiIsOn: 'Malipo kwa funguo za akaunti yanakubaliwa.',
    apiIsOff: 'Malipo hayakubaliwi.',
    switchOn: 'Washa ufikiaji',
    switchOff: 'Zima ufikiaji',
    currencies: 'Sarafu',
    activated: 'imewashwa',
    notActivated: 'haijawashwa',
    activate: (currency) => `Washa ${currency}`,
    deactivate: (currency) => `Zima ${currency}`,
    done: {
      pin: 'PIN imewekwa.',
      on: 'Ufikiaji wa API umewashwa.',
      off: 'Ufikiaji wa API umezimwa.',
      currency: 'Sarafu zimebadilishwa.',
    },
  },
}
