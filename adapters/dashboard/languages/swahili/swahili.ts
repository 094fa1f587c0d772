import type { Translation } from '../english/texts.ts'
import { swahiliBatches } from './batches.ts'
import { swahiliCharts } from './charts.ts'
import { swahiliLinks } from './links.ts'
import { swahiliNotices } from './notices.ts'
import { swahiliPayments } from './payments.ts'
import { swahiliPeople } from './people.ts'
import { swahiliSettings } from './settings.ts'
import { swahiliShop } from './shop.ts'
import { swahiliStatement } from './statement.ts'
import { swahiliTransactions } from './transactions.ts'

/** The texts in Swahili. A missing text is shown in English. */
export const swahili: Translation = {
  ...swahiliShop,
  ...swahiliCharts,
  ...swahiliPayments,
  ...swahiliBatches,
  ...swahiliLinks,
  ...swahiliNotices,
  ...swahiliStatement,
  ...swahiliTransactions,
  ...swahiliSettings,
  ...swahiliPeople,
  amount: (number, currency) => `${currency} ${number}`,
  frame: {
    languages: 'Lugha',
    skip: 'Nenda kwenye maudhui',
    navigation: 'Kurasa',
    notices: 'Arifa',
    signOut: 'Ondoka',
    search: 'Tafuta malipo',
    sandbox: 'Hapa ni pa majaribio: hakuna pesa halisi zinazohamishwa.',
    live: 'Hapa pesa halisi zinahamishwa.',
    times: (timeZone) => `Saa ni za ${timeZone.replace('_', ' ')}.`,
  },
  errors: {
    unsafe: {
      title: 'Kwa HTTPS pekee',
      text: 'Bila hiyo mtu yeyote njiani anaweza kusoma mawasiliano. Muulize mwendeshaji wa huduma hii anwani yake.',
    },
    notFound: { title: 'Hakuna kitu hapa', text: 'Ukurasa huo haupo, au huruhusiwi kuuona.' },
    fromElsewhere: {
      title: 'Haikutumwa',
      text: 'Fomu imetoka kwenye tovuti nyingine, au kivinjari chako kinaficha ilikotoka. Hakuna kilichobadilishwa.',
    },
    tooLarge: { title: 'Imezidi', text: 'Fomu ni kubwa kuliko ukurasa huu unavyokubali. Hakuna kilichobadilishwa.' },
    tooMany: {
      title: 'Maombi mengi mno',
      text: (seconds) =>
        `Hakuna kilichofanyika. Subiri ${seconds === 1 ? 'sekunde moja' : `sekunde ${seconds}`}, kisha ujaribu tena.`,
    },
    malformed: { title: 'Haikueleweka', text: 'Fomu haikuweza kusomwa. Hakuna kilichobadilishwa.' },
    away: {
      title: 'Haipatikani sasa',
      text: 'Hifadhidata haifikiki. Hakuna kilichofanyika. Subiri sekunde chache, kisha ujaribu tena.',
    },
    broken: {
      title: 'Kuna hitilafu',
      text: 'Imeandikwa kwenye kumbukumbu za huduma. Ikiwa ulituma malipo, hakikisha kama yalirekodiwa kabla ya kuyatuma tena.',
      request: 'Ombi',
    },
    method: { title: 'Haifanyiki hivi', text: 'Ukurasa huu haukubali ombi la aina hii.' },
    onward: { title: 'Subiri kidogo', text: 'Endelea' },
    elsewhere: { title: 'Subiri kidogo', to: (host) => `Endelea kwenda ${host}` },
  },
  forms: {
    again: 'Andika tena',
    yourPassword: 'Nenosiri lako',
    why: 'Unaulizwa tena ili mtu mwingine asiweze kufanya hivyo kwenye kivinjari ulichokiacha wazi.',
    fiveMinutes: 'Hutaulizwa tena hapa ndani ya dakika tano zijazo.',
  },
  session: {
    until: 'Umeingia hadi saa',
    extended: ', au zaidi ukifungua ukurasa mwingine.',
    ends: 'Kipindi chako kinaisha ndani ya dakika tano.',
    endsUnless: 'Kipindi chako kinaisha ndani ya dakika tano, usipofungua au kutuma ukurasa.',
    kept: 'Fomu utakayotuma baadaye inahifadhiwa wakati unaingia tena.',
  },
  pay: {
    to: (merchant) => `Kwa ${merchant}`,
    anyAmount: (least, most) => `Kiasi chochote kuanzia ${least} hadi ${most}`,
    amount: 'Kiasi',
    amountHint: (least, most) => `Kuanzia ${least} hadi ${most}.`,
    wrongAmount: (least, most) => `Andika kiasi kuanzia ${least} hadi ${most}, kwa tarakimu pekee`,
    goOn: 'Endelea',
    otherAmount: 'Kiasi kingine',
    askedFor: (amount) => `Malipo hayo ni ya ${amount}, hata kama umeandika kiasi kingine sasa.`,
    phoneNumber: 'Namba yako ya simu',
    phoneNumberHint: (networks) => `Ya ${networks.join(' au ')}. Simu hii itakuomba ulipe.`,
    network: 'Mtandao wako',
    submit: (amount) => `Lipa ${amount}`,
    approve: (network, phoneNumber) =>
      `${network} inakuomba sasa kwenye simu yako${phoneNumber === null ? '' : `, ${phoneNumber}`}. Thibitisha huko kwa PIN yako. Kisha ukurasa huu utaonyesha kuwa umelipa.`,
    left: (minutes) => (minutes === 1 ? 'Imebaki chini ya dakika moja.' : `Zimebaki dakika ${minutes} hivi.`),
    noneLeft: 'Muda wa kuthibitisha umekwisha. Subiri matokeo hapa, na usilipe mara ya pili.',
    noPrompt: 'Hakuna kinachoonekana kwenye simu?',
    phoneHelp: 'Simu inapaswa kuwa imewashwa, imefunguliwa na inapata mtandao wake.',
    wrongNumber: 'Siyo namba yako?',
    isWrong:
      'Hakuna mwingine anayeweza kuombwa wakati ombi hili bado liko wazi. Likishindikana, unaweza kurekebisha namba hapa.',
    askAnother: 'Ombi hili linabaki wazi hadi muda wake uishe: usilithibitishe ikiwa mtu mwingine analipa.',
    toAnother: 'Omba namba nyingine',
    other: {
      pending: (asked) =>
        `${askedIn(asked)} imeshaombwa. Hakuna mwingine anayeombwa isipokuwa malipo hayo yashindikane.`,
      succeeded: (asked) => `${askedIn(asked)} imeshalipa. Hakuna aliyeombwa sasa.`,
      failed: () => 'Fomu hii ilitumwa mara nyingi mno. Hakuna aliyeombwa sasa.',
      taken_back: (asked) => `${askedIn(asked)} imelipa, na mtandao umerudisha malipo hayo. Hakuna aliyeombwa sasa.`,
      checked: (asked) => `${askedIn(asked)} imeshaombwa, na matokeo yanakaguliwa. Hakuna aliyeombwa sasa.`,
    },
    toOther: 'Ona hali ya malipo hayo',
    rows: {
      receipt: 'Risiti ya mtandao',
      phoneNumber: 'Namba ya simu',
      network: 'Mtandao',
      reference: 'Namba ya kumbukumbu',
      at: 'Wakati',
    },
    ends: { succeeded: 'Imelipwa', failed: 'Haijalipwa', taken_back: 'Imerudishwa', checked: 'Inakaguliwa' },
    disputes: {
      taken_back: (merchant) => `mtandao umerudisha malipo haya, hivyo ${merchant} hana pesa hizo`,
      checked: (merchant) => `mtandao unajipinga. Usilipe mara ya pili: muulize ${merchant}`,
    },
    reasons: {
      customer_rejected: 'umekataa kwenye simu',
      customer_did_not_approve: 'haikuthibitishwa kwenye simu kwa wakati',
      customer_balance_too_low: 'salio la namba hii halitoshi',
      phone_number_not_found: 'mtandao hauitambui namba hii',
      limit_reached: 'kikomo cha namba hii kimefikiwa',
      recipient_not_allowed: 'mtandao hauruhusu namba hii kulipa',
      refused_by_network: 'mtandao umekataa',
      network_failure: 'mtandao haukufanya kazi',
    },
    again: 'Jaribu tena',
    back: (merchant) => `Rudi kwa ${merchant}`,
    noPhoneNumber: {
      noNumber: () => 'Hii siyo namba ya simu',
      notMobile: () => 'Hii siyo namba ya simu ya mkononi',
      several: (numbers) => `Hii inaweza kuwa ${numbers.join(' au ')}: andika msimbo wa nchi yake`,
    },
    tooMany: 'Kumekuwa na majaribio mengi mno kutoka kwenye mtandao wako: jaribu tena baada ya dakika chache',
    notNow: 'Hii haiwezi kulipwa sasa: jaribu tena baadaye',
    problems: {
      amount_below_minimum: 'Kiasi hiki ni kidogo mno sasa: chagua kingine',
      amount_above_maximum: 'Kiasi hiki ni kikubwa mno sasa: chagua kingine',
      invalid_phone_number: 'Hakuna mtandao hapa wenye namba hiyo ya simu',
      invalid_network: 'Chagua mtandao mwingine',
      limit_reached: 'Simu hii imeombwa mara nyingi mno: jaribu tena baadaye',
      account_not_found: 'Hakuna malipo yanayopokelewa hapa sasa.',
      network_unavailable: 'Mtandao haufikiki sasa: jaribu tena baadaye',
      provider_unavailable: 'Mtandao haufikiki sasa: jaribu tena baadaye',
    },
    states: {
      paid: () => 'Hii imeshalipwa.',
      asked: ({ askedNumber }) =>
        `Simu moja inaombwa kulipa hii sasa${askedNumber === null ? '' : `: namba yake inaishia na ${askedNumber}`}. Ikishindikana, hii inaweza kulipwa tena.`,
      taken_back: ({ merchant }) => `Hii ililipwa, na mtandao umerudisha malipo: muombe ${merchant} kiungo kipya.`,
      checked: ({ merchant }) => `Malipo ya hii yanakaguliwa. Usilipe mara ya pili: muulize ${merchant}.`,
      used_up: () => 'Malipo yote ya kiungo hiki yamefanyika, au yanaendelea.',
      expired: () => 'Muda wa kiungo hiki umekwisha. Omba kipya.',
      ended: () => 'Mfanyabiashara amefunga kiungo hiki.',
      unavailable: ({ merchant }) => `${merchant} hapokei malipo sasa.`,
    },
  },
}

function askedIn({ phoneNumber, network }: { readonly phoneNumber: string | null; readonly network: string }): string {
  return phoneNumber === null ? `Namba nyingine ya ${network}` : `Namba ${phoneNumber} ya ${network}`
}
