import { differsFromNetwork, type FloatStatus, runsOut } from '../../../../core/sente.ts'
import { amountText, durationText, Moment } from '../../parts/values.tsx'
import { networkWords } from './words.ts'

/** The path of the page that draws floats. */
export const floatPath = '/operator/float'

/** The floats: the amount of each by the books and by its network, and how long it lasts. */
export function Floats({ of: floats }: { readonly of: readonly FloatStatus[] }) {
  const text = networkWords.floats
  if (floats.length === 0) return <p>{text.none}</p>
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.float}</th>
          <th class="figure">{text.byBooks}</th>
          <th class="figure">{text.held}</th>
          <th class="figure">{text.byNetwork}</th>
          <th class="figure">{text.difference}</th>
          <th class="figure">{text.usable}</th>
          <th class="figure">{text.lasts}</th>
        </tr>
      </thead>
      <tbody>
        {floats.map((float) => (
          <FloatRow of={float} />
        ))}
      </tbody>
    </table>
  )
}

function FloatRow({ of: float }: { readonly of: FloatStatus }) {
  const text = networkWords.floats
  const { network, product, currency, isKnown, minor, heldMinor, reported, usableMinor, runwayMs } = float
  const amount = (of: bigint) => amountText(of, currency)
  return (
    <tr>
      <th scope="row">
        {network} {currency} <small>{text.products[product]}</small>
      </th>
      <td class="figure" data-name={text.byBooks}>
        {isKnown ? amount(minor) : <small>{text.unknown}</small>}
      </td>
      <td class="figure" data-name={text.held}>
        {amount(heldMinor)}
      </td>
      <td class="figure" data-name={text.byNetwork}>
        <span>
          {reported ? amount(reported.minor) : <small>{text.unreported}</small>}{' '}
          {reported && (
            <small>
              <Moment ms={reported.atMs} />
            </small>
          )}
        </span>
      </td>
      <td class="figure" data-name={text.difference}>
        {reported && isKnown ? (
          <span class={differsFromNetwork(float) ? 'bad' : undefined}>{amount(reported.differenceMinor)}</span>
        ) : (
          networkWords.none
        )}
      </td>
      <td class="figure" data-name={text.usable}>
        {usableMinor === null ? networkWords.none : amount(usableMinor)}
      </td>
      <td class="figure" data-name={text.lasts}>
        <span class={runsOut(float) ? 'state bad' : undefined}>
          {runwayMs === null ? networkWords.none : durationText(runwayMs)}
        </span>
      </td>
    </tr>
  )
}
