import { endsOf } from '../../../written/lookedFor.ts'
import type { Translation } from '../english/texts.ts'

/** The texts in Luganda of the list of payments and of its filters. */
export const lugandaTransactions: Translation = {
  transactions: {
    title: 'Okusasula',
    csv: 'Kuno kwonna nga CSV',
    views: {
      open: 'Okulindiddwa',
      collectedToday: 'Ezifuniddwa leero',
      sentToday: 'Eziweerezeddwa leero',
      failedThisMonth: 'Okulemye omwezi guno',
      refundedThisMonth: 'Eziddiziddwa omwezi guno',
    },
  },
  filters: {
    label: 'Okunoonya n’okusunsula',
    search: 'Noonya',
    amount: 'Omuwendo, oba okuva–okutuuka',
    noAmount: (given) => `“${given}” si muwendo nga 5,000, wadde ebiri nga 1,000–5,000`,
    largerFirst: (given) => `“${given}” etandika n’omuwendo ogusinga obunene`,
    amountsNowhere:
      'Emiwendo ginoonyezebwa mu akawunti emu, mu kusasula okulindiddwa, oba mu okwo okwetaaga okukeberebwa: londa kimu.',
    lookedFor: 'Tewali kizuuliddwa. Ebinoonyezeddwa:',
    searchOn: 'Okusasula okusingako obukadde tekunnanoonyezebwa: londa “Ebisingako obukadde”, oba olunaku.',
    notEverywhere:
      'Emiwendo, n’ebitundu by’ennamba z’okujuliza n’eby’ennyonnyola, binoonyezebwa mu akawunti emu yokka, oba mu kusasula okulindiddwa oba okwetaaga okukeberebwa: londa kimu.',
    lookedForAs: {
      name: ({ text }) => `“${text}” nga ennamba y’okujuliza, ennamba y’okusasula oba risiiti`,
      receipt: ({ receipts }) => `${receipts.join(', ')} nga risiiti`,
      phoneNumber: ({ phoneNumber }) => `ennamba y’essimu ${phoneNumber}`,
      phoneEnding: ({ digits }) => `ennamba z’essimu eziggwa mu ${digits}`,
      amount: (amounts) => {
        const { least, most } = endsOf(amounts)
        return least === most ? `omuwendo ${least}` : `emiwendo okuva ku ${least} okutuuka ku ${most}`
      },
      noAmount: ({ unread: { written } }) =>
        `tewali muwendo, kubanga “${written}” guyinza okusomebwa mu ngeri bbiri: wandiika nnamba zokka`,
      payment: ({ phoneNumber, ...amounts }) => `${endsOf(amounts).least} n’ennamba y’essimu ${phoneNumber}`,
      paymentEnding: ({ digits, ...amounts }) => `${endsOf(amounts).least} n’ennamba z’essimu eziggwa mu ${digits}`,
      part: ({ text }) => `“${text}” mu nnamba z’okujuliza ne mu nnyonnyola`,
    },
    submit: 'Laga',
    all: 'byonna',
    more: 'Okusunsula okulala',
    columns: 'Empagi',
    views: 'Endaba',
    totals: {
      show: 'Bala era ogatte kuno kwonna',
      title: 'Okusasula kwonna okukwatagana n’okusunsula',
      count: 'Okusasula',
      sum: 'Omugatte',
      tooMany: 'Okusasula okusukka mu 10,000 kukwatagana: londa ennaku entonoko, oba gatta mu CSV yaakwo.',
    },
  },
}
