import { Form, redirect } from 'react-router'
import type { Route } from './+types/settings'
import { RepoHeader } from '../../features/repo-header.tsx'
import { StorageUse } from '../../features/storage/storage-use.tsx'
import { formSecret } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { errorPage, orErrorPage, orFormError } from '../../lib/page-error.ts'
import { typeNames, typeOfPath } from '../../lib/paths.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Choices, FormError, SelectField, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { header, movedTo } = await orErrorPage(() => hub.repo(typeOfPath(new URL(request.url).pathname), `${params.owner}/${params.name}`))
  if (movedTo) throw redirect(`${movedTo}/settings`)
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`${header.path}/settings`)}`)
  if (!header.viewer.canAdmin) throw errorPage('auth.forbidden')
  return { header, owners: hub.owners(), storage: await hub.repoStorage(header.type, header.fullName) }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const type = typeOfPath(new URL(request.url).pathname)
  const fullName = `${params.owner}/${params.name}`
  const form = await request.formData()
  const field = (name: string) => formSecret(form, name)
  return orFormError(async () => {
    if (field('intent') === 'access') {
      const gated = field('gated')
      const repo = await hub.updateRepo(type, fullName, {
        visibility: field('visibility') === 'private' ? 'private' : 'public',
        gated: gated === 'auto' || gated === 'manual' ? gated : false,
      })
      return redirect(`${repo.path}/settings?done=saved`)
    }
    if (field('intent') === 'move') {
      const repo = await hub.moveRepo(type, fullName, field('owner'), field('name').trim())
      return redirect(`${repo.path}/settings?done=moved`)
    }
    if (field('confirm') !== fullName) return { error: `Type ${fullName} to confirm`, field: 'confirm' }
    await hub.deleteRepo(type, fullName)
    return redirect(`/${params.owner}?done=deleted`)
  }, request)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Settings of ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function RepoSettings({ loaderData: { header, owners, storage }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure, ['name', 'confirm'])
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page grid max-w-3xl gap-6 py-6">
        <FormError>{above}</FormError>
        <Panel title="Storage">
          <StorageUse use={storage} label={`What ${header.fullName} holds`} />
        </Panel>
        <Panel title="Access">
          <Form method="post" className="grid gap-5">
            <input type="hidden" name="intent" value="access" />
            <Choices
              legend="Visibility"
              name="visibility"
              value={header.isPrivate ? 'private' : 'public'}
              options={[
                { value: 'public', label: 'Public', hint: 'Everybody who can reach this hub' },
                { value: 'private', label: 'Private', hint: `You and members of ${header.owner}. Hidden from everyone else` },
              ]}
            />
            <SelectField
              label="Gated access"
              name="gated"
              defaultValue={String(header.gated)}
              hint="Everyone can read the card; only people who were granted access can download files."
            >
              <option value="false">Off: files are open</option>
              <option value="auto">Automatic approval of signed-in people</option>
              <option value="manual">Manual approval</option>
            </SelectField>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" look="primary">
                Save access
              </Button>
              {header.gated ? <LinkButton to={`${header.path}/settings/access`}>Access requests</LinkButton> : null}
            </div>
          </Form>
        </Panel>
        <Panel title="Rename or transfer">
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="move" />
            <SelectField label="Owner" name="owner" defaultValue={header.owner}>
              {[...new Set([header.owner, ...owners])].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </SelectField>
            <TextField
              label="Name"
              name="name"
              defaultValue={header.name}
              required
              maxLength={96}
              error={at('name')}
              hint="The old URL will redirect."
            />
            <div>
              <Button type="submit">Rename or transfer</Button>
            </div>
          </Form>
        </Panel>
        <Panel title={`Delete this ${typeNames[header.type].toLowerCase()}`}>
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="delete" />
            <p>Its files, history and likes are deleted too. This cannot be undone.</p>
            <TextField label={`Type ${header.fullName} to confirm`} name="confirm" autoComplete="off" required error={at('confirm')} />
            <div>
              <Button type="submit" look="danger">
                Delete permanently
              </Button>
            </div>
          </Form>
        </Panel>
      </main>
    </>
  )
}
