import type { DeletionPlanView } from '@portolan/pages'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { SelectField, TextField } from '../../ui/field.tsx'

/** What goes and what stays when an account is deleted, with counts. */
export function DeletionPlanList({ plan }: { plan: DeletionPlanView }) {
  const { repos, collections, likes, tokens, webhooks, applications, discussions, comments } = plan
  const goes = [
    count(tokens, 'access token', 'access tokens'),
    count(webhooks, 'webhook', 'webhooks'),
    count(applications, 'application', 'applications'),
    count(collections, 'collection', 'collections'),
    count(likes, 'like', 'likes'),
  ]
  return (
    <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-soft">Repositories</dt>
      <dd>
        {[count(repos.model, 'model', 'models'), count(repos.dataset, 'dataset', 'datasets'), count(repos.space, 'Space', 'Spaces')].join(
          ' · ',
        )}
      </dd>
      <dt className="text-soft">Deleted</dt>
      <dd>{goes.join(' · ')}, all sessions, SSH keys, memberships, follows, granted access and notifications. This cannot be undone.</dd>
      <dt className="text-soft">Stays</dt>
      <dd>
        {count(discussions, 'discussion', 'discussions')} and {count(comments, 'comment', 'comments')}, shown as from a deleted account;
        commits, with the names in them; and the audit log.
      </dd>
    </dl>
  )
}

/** What becomes of the repos. */
export function RepoChoice({
  repos,
  targets,
  initial,
  error,
}: {
  repos: DeletionPlanView['repos']
  /** The accounts to choose from; `null` for a field to type in. */
  targets: readonly string[] | null
  initial: { repos: string; to: string }
  error: string | null
}) {
  const [choice, setChoice] = useState(initial.repos === 'move' ? 'move' : 'delete')
  const total = repos.model + repos.dataset + repos.space
  if (total === 0) return <input type="hidden" name="repos" value="delete" />
  const mayMove = targets === null || targets.length > 0
  return (
    <div className="grid gap-4">
      <SelectField
        label="Repositories"
        name="repos"
        value={choice}
        onChange={(event) => setChoice(event.target.value)}
        hint={
          choice === 'delete'
            ? 'Administrators can restore deleted repositories for a while.'
            : 'Old addresses redirect. A repository whose name is taken there gets the name of this account as an ending.'
        }
      >
        <option value="delete">Delete {formatCount(total)}</option>
        {mayMove ? <option value="move">Move {formatCount(total)} to another account</option> : null}
      </SelectField>
      {choice === 'move' && targets === null ? (
        <TextField label="Move to" name="to" required defaultValue={initial.to} error={error} hint="A user or an organization." />
      ) : null}
      {choice === 'move' && targets !== null ? (
        <SelectField label="Move to" name="to" defaultValue={initial.to} error={error}>
          {targets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      ) : null}
    </div>
  )
}

function count(n: number, one: string, many: string): string {
  return `${formatCount(n)} ${n === 1 ? one : many}`
}

/** Asks to type the account's name, so that nobody deletes it by accident. */
export function NameAgain({ name, error }: { readonly name: string; readonly error: string | null }) {
  return (
    <TextField
      label={
        <>
          Type <span className="font-mono break-all">{name}</span> to confirm
        </>
      }
      name="name"
      required
      autoComplete="off"
      spellCheck={false}
      error={error}
    />
  )
}
