import {
  type FoundEntry,
  type Happening,
  isPseudonym,
  type KeptExchange,
  lineOf,
  type PaymentCase,
  type Posting,
  rulesPassed,
  toDecimal,
  toMajor,
  wasRecorded,
} from '../../core/sente.ts'
import { attemptData } from './endpoint.ts'
import { utc } from './moment.ts'
import { annotationForOperators, transactionForOperators } from './transaction.ts'

/** An exchange with a network, for operators. */
export function exchangeData(exchange: KeptExchange) {
  const { question, atMs, tookMs, node, status, codes, outcome, reason, because, problem, answer } = exchange
  return {
    question,
    at: utc(atMs),
    took_ms: tookMs,
    node,
    http_status: status,
    codes,
    outcome,
    reason,
    because,
    problem,
    answer,
  }
}

/** A movement of money, for operators. */
export function postingData({ from, to, amountMinor, currency, atMs }: Posting) {
  return { from, to, amount: toMajor(amountMinor, currency), currency, at: utc(atMs) }
}

/**
 * The finding of a comparison with a network's file about a payment, for operators: the file, the row and its contents.
 */
export function reconciledData({ run, entry }: FoundEntry) {
  const { id, file, digest, network, profile, ended } = run
  const { item, line, bucket, why, status, atMs, direction, amountMinor, currency, resolved } = entry
  const amountOf = (minor: bigint | null) => (minor === null ? null : toMajor(minor, currency))
  return {
    reconciliation_id: id,
    file,
    digest,
    network,
    profile,
    compared_at: ended && utc(ended.atMs),
    entry: item,
    bucket,
    why,
    row:
      line === null
        ? null
        : {
            line,
            at: utc(atMs),
            status,
            direction,
            amount: amountOf(amountMinor),
            currency,
            phone_number: entry.phoneNumber,
            our_id: entry.ours,
            network_id: entry.theirs,
            fee: amountOf(entry.feeMinor),
            balance: amountOf(entry.balanceMinor),
          },
    owner: entry.owner,
    resolved: resolved && {
      at: utc(resolved.atMs),
      by: resolved.by,
      because: resolved.because,
      recorded_as: resolved.transactionId,
    },
  }
}

/** An event in the life of a payment, for operators. */
export function happeningData(happening: Happening) {
  const { what, atMs } = happening
  return { at: utc(atMs), what, ...detailsOf(happening) }
}

/** The same in words. */
export function happeningText(happening: Happening): string {
  if ('exchange' in happening) return exchangeText(happening.exchange)
  if ('posting' in happening) {
    const { amountMinor, currency, from, to } = happening.posting
    return `${toDecimal(amountMinor, currency)} ${currency} from ${from} to ${to}`
  }
  if ('annotation' in happening) {
    const { text, by } = happening.annotation
    return by === null ? text : `${text} (${by})`
  }
  if ('delivery' in happening) {
    const { url, attempt, status, problem } = happening.delivery
    return `attempt ${attempt} at ${url}: ${problem ?? `delivered, HTTP ${status}`}`
  }
  if ('found' in happening) return reconciledText(happening.found)
  return texts[happening.what]
}

const texts = {
  opened: 'recorded, and its reference used up',
  sent: 'written to the network',
  event: 'an event for the merchant',
}

function detailsOf(happening: Happening): object {
  if ('exchange' in happening) {
    const { at: _, question: __, ...shown } = exchangeData(happening.exchange)
    return shown
  }
  if ('posting' in happening) {
    const { at: _, ...moved } = postingData(happening.posting)
    return moved
  }
  if ('annotation' in happening) {
    const { at: _, kind: __, ...noted } = annotationForOperators(happening.annotation)
    return noted
  }
  if ('delivery' in happening) {
    const { at: _, ...tried } = attemptData(happening.delivery)
    return { endpoint_id: happening.delivery.endpointId, url: happening.delivery.url, ...tried }
  }
  if ('found' in happening) {
    const { compared_at: _, ...compared } = reconciledData(happening.found)
    return compared
  }
  return {}
}

function reconciledText({ run, entry }: FoundEntry): string {
  const { line, bucket, why, status } = entry
  const row = line === null ? `${run.network}'s file ${run.file} does not have it` : lineOf(run, entry)
  const says = status === null ? [] : [`says ${status}`]
  return [`${bucket}: ${row}`, ...says, ...(why === null ? [] : [why]), `reconciliation ${run.id}`].join(', ')
}

function exchangeText({ outcome, reason, status, codes, because, problem, tookMs, answer }: KeptExchange): string {
  const understood = reason === null ? outcome : `${outcome} (${reason})`
  const http = status === null ? [] : [`HTTP ${status}`]
  const took = status === null && problem === null ? [] : [`${tookMs} ms`]
  const parts = [understood, ...http, codes.join(' '), problem ?? because, ...took, answer]
  return parts.filter((part) => part !== null && part !== '').join(', ')
}

/** The moment, author and key of a case's export. */
export type CaseExport = { readonly atMs: number; readonly by: string; readonly publicKey: string }

/** The parts of a request that are not recorded, and so are in no case. */
const notKept = ['public key', 'PIN', 'headers', 'fields that mean nothing here', 'spelling of the body']

/**
 * A whole case, for export: the request as it was recorded, the results of the rules, and the steps after it. The
 * values are as they arrived; the request itself is not kept.
 */
export function caseData(found: PaymentCase, { atMs, by, publicKey }: CaseExport) {
  const { transaction, annotations, exchanges, postings, events, deliveries, reconciled, eventId } = found
  const shown = transactionForOperators(transaction)
  const { kind, reference, phone_number, amount, currency, network, description, metadata, customer_message } = shown
  const [event] = events
  return {
    exported_at: utc(atMs),
    exported_by: by,
    public_key: publicKey,
    request_as_recorded: {
      kind,
      reference,
      phone_number,
      amount,
      currency,
      network,
      description,
      metadata,
      customer_message,
    },
    request_not_kept: notKept,
    phone_number_erased: isPseudonym(phone_number),
    verdict: wasRecorded(transaction)
      ? { accepted: null, opened_at: shown.created_at, rules_passed: [] }
      : { accepted: true, opened_at: shown.created_at, rules_passed: rulesPassed(kind) },
    transaction: shown,
    exchanges: exchanges.map(exchangeData),
    postings: postings.map(postingData),
    annotations: annotations.map(annotationForOperators),
    event: event ? { event_id: eventId, sequence: event.sequence, at: utc(event.atMs) } : null,
    deliveries: deliveries.map((one) => ({ endpoint_id: one.endpointId, url: one.url, ...attemptData(one) })),
    reconciliations: reconciled.map(reconciledData),
    next_enquiry_at: transaction.followUp.askAtMs === null ? null : utc(transaction.followUp.askAtMs),
  }
}
