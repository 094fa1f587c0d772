import type { Translation } from '../english/texts.ts'
import { lugandaBatches } from './batches.ts'
import { lugandaCharts } from './charts.ts'
import { lugandaLinks } from './links.ts'
import { lugandaNotices } from './notices.ts'
import { lugandaPayments } from './payments.ts'
import { lugandaPeople } from './people.ts'
import { lugandaSettings } from './settings.ts'
import { lugandaShop } from './shop.ts'
import { lugandaStatement } from './statement.ts'
import { lugandaTransactions } from './transactions.ts'

/** The texts in Luganda. A missing text is shown in English. */
export const luganda: Translation = {
  ...lugandaShop,
  ...lugandaCharts,
  ...lugandaPayments,
  ...lugandaBatches,
  ...lugandaLinks,
  ...lugandaNotices,
  ...lugandaStatement,
  ...lugandaTransactions,
  ...lugandaSettings,
  ...lugandaPeople,
  amount: (number, currency) => `${currency} ${number}`,
  frame: {
    languages: 'Olulimi',
    skip: 'Genda ku bikulu',
    navigation: 'Empapula',
    notices: 'Obubaka',
    signOut: 'Fuluma',
    search: 'Noonya okusasula',
    sandbox: 'Wano wa kugezesa: tewali ssente za ddala zitambula.',
    live: 'Wano ssente za ddala zitambula.',
    times: (timeZone) => `Essaawa za ${timeZone.replace('_', ' ')}.`,
  },
  errors: {
    unsafe: {
      title: 'HTTPS yokka',
      text: 'Awatali yo, omuntu yenna ali mu kkubo ayinza okusoma bye muweereza. Buuza addukanya omukutu guno endagiriro yaagwo.',
    },
    notFound: { title: 'Wano tewali kintu', text: 'Olupapula olwo teruliiwo, oba tokkirizibwa kululaba.' },
    fromElsewhere: {
      title: 'Tekusindikiddwa',
      text: 'Foomu evudde ku mukutu mulala, oba bulawuza yo ekweka gy’evudde. Tewali kikyusiddwa.',
    },
    tooLarge: { title: 'Kisukkiridde', text: 'Foomu esinga obunene olupapula luno bwe lukkiriza. Tewali kikyusiddwa.' },
    tooMany: {
      title: 'Osabye emirundi mingi nnyo',
      text: (seconds) =>
        `Tewali kikoleddwa. Linda ${seconds === 1 ? 'sekonda emu' : `sekonda ${seconds}`}, olyoke ogezeeko nate.`,
    },
    malformed: { title: 'Tekitegeerekese', text: 'Foomu tesobodde kusomebwa. Tewali kikyusiddwa.' },
    away: {
      title: 'Tekisoboka kati',
      text: 'Etterekero ly’ebikwata ku ssente teritunkika. Tewali kikoleddwa. Linda sekonda ntono, olyoke ogezeeko nate.',
    },
    broken: {
      title: 'Waliwo ekisobye',
      text: 'Kiwandiikiddwa. Bw’oba obadde osasula, sooka olabe oba okusasula kwawandiikiddwa nga tonnakuddamu.',
      request: 'Okusaba',
    },
    method: { title: 'Tekikolebwa bwe kityo', text: 'Olupapula luno terukkiriza kusaba kwa ngeri eno.' },
    onward: { title: 'Linda katono', text: 'Weeyongere mu maaso' },
    elsewhere: { title: 'Linda katono', to: (host) => `Weeyongere ku ${host}` },
  },
  forms: {
    again: 'Ddamu okiwandiike',
    yourPassword: 'Ekigambo kyo eky’ekyama',
    why: 'Obuuzibwa nate, waleme kubaawo mulala akikola mu bulawuza gy’olese nga nzigule.',
    fiveMinutes: 'Tojja kubuuzibwa nate wano mu ddakiika ttaano eziddako.',
  },
  session: {
    until: 'Oyingidde okutuusa ku ssaawa',
    extended: ', oba okusingawo bw’oggulawo olupapula olulala.',
    ends: 'Okuyingira kwo kuggwaako mu ddakiika ttaano.',
    endsUnless: 'Okuyingira kwo kuggwaako mu ddakiika ttaano, okuggyako ng’ogguddewo oba ng’osindise olupapula.',
    kept: 'Foomu gy’osindika oluvannyuma ekuumibwa ng’oyingira nate.',
  },
  pay: {
    to: (merchant) => `Eri ${merchant}`,
    anyAmount: (least, most) => `Omuwendo gwonna okuva ku ${least} okutuuka ku ${most}`,
    amount: 'Omuwendo',
    amountHint: (least, most) => `Okuva ku ${least} okutuuka ku ${most}.`,
    wrongAmount: (least, most) => `Wandiika omuwendo okuva ku ${least} okutuuka ku ${most}, mu nnamba zokka`,
    goOn: 'Weeyongere',
    otherAmount: 'Omuwendo omulala',
    askedFor: (amount) => `Okusasula okwo kwa ${amount}, ne bw’oba owandiise omuwendo omulala kati.`,
    phoneNumber: 'Ennamba y’essimu yo',
    phoneNumberHint: (networks) => `Eya ${networks.join(' oba ')}. Essimu eno ejja kukusaba okusasula.`,
    network: 'Omukutu gwo',
    submit: (amount) => `Sasula ${amount}`,
    approve: (network, phoneNumber) =>
      `${network} ekusaba kati ku ssimu yo${phoneNumber === null ? '' : `, ${phoneNumber}`}. Kakasa ku ssimu ng’okozesa PIN yo. Olwo olupapula luno lulage nti osasudde.`,
    left: (minutes) => (minutes === 1 ? 'Wasigadde eddakiika etawera emu.' : `Wasigadde eddakiika nga ${minutes}.`),
    noneLeft: 'Obudde bw’okukakasa buweddeko. Linda wano olabe ebivaamu, era tosasula mulundi gwa kubiri.',
    noPrompt: 'Tewali kirabise ku ssimu?',
    phoneHelp: 'Essimu erina okuba ng’eriko, nga nzigule, era ng’efuna omukutu gwayo.',
    wrongNumber: 'Si nnamba yo?',
    isWrong:
      'Tewali mulala ayinza kusabibwa ng’okusaba kuno kukyaliwo. Bwe kunaalema, ennamba ojja kugitereereza wano.',
    askAnother:
      'Okusaba kuno kusigalawo okutuusa ng’obudde bwakwo buweddeko: tokukakasa singa omuntu omulala y’asasula.',
    toAnother: 'Saba ku nnamba endala',
    other: {
      pending: (asked) =>
        `${askedIn(asked)} yasabiddwa dda. Tewali mulala asabibwa okuggyako ng’okusasula okwo kulemye.`,
      succeeded: (asked) => `${askedIn(asked)} yasasudde dda. Tewali asabiddwa kati.`,
      failed: () => 'Foomu eno esindikiddwa emirundi mingi nnyo. Tewali asabiddwa kati.',
      taken_back: (asked) =>
        `${askedIn(asked)} yasasudde, naye kkampuni y’essimu ssente yazizzaayo. Tewali asabiddwa kati.`,
      checked: (asked) => `${askedIn(asked)} yasabiddwa dda, era ebivuddemu bikyakeberebwa. Tewali asabiddwa kati.`,
    },
    toOther: 'Laba okusasula okwo we kutuuse',
    rows: {
      receipt: 'Risiiti y’omukutu',
      phoneNumber: 'Ennamba y’essimu',
      network: 'Omukutu',
      reference: 'Ennamba y’okujuliza',
      at: 'Ddi',
    },
    ends: { succeeded: 'Kusasuddwa', failed: 'Tekusasuddwa', taken_back: 'Zizziddwayo', checked: 'Bikyakeberebwa' },
    disputes: {
      taken_back: (merchant) => `kkampuni y’essimu ssente yazizzaayo, kale ${merchant} tazirina`,
      checked: (merchant) => `kkampuni y’essimu ewa ebikontana. Tosasula mulundi gwakubiri: buuza ${merchant}`,
    },
    reasons: {
      customer_rejected: 'okugaanye ku ssimu',
      customer_did_not_approve: 'tekukakasiddwa ku ssimu mu budde',
      customer_balance_too_low: 'ku nnamba eno kuliko ssente ntono',
      phone_number_not_found: 'omukutu tegumanyi nnamba eno',
      limit_reached: 'ennamba eno etuuse ku kkomo lyayo',
      recipient_not_allowed: 'omukutu tegukkiriza nnamba eno kusasula',
      refused_by_network: 'omukutu gukugaanye',
      network_failure: 'omukutu tegukoze',
    },
    again: 'Gezaako nate',
    back: (merchant) => `Ddayo eri ${merchant}`,
    noPhoneNumber: {
      noNumber: () => 'Eno si nnamba ya ssimu',
      notMobile: () => 'Eno si nnamba ya ssimu ya mu ngalo',
      several: (numbers) => `Eno eyinza okuba ${numbers.join(' oba ')}: wandiika koodi y’eggwanga lyayo`,
    },
    tooMany: 'Wabaddewo okugezaako kungi okuva ku mukutu gwo: gezaako nate mu ddakiika ntono',
    notNow: 'Kino tekisobola kusasulwa kati: gezaako nate oluvannyuma',
    problems: {
      amount_below_minimum: 'Omuwendo guno mutono nnyo kati: londa omulala',
      amount_above_maximum: 'Omuwendo guno munene nnyo kati: londa omulala',
      invalid_phone_number: 'Tewali mukutu gulina nnamba eyo wano',
      invalid_network: 'Londa omukutu omulala',
      limit_reached: 'Essimu eno esabiddwa emirundi mingi nnyo: gezaako nate oluvannyuma',
      account_not_found: 'Okusasula tekukkirizibwa wano kati.',
      network_unavailable: 'Omukutu tegutuukika kati: gezaako nate oluvannyuma',
      provider_unavailable: 'Omukutu tegutuukika kati: gezaako nate oluvannyuma',
    },
    states: {
      paid: () => 'Kino kyasasulwa dda.',
      asked: ({ askedNumber }) =>
        `Waliwo essimu esabibwa okusasula kino kati${askedNumber === null ? '' : `: ennamba yaayo ekoma na ${askedNumber}`}. Bwe kinaalema, kijja kusobola okusasulwa nate.`,
      taken_back: ({ merchant }) =>
        `Kino kyasasulwa, naye kkampuni y’essimu ssente yazizzaayo: saba ${merchant} akayungiro akapya.`,
      checked: ({ merchant }) => `Okusasula kuno kukyakeberebwa. Tosasula mulundi gwakubiri: buuza ${merchant}.`,
      used_up: () => 'Okusasula kwonna okw’akayungiro kano kukoleddwa, oba kukyagenda mu maaso.',
      expired: () => 'Obudde bw’akayungiro kano bwaggwaako. Saba akalala.',
      ended: () => 'Omusuubuzi akomezza akayungiro kano.',
      unavailable: ({ merchant }) => `${merchant} tekkiriza kusasulwa kati.`,
    },
  },
}

function askedIn({ phoneNumber, network }: { readonly phoneNumber: string | null; readonly network: string }): string {
  return phoneNumber === null ? `Ennamba endala eya ${network}` : `Ennamba ${phoneNumber} eya ${network}`
}
