import type { Account, Notice, NoticeSettings, Notices, People } from '../../core/sente.ts'

/** The parts of a store in memory that notices depend on. */
type Beside = {
  accounts(): Iterable<Account>
  lastEvent(accountId: string): number
  readonly people: Pick<People, 'users'>
}

/** Notices in memory. */
export function memoryNotices({ accounts, lastEvent, people }: Beside): Notices {
  let notices: readonly Notice[] = []
  let numbers = 0
  const marks = new Map<string | null, number>()
  const settings = new Map<string, NoticeSettings>()
  const shownTo = (userId: string) => notices.filter((one) => one.userId === userId && one.isShown)

  function replace(isMeant: (notice: Notice) => boolean, given: Partial<Notice>): number {
    const meant = notices.filter(isMeant).length
    notices = notices.map((one) => (isMeant(one) ? { ...one, ...given } : one))
    return meant
  }

  return {
    async behind({ limit }) {
      const found: { accountId: string; upTo: number | null }[] = []
      for (const { id: accountId } of accounts()) {
        const users = await people.users({ accountId })
        const upTo = marks.get(accountId) ?? null
        const isBehind = upTo === null || upTo < lastEvent(accountId)
        if (isBehind && users.some(({ state }) => state === 'active')) found.push({ accountId, upTo })
      }
      return found.slice(0, limit)
    },
    actionsUpTo: async () => marks.get(null) ?? null,
    async begin({ accountId, upTo }) {
      if (!marks.has(accountId)) marks.set(accountId, upTo)
    },
    async add(added, stretch) {
      if (stretch && marks.get(stretch.accountId) !== stretch.after) return false
      if (stretch) marks.set(stretch.accountId, stretch.upTo)
      for (const one of added) {
        if (notices.some(({ userId, key }) => userId === one.userId && key === one.key)) continue
        const isMailed = one.mailFromMs !== null
        const mail = { mail: isMailed ? 'due' : 'none', mailDueMs: one.mailFromMs, mailProblem: null } as const
        numbers += 1
        notices = [...notices, { ...one, ...mail, readAtMs: null, number: numbers }]
      }
      return true
    },
    list: async ({ userId, before = Number.POSITIVE_INFINITY, limit }) =>
      shownTo(userId)
        .filter(({ number }) => number < before)
        .reverse()
        .slice(0, limit),
    unread: async ({ userId, limit }) =>
      Math.min(limit, shownTo(userId).filter(({ readAtMs }) => readAtMs === null).length),
    async read({ userId, number, isUpTo, atMs }) {
      const isMeant = (one: Notice) => (isUpTo ? one.number <= number : one.number === number)
      replace((one) => one.userId === userId && one.readAtMs === null && isMeant(one), { readAtMs: atMs })
    },
    async forget({ beforeMs, limit }) {
      const isOld = ({ atMs, mail }: Notice) => atMs < beforeMs && mail !== 'due' && mail !== 'sending'
      const old = new Set(notices.filter(isOld).slice(0, limit))
      notices = notices.filter((one) => !old.has(one))
      return old.size
    },
    settings: async (userIds) => userIds.flatMap((id) => settings.get(id) ?? []),
    async set(given) {
      settings.set(given.userId, given)
    },
    async claimMail({ nowMs, pausedMs, limit }) {
      const isDue = ({ mail, mailDueMs }: Notice) => mail === 'due' && (mailDueMs ?? nowMs) <= nowMs
      const wasMailed = ({ mail, mailDueMs }: Notice) =>
        (mail === 'sending' || mail === 'sent' || mail === 'doubtful') && (mailDueMs ?? 0) > pausedMs
      const paused = new Set(notices.filter(wasMailed).map(({ userId }) => userId))
      const due = notices.filter((one) => isDue(one) && !paused.has(one.userId))
      const claimed = due.filter(({ userId }) => userId === due[0]?.userId).slice(0, limit)
      replace((one) => claimed.includes(one), { mail: 'sending', mailDueMs: nowMs })
      return claimed.map((one) => ({ ...one, mail: 'sending', mailDueMs: nowMs }))
    },
    async settleMail({ numbers, mail, problem, dueMs }) {
      const isMeant = (one: Notice) => one.mail === 'sending' && numbers.includes(one.number)
      replace(isMeant, { mail, mailProblem: problem, mailDueMs: dueMs })
    },
    doubtMail: async ({ beforeMs }) =>
      replace(({ mail, mailDueMs }) => mail === 'sending' && (mailDueMs ?? 0) < beforeMs, { mail: 'doubtful' }),
  }
}
