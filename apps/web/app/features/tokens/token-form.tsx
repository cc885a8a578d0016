import { permissionFits, type TokenPermission, tokenPermissionTable, tokenPermissions } from '@portolan/contract'
import { Form } from 'react-router'
import { type FormFailure, placeFailure } from '../../lib/place-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Choices, FormError, SelectField, TextField } from '../../ui/field.tsx'
import { type EntityType, fieldOf, lifetimes, type TokenValues } from './token-values.ts'
import { gatedDeed } from './token-words.ts'

interface Entity {
  readonly type: EntityType
  readonly name: string
}

/**
 * Creates a token. Permissions are checkboxes, grouped by the account or repository they apply to; a search adds repositories and keeps what is
 * checked. Works without JavaScript: the section for fine-grained tokens is shown with CSS alone.
 */
export function TokenForm({
  values,
  accounts,
  found,
  failure,
}: {
  values: TokenValues
  /** The accounts that the token can be scoped to. */
  accounts: readonly (Entity & { readonly label: string })[]
  /** Repositories found by the search; `null` before a search. */
  found: readonly Entity[] | null
  failure: FormFailure | null
}) {
  const { above, at } = placeFailure(failure, ['name'])
  const chosen = values.scopes.map(({ entity }) => entity).filter(({ type }) => type !== 'user' && type !== 'org')
  const repos = [...chosen, ...(found ?? []).filter((repo) => !chosen.some((each) => fieldOf(each) === fieldOf(repo)))]
  const given = (entity: Entity) => values.scopes.find((scope) => fieldOf(scope.entity) === fieldOf(entity))?.permissions ?? []
  return (
    <Form method="post" className="group/token grid gap-5">
      <FormError>{above}</FormError>
      <TextField
        label="Name"
        name="name"
        required
        maxLength={100}
        placeholder="laptop"
        defaultValue={values.name}
        hint="So that you know later which one it is."
        error={at('name')}
      />
      <SelectField label="Expiration" name="expires" defaultValue={values.days === null ? '' : String(values.days)}>
        <option value="">no expiration</option>
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            in {days === 365 ? 'a year' : `${days} days`}
          </option>
        ))}
      </SelectField>
      <Choices
        legend="Permissions"
        name="tokenType"
        value={values.role}
        options={[
          { value: 'read', label: 'Read', hint: 'Download everything that its user can see, and call models' },
          { value: 'write', label: 'Write', hint: 'Full access, except creating tokens' },
          { value: 'fineGrained', label: 'Fine-grained', hint: 'Custom: only the permissions selected below' },
        ]}
      />
      <div className="hidden gap-4 group-has-[[name=tokenType][value=fineGrained]:checked]/token:grid">
        {accounts.map((account) => (
          <Boxes key={fieldOf(account)} title={account.label} entity={account} given={given(account)} isOpen={account.type === 'user'} />
        ))}
        <fieldset className="grid gap-3 rounded-md border border-line p-4">
          <legend className="px-1 font-medium">Single repositories</legend>
          <div className="flex gap-2">
            <input
              type="search"
              name="q"
              defaultValue={values.q}
              aria-label="Search repositories"
              placeholder="owner/name"
              className="field"
            />
            {/* Submits all the form's values in the query string, so they come back with the results. */}
            <Button type="submit" formMethod="get" formNoValidate>
              Search
            </Button>
          </div>
          {found !== null && found.length === 0 ? <p className="text-sm text-soft">No results.</p> : null}
          {repos.map((repo) => (
            <Boxes key={fieldOf(repo)} title={`${repo.type} ${repo.name}`} entity={repo} given={given(repo)} isOpen={false} />
          ))}
        </fieldset>
        <fieldset className="grid gap-2 rounded-md border border-line p-4">
          <legend className="px-1 font-medium">Everywhere</legend>
          <Checkbox name="canReadGatedRepos" value="true" defaultChecked={values.canReadGatedRepos} label={sentence(gatedDeed)} />
          {tokenPermissions
            .filter((permission) => permissionFits(permission, 'global'))
            .map((permission) => (
              <Box key={permission} name="globalPermissions" permission={permission} isGiven={values.global.includes(permission)} />
            ))}
        </fieldset>
      </div>
      <div>
        <Button type="submit" look="primary">
          Create token
        </Button>
      </div>
    </Form>
  )
}

/** The permissions available for one account or repo. */
function Boxes({ title, entity, given, isOpen }: { title: string; entity: Entity; given: readonly TokenPermission[]; isOpen: boolean }) {
  const target = entity.type === 'user' || entity.type === 'org' ? entity.type : 'repo'
  const fitting = tokenPermissions.filter((permission) => permissionFits(permission, target))
  const groups = [...new Set(fitting.map((permission) => tokenPermissionTable[permission].group))]
  return (
    <fieldset className="min-w-0 rounded-md border border-line px-4 pt-1 pb-3">
      <legend className="px-1 font-medium break-words">{title}</legend>
      <details open={isOpen || given.length > 0}>
        <summary className="cursor-pointer list-inside list-[disclosure-closed] text-sm text-soft in-open:list-[disclosure-open]">
          Permissions
        </summary>
        <div className="mt-2 grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {groups.map((group) => (
            <div key={group} className="grid content-start gap-1">
              <p className="text-sm text-soft">{group}</p>
              {fitting
                .filter((permission) => tokenPermissionTable[permission].group === group)
                .map((permission) => (
                  <Box key={permission} name={fieldOf(entity)} permission={permission} isGiven={given.includes(permission)} />
                ))}
            </div>
          ))}
        </div>
      </details>
    </fieldset>
  )
}

function Box({ name, permission, isGiven }: { name: string; permission: TokenPermission; isGiven: boolean }) {
  return (
    <Checkbox
      name={name}
      value={permission}
      defaultChecked={isGiven}
      label={sentence(tokenPermissionTable[permission].label)}
      hint={<code className="font-mono text-xs">{permission}</code>}
    />
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
