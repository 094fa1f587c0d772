import { endsOf } from '../../../written/lookedFor.ts'
import type { Translation } from '../english/texts.ts'

/** The texts in Swahili of the list of payments and of its filters. */
export const swahiliTransactions: Translation = {
  transactions: {
    title: 'Miamala',
    csv: 'Yote haya kama CSV',
    views: {
      open: 'Yanayosubiri',
      collectedToday: 'Yaliyopokelewa leo',
      sentToday: 'Yaliyotumwa leo',
      failedThisMonth: 'Yaliyoshindikana mwezi huu',
      refundedThisMonth: 'Yaliyorudishwa mwezi huu',
    },
  },
  filters: {
    label: 'Utafutaji na vichujio',
    search: 'Tafuta',
    amount: 'Kiasi, au kuanzia–hadi',
    noAmount: (given) => `“${given}” si kiasi kama 5,000, wala viwili kama 1,000–5,000`,
    largerFirst: (given) => `“${given}” inaanza na kiasi kikubwa zaidi`,
    amountsNowhere:
      'Viasi hutafutwa katika akaunti moja, kati ya malipo yanayosubiri, au kati ya yanayohitaji kukaguliwa: chagua mojawapo.',
    lookedFor: 'Hakuna kilichopatikana. Kilichotafutwa ni:',
    searchOn: 'Malipo ya zamani zaidi bado hayajatafutwa: chagua “Ya zamani zaidi”, au siku.',
    notEverywhere:
      'Viasi, na sehemu za kumbukumbu na maelezo, hutafutwa katika akaunti moja tu, au kati ya malipo yanayosubiri au yanayohitaji kukaguliwa: chagua mojawapo.',
    lookedForAs: {
      name: ({ text }) => `“${text}” kama kumbukumbu, namba ya muamala au risiti`,
      receipt: ({ receipts }) => `${receipts.join(', ')} kama risiti`,
      phoneNumber: ({ phoneNumber }) => `namba ya simu ${phoneNumber}`,
      phoneEnding: ({ digits }) => `namba za simu zinazoishia na ${digits}`,
      amount: (amounts) => {
        const { least, most } = endsOf(amounts)
        return least === most ? `kiasi cha ${least}` : `viasi kuanzia ${least} hadi ${most}`
      },
      noAmount: ({ unread: { written } }) =>
        `hakuna kiasi, kwa kuwa “${written}” inaweza kusomwa kwa njia mbili: andika tarakimu pekee`,
      payment: ({ phoneNumber, ...amounts }) => `${endsOf(amounts).least} na namba ya simu ${phoneNumber}`,
      paymentEnding: ({ digits, ...amounts }) => `${endsOf(amounts).least} na namba za simu zinazoishia na ${digits}`,
      part: ({ text }) => `“${text}” ndani ya kumbukumbu na maelezo`,
    },
    submit: 'Onyesha',
    all: 'zote',
    more: 'Vichujio zaidi',
    columns: 'Safu',
    views: 'Mitazamo',
    totals: {
      show: 'Hesabu na ujumlishe yote haya',
      title: 'Malipo yote yanayolingana na vichujio',
      count: 'Malipo',
      sum: 'Jumla',
      tooMany: 'Malipo zaidi ya 10,000 yanalingana: chagua siku chache zaidi, au yajumlishe kwenye CSV yake.',
    },
  },
}
