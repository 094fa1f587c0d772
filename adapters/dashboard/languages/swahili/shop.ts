import type { Translation } from '../english/texts.ts'

/** The texts of an account’s pages in Swahili. */
export const swahiliShop: Translation = {
  menu: {
    overview: 'Muhtasari',
    transactions: 'Miamala',
    batches: 'Mafungu',
    links: 'Viungo',
    statement: 'Taarifa',
    charts: 'Chati',
    webhooks: 'Webhooks',
    settings: 'Mipangilio',
  },
  operatorMenu: {
    overview: 'Muhtasari',
    accounts: 'Akaunti',
    payments: 'Malipo',
    exceptions: 'Tofauti',
    proposals: 'Mapendekezo',
    networks: 'Mitandao',
    actions: 'Matendo',
  },
  question: { back: 'Usifanye, rudi nyuma' },
  saidBack: {
    back: 'Badilisha',
    after: 'Salio litakalobaki',
    tooLittle: (available) => `halitoshi: lililopo ni ${available}`,
    fee: 'Ada',
  },
  newPayment: {
    payout: {
      title: 'Lipa mtu',
      hint: 'Pesa zinatoka kwenye salio la akaunti kwenda kwenye simu moja.',
      phoneNumber: 'Namba ya simu ya mtu huyo',
      say: (amount) => `Tuma ${amount}`,
      party: 'Kwa',
    },
    collection: {
      title: 'Omba mteja alipe',
      hint: 'Simu moja inaombwa kuthibitisha malipo kwa akaunti.',
      phoneNumber: 'Namba ya simu ya mteja',
      say: (amount) => `Omba ${amount}`,
      party: 'Kutoka kwa',
    },
    amount: 'Kiasi',
    currency: 'Sarafu',
    network: 'Mtandao',
    byNumber: 'kulingana na namba ya simu',
    description: 'Ya nini',
    reference: 'Kumbukumbu',
    referenceHint: (made) => `Jina lako la malipo haya, linalotumika mara moja. Likiachwa wazi, ni ${made}.`,
    goOn: 'Endelea',
    pin: 'PIN ya akaunti',
    name: 'Jina',
    names: {
      unregistered: (network) => `hakuna: ${network} haina pochi yenye namba hii`,
      cannotReceive: (name, network) => `${name}, ambaye hawezi kulipwa sasa, kwa mujibu wa ${network}`,
      unknown: (network) => `${network} haitoi jina la namba hii`,
      tooMany: 'halikuulizwa: majina mengi mno yametafutwa ndani ya saa moja',
    },
    before: 'Kama haya ndani ya siku moja',
    otherNetwork: (network) => `lakini kwa mwanzo wake ni namba ya ${network}`,
    used: 'Hakuna kilichofanyika: kumbukumbu hii ni ya malipo mengine.',
    other: 'Tazama malipo hayo',
    two: 'Watu wawili hufanya malipo ya kiasi hiki. Yafanye kama fungu la mstari mmoja: mtu mwingine anayeruhusiwa kulipa anayaidhinisha.',
    batch: 'Endelea na fungu',
    wrong: {
      phoneNumber: {
        noNumber: (written) => `“${written}” si namba ya simu`,
        notMobile: (written) => `“${written}” si namba ya simu ya mkononi`,
        several: (written, numbers) => `“${written}” inaweza kuwa ${numbers.join(' au ')}: andika msimbo wa nchi yake`,
      },
      noNetwork: 'Hakuna mtandao hapa wenye namba kama hiyo',
      choose: 'Namba ya simu haionyeshi mtandao wake: uchague',
      reference: 'Kumbukumbu lazima iwe na herufi 1 hadi 100 za ASCII zinazoonekana',
      description: 'Sababu isizidi herufi 200 zinazochapishika',
    },
  },
  amountFaults: {
    noAmount: ({ written }) => `“${written}” si kiasi cha pesa`,
    tooLong: ({ written }) => `Kiasi “${written}” kina tarakimu nyingi mno`,
    ambiguous: ({ written }) => `Kiasi “${written}” kinaweza kusomwa kwa njia mbili: andika tarakimu pekee`,
    badGroups: ({ written }) => `Kiasi “${written}” kina makundi yasiyo ya tarakimu tatu: andika tarakimu pekee`,
    decimals: ({ written }) => `Kiasi “${written}” kina desimali nyingi kuliko sarafu yake`,
  },
  refused: {
    account_not_found: () => 'Akaunti hii haikubali malipo sasa',
    duplicate_link: () => 'Kumbukumbu hii imeshatumika kwa kiungo kingine',
    link_is_over: () => 'Kiungo hiki kimeshakwisha',
    not_refundable: ({ because }) =>
      because === 'taken_back'
        ? 'Hayawezi kurejeshwa: mtandao umemrudishia mteja pesa'
        : because === 'needs_attention'
          ? 'Hayawezi kurejeshwa kabla mwendeshaji hajayakagua'
          : because === 'number_erased'
            ? 'Hayawezi kurejeshwa: namba iliyolipa imefutwa'
            : 'Hayawezi kurejeshwa: si malipo ya mteja yaliyofaulu',
    refund_exceeds_collection: ({ currency, left }) => `Zinazoweza kurudishwa bado ni ${left} ${currency} tu`,
    missing_fields: ({ fields }) => `Havijajazwa: ${fields.join(', ')}`,
    malformed_fields: ({ problems }) => `Haikuandikwa inavyotakiwa. Kwa Kiingereza: ${problems.join('; ')}`,
    duplicate_batch: () => 'Kumbukumbu hii imeshatumika kwa fungu lingine',
    batch_refused: ({ lines }) => `Fungu limekataliwa. Mistari iliyokataliwa: ${lines.length}`,
    repeats_unconfirmed: ({ repeats }) =>
      `Fungu linarudia malipo. Mistari inayolipa tena kiasi kile kile kwa namba ile ile: ${repeats.length}`,
    batch_is_over: () => 'Fungu hili halifanyi malipo zaidi',
    batch_awaits_approval: () => 'Fungu hili linasubiri idhini ya mtu mwingine',
    batch_unconfirmed: () => 'Fungu hili ni la kabla ya hesabu kurejeshwa, na huenda limeshalipwa',
    kyc_incomplete: () => 'Akaunti bado hairuhusiwi kulipa: KYC yake haijakamilika',
    api_access_off: () => 'Ufikiaji wa API umezimwa: malipo hayakubaliwi',
    duplicate_reference: () => 'Kumbukumbu hii imeshatumika',
    currency_not_supported: () => 'Sarafu hii haikubaliwi hapa',
    invalid_network: ({ currency, networks }) => `Mtandao huu hauna ${currency}. Mitandao: ${networks.join(', ')}`,
    invalid_phone_number: ({ network }) => `Hii si namba ya ${network}`,
    amount_below_minimum: ({ minimum, currency }) => `Kiasi kisipungue ${minimum} kwa ${currency}`,
    amount_above_maximum: ({ maximum, currency }) => `Kiasi kisizidi ${maximum} kwa ${currency}`,
    amount_too_precise: ({ decimals, currency }) => `Kiasi kisizidi desimali ${decimals} kwa ${currency}`,
    currency_not_activated: () => 'Sarafu hii haijawashwa',
    limit_reached: ({ most, currency }) =>
      `Kikomo kimefikiwa: kisichozidi ${most}${currency === undefined ? '' : ` ${currency}`}. Muulize mwendeshaji, au jaribu tena baadaye`,
    pin_not_set: () => 'Hakuna PIN: iweke kwenye mipangilio',
    pin_locked: () => 'PIN si sahihi',
    invalid_pin: () => 'PIN si sahihi',
    insufficient_balance: ({ currency }) => `Salio la ${currency} halitoshi`,
    network_unavailable: () => 'Mtandao haufikiki sasa: jaribu tena baadaye',
    provider_unavailable: () => 'Mtandao haufikiki sasa: jaribu tena baadaye',
    quarantined: () => 'Malipo yamesimamishwa wakati hesabu zinakaguliwa: jaribu tena baadaye',
  },
}
