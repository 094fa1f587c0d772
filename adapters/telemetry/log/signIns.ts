import type { Logger } from 'pino'
import type { SignInEvent } from '../../../core/sente.ts'

const messages: Readonly<Record<SignInEvent['kind'], string>> = {
  wrong_password: 'a wrong password was given',
  wrong_second_step: 'a wrong second step was given',
  locked: 'sign-ins and passwords are refused for a while after too many failures',
  new_browser: 'somebody has signed in from an unknown browser',
}

/** How many locks are remembered, so that each is logged once. */
const mostLocks = 1_000

/** Logs events of sign-ins, without names and typed text; `onSeen` is called with each line's kind. */
export function signInsInto(log: Logger, onSeen?: (kind: SignInEvent['kind']) => void): (event: SignInEvent) => void {
  const locks = new Map<string, number>()

  /** Whether a lock was logged already: each attempt during it reports it again. */
  function isLogged({ userId, network, untilMs = 0 }: SignInEvent): boolean {
    const whose = JSON.stringify([userId, userId === null ? network : null])
    if (locks.get(whose) === untilMs) return true
    if (locks.size >= mostLocks) locks.clear()
    locks.set(whose, untilMs)
    return false
  }

  return (event) => {
    const { kind, userId, network, untilMs } = event
    if (kind === 'locked' && isLogged(event)) return
    const until = untilMs === undefined ? undefined : new Date(untilMs).toISOString()
    log.warn({ user_id: userId ?? undefined, client: network ?? undefined, locked_until: until }, messages[kind])
    onSeen?.(kind)
  }
}
