import { addressFinder } from '../../adapters/providers/transport/names/findAddresses.ts'
import { deliverer } from '../../adapters/webhooks/delivery/deliverer.ts'
import { poster } from '../../adapters/webhooks/post.ts'
import { secretsOf } from '../../adapters/webhooks/sign.ts'
import { webhookTools } from '../../adapters/webhooks/tools.ts'
import { attemptsKeptMs } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import type { Hold } from '../tokens.ts'

/** Webhooks, if they are configured. */
export function holdWebhooks(hold: Hold, { webhooks: given, metrics, spans, phoneNumberDays }: ContainerParts): void {
  if (!given) {
    hold('webhookTools', () => undefined)
    hold('deliverer', () => undefined)
    return
  }
  const { keys, rules } = given
  hold('secretOf', () => secretsOf(keys()))
  hold('poster', () => poster({ ...rules, find: addressFinder() }))
  hold('webhookTools', ({ clock, ids, poster: { post }, secretOf }) =>
    webhookTools({ clock, ids, post, secretOf, rules }),
  )
  hold('deliverer', (held) => {
    const { store, books, clock, ids, poster, secretOf, eventNotifications, log } = held
    const [{ webhooks }, { post }] = [store, poster]
    return deliverer({
      books,
      clock,
      secretOf,
      webhooks: metrics?.withDeliveries(webhooks) ?? webhooks,
      post: spans?.withPosts(post) ?? post,
      by: ids.random(),
      attemptsKeptMs: Math.min(attemptsKeptMs, (phoneNumberDays ?? Number.POSITIVE_INFINITY) * dayMs),
      awaitEvent: eventNotifications.next,
      random: Math.random,
      onBreakage: (err) => log.error({ err }, 'webhooks'),
    })
  })
}

const dayMs = 86_400_000
