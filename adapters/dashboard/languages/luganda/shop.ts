import type { Translation } from '../english/texts.ts'

/** The texts of an account’s pages in Luganda. */
export const lugandaShop: Translation = {
  menu: {
    overview: 'Okutwaliza awamu',
    transactions: 'Okusasula',
    batches: 'Ebibinja',
    links: 'Obuyungiro',
    statement: 'Sitatimenti',
    charts: 'Ebipande',
    webhooks: 'Webhooks',
    settings: 'Enteekateeka',
  },
  operatorMenu: {
    overview: 'Okutwaliza awamu',
    accounts: 'Akawunti',
    payments: 'Okusasula',
    exceptions: 'Ebitakwatagana',
    proposals: 'Ebiteeso',
    networks: 'Emikutu',
    actions: 'Ebikoleddwa',
  },
  question: { back: 'Tokikola, ddayo' },
  saidBack: {
    back: 'Kikyuse',
    after: 'Ssente ezinaasigalawo',
    tooLittle: (available) => `tezimala: eziriwo ziri ${available}`,
    fee: 'Ekisale',
  },
  newPayment: {
    payout: {
      title: 'Sasula omuntu',
      hint: 'Ssente ziva ku akawunti ne zigenda ku ssimu emu.',
      phoneNumber: 'Ennamba y’essimu y’omuntu',
      say: (amount) => `Weereza ${amount}`,
      party: 'Eri',
    },
    collection: {
      title: 'Saba kasitoma asasule',
      hint: 'Essimu emu esabibwa okukakasa okusasula eri akawunti.',
      phoneNumber: 'Ennamba y’essimu ya kasitoma',
      say: (amount) => `Saba ${amount}`,
      party: 'Okuva eri',
    },
    amount: 'Omuwendo',
    currency: 'Ssente za ggwanga ki',
    network: 'Omukutu',
    byNumber: 'okusinziira ku nnamba y’essimu',
    description: 'Za ki',
    reference: 'Ennamba y’okujuliza',
    referenceHint: (made) => `Erinnya lyo ery’okusasula kuno, likozesebwa omulundi gumu. Bw’olirekawo, liba ${made}.`,
    goOn: 'Weeyongere',
    pin: 'PIN ya akawunti',
    name: 'Erinnya',
    names: {
      unregistered: (network) => `tewali: ${network} terina akawunti ya nnamba eno`,
      cannotReceive: (name, network) => `${name}, atasobola kusasulwa kati, bwe kityo ${network} bw’egamba`,
      unknown: (network) => `${network} tewa linnya lya nnamba eno`,
      tooMany: 'teribuuziddwa: amannya mangi nnyo ganoonyezeddwa mu ssaawa emu',
    },
    before: 'Okufaanana kuno mu lunaku lumu',
    otherNetwork: (network) => `naye etandika nga nnamba ya ${network}`,
    used: 'Tewali kikoleddwa: ennamba eno ey’okujuliza ya kusasula kulala.',
    other: 'Laba okusasula okwo',
    two: 'Abantu babiri be basasula omuwendo guno. Gukole ng’ekibinja eky’olunyiriri lumu: omuntu omulala akkirizibwa okusasula y’akikakasa.',
    batch: 'Weeyongere n’ekibinja',
    wrong: {
      phoneNumber: {
        noNumber: (written) => `“${written}” si nnamba ya ssimu`,
        notMobile: (written) => `“${written}” si nnamba ya ssimu ya mu ngalo`,
        several: (written, numbers) =>
          `“${written}” eyinza okuba ${numbers.join(' oba ')}: wandiika koodi y’eggwanga lyayo`,
      },
      noNetwork: 'Tewali mukutu gulina nnamba eyo wano',
      choose: 'Ennamba y’essimu teraga mukutu gwayo: gulonde',
      reference: 'Ennamba y’okujuliza erina okuba n’ennukuta za ASCII ezirabika 1 okutuuka ku 100',
      description: 'Ensonga tesussa nnukuta 200 ezirabika',
    },
  },
  amountFaults: {
    noAmount: ({ written }) => `“${written}” si muwendo gwa ssente`,
    tooLong: ({ written }) => `Omuwendo “${written}” gulina ebiwandiiko bingi nnyo`,
    ambiguous: ({ written }) => `Omuwendo “${written}” guyinza okusomebwa mu ngeri bbiri: wandiika nnamba zokka`,
    badGroups: ({ written }) => `Omuwendo “${written}” gulina ebibinja ebitali bya nnamba ssatu: wandiika nnamba zokka`,
    decimals: ({ written }) => `Omuwendo “${written}” gulina obutundutundu obusinga obwa ssente zaagwo`,
  },
  refused: {
    account_not_found: () => 'Akawunti eno tekkiriza kusasula kati',
    duplicate_link: () => 'Ennamba eno ey’okujuliza yakozesebwa dda ku kayungiro akalala',
    link_is_over: () => 'Akayungiro kano kaggwa dda',
    not_refundable: ({ because }) =>
      because === 'taken_back'
        ? 'Teziyinza kuddizibwa: omukutu gwaddiza kasitoma ssente'
        : because === 'needs_attention'
          ? 'Teziyinza kuddizibwa nga addukanya tannakukebera'
          : because === 'number_erased'
            ? 'Teziyinza kuddizibwa: ennamba eyasasula yasangulwa'
            : 'Teziyinza kuddizibwa: si kusasula kwa kasitoma okwaggwa obulungi',
    refund_exceeds_collection: ({ currency, left }) => `Eziyinza okuddizibwa ziri ${left} ${currency} zokka`,
    missing_fields: ({ fields }) => `Ebibulamu: ${fields.join(', ')}`,
    malformed_fields: ({ problems }) => `Kiwandiikiddwa bubi. Mu Lungereza: ${problems.join('; ')}`,
    duplicate_batch: () => 'Ennamba eno ey’okujuliza yakozesebwa dda ku kibinja ekirala',
    batch_refused: ({ lines }) => `Ekibinja kigaaniddwa. Ennyiriri ezigaaniddwa: ${lines.length}`,
    repeats_unconfirmed: ({ repeats }) =>
      `Ekibinja kiddamu okusasula. Ennyiriri ezisasula nate omuwendo gwe gumu ku nnamba y’emu: ${repeats.length}`,
    batch_is_over: () => 'Ekibinja kino tekikyasasula',
    batch_awaits_approval: () => 'Ekibinja kino kirinda omuntu omulala okukikakasa',
    batch_unconfirmed: () => 'Ekibinja kino kya mabega w’okuzzaawo ebitabo, era kiyinza okuba nga kyasasulwa dda',
    kyc_incomplete: () => 'Akawunti tennakkirizibwa kusasula: KYC yaayo tennaggwa',
    api_access_off: () => 'API eggaddwawo: okusasula tekukkirizibwa',
    duplicate_reference: () => 'Ennamba eno ey’okujuliza yakozesebwa dda',
    currency_not_supported: () => 'Ssente zino tezikkirizibwa wano',
    invalid_network: ({ currency, networks }) => `Omukutu guno tegulina ${currency}. Emikutu: ${networks.join(', ')}`,
    invalid_phone_number: ({ network }) => `Eno si nnamba ya ${network}`,
    amount_below_minimum: ({ minimum, currency }) => `Omuwendo tegukka wansi wa ${minimum} mu ${currency}`,
    amount_above_maximum: ({ maximum, currency }) => `Omuwendo tegusussa ${maximum} mu ${currency}`,
    amount_too_precise: ({ decimals, currency }) => `Omuwendo tegusussa butundutundu ${decimals} mu ${currency}`,
    currency_not_activated: () => 'Ssente zino tezinnateekebwako',
    limit_reached: ({ most, currency }) =>
      `Ekkomo lituukiddwako: tekisussa ${most}${currency === undefined ? '' : ` ${currency}`}. Buuza addukanya, oba gezaako nate oluvannyuma`,
    pin_not_set: () => 'Tewali PIN: giteeke mu nteekateeka',
    pin_locked: () => 'PIN si ntuufu',
    invalid_pin: () => 'PIN si ntuufu',
    insufficient_balance: ({ currency }) => `Ssente za ${currency} ku akawunti tezimala`,
    network_unavailable: () => 'Omukutu tegutuukika kati: gezaako nate oluvannyuma',
    provider_unavailable: () => 'Omukutu tegutuukika kati: gezaako nate oluvannyuma',
    quarantined: () => 'Okusasula kuyimiriziddwa ng’ebitabo bikeberebwa: gezaako nate oluvannyuma',
  },
}
