/** The texts of the page of the books. */
export const bookWords = {
  title: 'The books',
  ask: 'Audit',
  askHint:
    'Checks the books against every rule, as sente audit does, in the background. It reads what has changed since the last audit that found nothing broken.',
  all: 'Read everything, which can take minutes',
  submit: 'Audit the books',
  underWay: 'An audit is under way',
  by: (name: string) => `asked for by ${name}`,
  last: 'The last audit on this page',
  broke: 'The audit has failed. The log of the server has the reason.',
  ok: 'Every rule holds.',
  notOk: 'Rows break a rule: the books are damaged, or were changed by hand.',
  checked: 'Rows checked',
  since: 'Changes since the audit of',
  everything: 'everything was read',
  broken: 'Broken rows',
  contradicted: 'Payments that their network contradicts',
  columns: { rule: 'Rule', row: 'Row', problem: 'Problem', payment: 'Payment' },
  more: (all: number, shown: number) => `The first ${shown} of ${all}. sente audit lists all of them.`,
} as const
