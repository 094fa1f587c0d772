import { shippedProfiles } from '../../../written/networkFiles/profiles/shipped.ts'
import { Choice, Field } from '../../parts/fields.tsx'
import { type FileTerms, ownProfile } from '../desks/comparisonDesk.ts'
import { comparisonWords } from './words.ts'

/** The page of comparisons with networks' files. */
export const comparisonsPath = '/operator/comparisons'

/** The page of an uploaded file. */
export function filePath(id: string): string {
  return `${comparisonsPath}/files/${id}`
}

/** The fields for how a file is read. */
export function ReadingFields({ of: { profile, own } = {} }: { readonly of?: Pick<FileTerms, 'profile' | 'own'> }) {
  const text = comparisonWords.form
  const profiles = shippedProfiles.map(({ name }) => [name, name] as const)
  return (
    <>
      <Choice
        name="profile"
        label={text.profile}
        options={[
          ['', text.anyProfile],
          ...(own ? [[ownProfile, text.ownProfile(own.name)] as const] : []),
          ...profiles,
        ]}
        value={profile}
      />
      <Field name="own_profile" label={text.own} hint={text.ownHint} type="file" isOptional />
      <Choice name="dates" label={text.dates} options={text.datesOptions} />
      <Field name="sheet" label={text.sheet} hint={text.sheetHint} isOptional />
    </>
  )
}
