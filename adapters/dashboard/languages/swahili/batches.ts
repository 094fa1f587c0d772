import { plurals } from '../english/plurals.ts'
import type { Translation } from '../english/texts.ts'

const many = plurals('sw')

/** The texts in Swahili of the pages about batches. */
export const swahiliBatches: Translation = {
  batches: {
    title: 'Mafungu',
    none: 'Hakuna mafungu.',
    reference: 'Kumbukumbu',
    referenceHint: 'Jina lako la fungu hili, linalotumika mara moja.',
    made: 'Lilitengenezwa',
    lines: 'Mistari',
    state: 'Hali',
    amount: 'Kiasi pamoja na ada',
    states: {
      draft: 'rasimu',
      awaiting_approval: 'linasubiri idhini',
      paying: 'linalipwa',
      paused: 'limesimamishwa',
      cancelling: 'linaghairiwa',
      completed: 'limekamilika',
    },
    filter: 'Chuja kwa hali',
    anyState: 'zote',
    newer: 'Fungu jipya',
    waiting: 'Mafungu yanayomsubiri mtu',
    lineCount: (lines) => many(lines, { one: 'mstari #', other: 'mistari #' }),
    new: {
      title: 'Fungu jipya',
      what: 'Hadi malipo 10,000 kutoka kwenye faili la CSV au la Excel (.xlsx) lenye safu reference, phone_number, amount na currency, na ukipenda network na description. Hakuna kinacholipwa kabla hujaona yaliyomo.',
      form: 'Mistari',
      file: 'Faili la CSV au la Excel',
      text: 'au bandika mistari',
      textHint: 'Vichwa vya safu, na chini yake mstari mmoja kwa kila malipo; husomwa tu ikiwa hakuna faili.',
      check: 'Kagua mistari',
      empty: 'Chagua faili, au bandika mistari.',
      tooMany: (most) => `Fungu lazima liwe na mistari 1 hadi ${most}.`,
    },
    faults: {
      file: {
        tooWide: (most) => `Faili lisiwe na safu zaidi ya ${most}.`,
        twice: (field) => `Faili liwe na safu moja tu ya ${field}.`,
        noHeading: (missing) =>
          `Mstari wa kwanza wa faili hauna kichwa cha ${missing}. Herufi kubwa, nafasi na mistari ya chini katika kichwa havijali.`,
        notUnderstood: (others) => `Vichwa visivyoeleweka: ${others}.`,
        quotes: (line) => `Mstari wa ${line} wa faili si CSV: tafuta alama ya kunukuu.`,
        table: (problem) => `Mistari haiwezi kusomwa. Kwa Kiingereza: ${problem}.`,
      },
      tooWide: (columns, headings) =>
        `Mstari una safu ${columns}, na vichwa ni ${headings}: weka alama za kunukuu kwenye maandishi yenye kitenganishi`,
      spoilt: (field, text, how) =>
        `${field} “${text}” ilibadilishwa: ${how}. Ipe safu muundo wa maandishi, kisha uiandike tena`,
      spoiling: {
        apostrophe: 'lahajedwali limeweka alama ya mkato mbele yake',
        exponent: 'lahajedwali limeifanya namba yenye kipeo',
        decimals: 'lahajedwali limeifanya namba yenye desimali',
        signs: 'lahajedwali limehifadhi alama mahali pake',
        formula: 'fomula ya lahajedwali imeshindwa',
        date: 'lahajedwali limeifanya tarehe',
        rounded: 'lahajedwali limeikadiria',
        zeros: 'lahajedwali limeondoa sifuri zake za mwanzo',
      },
      form: (field) => `${field} haikuandikwa inavyotakiwa`,
    },
    checked: {
      title: 'Mistari iliyokaguliwa',
      unread: (headings) => `Safu zisizosomwa: ${headings}.`,
      good: (lines) => `Inaweza kulipwa: ${lines}.`,
      line: (line) => `Mstari wa ${line}`,
      wrongOnes: (lines) => `Mistari ya kusahihisha: ${lines}`,
      andMore: (lines) => `Mingine itafuata hii ikishakuwa sahihi: ${lines}.`,
      warnings: (lines) => `Tazama tena: ${lines}`,
      warningsHint:
        'Hii inaweza kulipwa. Ikiwa namba haikuhamishiwa mtandao mwingine, malipo yake yatashindikana, na kumbukumbu yake haitatumika tena.',
      anotherNetwork: (networks) => `Namba ya simu inaanza kama zile za ${networks.join(' na ')}`,
      furtherWarnings: (lines) => `Mingine kama hii: ${lines}.`,
      correct: 'Kagua tena',
      correctHint: 'Sahihisha mistari hapa, au ',
      another: 'chagua faili lingine',
      repeats: (lines) => `Imeshalipwa? ${lines}`,
      sameAsLine: (line, other) =>
        `Mstari wa ${line} unalipa kiasi kile kile kwa namba ile ile kama mstari wa ${other}`,
      sameAsPayout: (line, reference, at) =>
        `Mstari wa ${line} unalipa kiasi kile kile kwa namba ile ile kama malipo ${reference} ya ${at}`,
      sameAsBatch: (line, other, batch) =>
        `Mstari wa ${line} unalipa kiasi kile kile kwa namba ile ile kama mstari wa ${other} wa fungu ${batch}, ambao bado haujalipwa`,
      moreRepeats: (lines) => `Na mingine pia: ${lines}.`,
      payRepeats: 'Lipa na mistari hii',
      pay: 'Lipa fungu',
      payPart: (good, left) => `Lipa ${good} na uache ${left}`,
      payPartHint: 'Fungu hili halitalipa kamwe mistari inayoachwa.',
      payHint: 'Pesa zinashikiliwa mara moja, na kila mstari unakuwa malipo yake.',
    },
    batch: {
      held: 'Zilizoshikiliwa',
      by: 'Limetengenezwa na',
      progress: (ended, lines) =>
        `Mistari iliyokwisha: ${ended.toLocaleString('sw')} kati ya ${lines.toLocaleString('sw')}`,
      changed: 'Lilibadilika',
      csv: 'Mistari yote kama CSV',
      line: 'Mstari',
      lineState: 'Hali',
      lineAmount: 'Kiasi',
      totals: 'Jumla za mistari',
      unpaid: 'Mistari ambayo haikulipwa',
      all: 'Mistari yote',
      noLines: 'Hakuna mistari.',
      further: 'Mistari inayofuata',
      mayBePaid:
        'Mwendeshaji alilazimika kurejesha hesabu kutoka kwenye nakala, na huenda hazionyeshi tena mistari ya fungu hili iliyolipwa. Linganisha mistari yake na malipo yako, na umwombe mwendeshaji arekodi malipo yanayokosekana kwenye hesabu. Kisha thibitisha fungu.',
      ownApproval: 'Mtu mwingine anayeruhusiwa kulipa lazima aliidhinishe.',
      states: {
        waiting: 'unangoja',
        pending: 'unaendelea',
        succeeded: 'umefaulu',
        failed: 'umeshindikana',
        refused: 'umekataliwa',
        cancelled: 'umeghairiwa',
      },
      codes: {
        missing_fields: 'kuna kisichojazwa',
        malformed_fields: 'kuna kisichoandikwa inavyotakiwa',
        duplicate_reference: 'kumbukumbu imeshatumika',
        currency_not_supported: 'sarafu haikubaliwi hapa',
        currency_not_activated: 'sarafu haijawashwa',
        invalid_network: 'mtandao hauna sarafu hii',
        invalid_phone_number: 'si namba ya mtandao huo',
        amount_below_minimum: 'kiasi ni kidogo mno',
        amount_above_maximum: 'kiasi ni kikubwa mno',
        amount_too_precise: 'kiasi kina desimali nyingi mno',
        limit_reached: 'kikomo cha akaunti kimefikiwa',
        insufficient_balance: 'salio halitoshi',
      },
      changes: {
        approve: ['Idhinisha', 'Baada ya hapo mistari yake inalipwa.'],
        confirm: [
          'Thibitisha kuwa halikulipwa',
          'Baada ya hesabu kurejeshwa: umelinganisha mistari yake, na hakuna kati ya inayongoja uliolipwa, isipokuwa mwendeshaji ameurekodi. Kisha fungu linaweza kuendelezwa, kuidhinishwa au kughairiwa.',
        ],
        resume: ['Endeleza', 'Mistari yake inakuwa malipo tena.'],
        pause: [
          'Simamisha',
          'Hakuna mstari wake unaokuwa malipo hadi liendelezwe. Pesa za mistari hiyo zinabaki zimeshikiliwa.',
        ],
        cancel: [
          'Ghairi fungu',
          'Moja kwa moja: mistari ambayo bado si malipo haitakuwa malipo kamwe, na pesa zake zinapatikana tena. Malipo yaliyoanza yanaendelea.',
        ],
      },
      askCancel: (reference) => `Ughairi fungu ${reference}?`,
      done: {
        accepted: 'Fungu limekubaliwa.',
        approve: 'Fungu limeidhinishwa.',
        confirm: 'Fungu limethibitishwa.',
        resume: 'Fungu limeendelezwa.',
        pause: 'Fungu limesimamishwa.',
        cancel: 'Fungu limeghairiwa.',
      },
    },
  },
}
