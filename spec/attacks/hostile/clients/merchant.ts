/** The credentials of a merchant of the attacked gateway. */
export type Merchant = { readonly secretKey: string; readonly publicKey: string; readonly pin: string }

/** A payment's fields; the others are those of a payment of UGX 500. */
type PaymentFields = { readonly reference: string; readonly network?: 'MTN' | 'AIRTEL'; readonly phone?: string }

export type Operation = 'send-money' | 'collect-money'

/** The body of a valid payment; a collection ignores the PIN. */
function bodyOf({ publicKey, pin }: Merchant, { reference, network = 'AIRTEL', phone }: PaymentFields): string {
  const phone_number = phone ?? (network === 'MTN' ? '256770000001' : '256750000001')
  return JSON.stringify({ apikey: publicKey, reference, phone_number, amount: 500, currency: 'UGX', network, pin })
}

/** The head of a request as bytes of HTTP/1.1; header lines end in CRLF. */
export function headOf({ secretKey }: Merchant, line: string, headers = ''): string {
  return `${line} HTTP/1.1\r\nHost: sente.example\r\nAuthorization: Bearer ${secretKey}\r\n${headers}\r\n`
}

/** A valid payment as bytes. */
export function paymentBytes(merchant: Merchant, fields: PaymentFields, operation: Operation = 'send-money'): string {
  const body = bodyOf(merchant, fields)
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
  return headOf(merchant, `POST /api/v1/${operation}`, headers) + body
}

/** A look-up as bytes; the path is below the API's. */
export function lookUpBytes(merchant: Merchant, path: string): string {
  return headOf(merchant, `GET /api/v1${path}`)
}
