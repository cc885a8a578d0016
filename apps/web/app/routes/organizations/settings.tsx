import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/settings'
import { PictureForm } from '../../features/picture-form.tsx'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { pictureAction } from '../../lib/picture-action.server.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`/organizations/${params.org}/settings`)}`)
  return orErrorPage(() => hub.orgSettings(params.org))
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const intent = formText(form, 'intent')
  const here = `/organizations/${params.org}/settings?done=saved`
  const result = await orFormError(async () => {
    if (await pictureAction(hub, form, params.org)) return redirect(here)
    if (intent === 'delete') {
      if (formText(form, 'confirm') !== params.org) return { error: `Type ${params.org} to confirm`, field: 'confirm' }
      await hub.deleteOrg(params.org)
      return redirect('/settings/organizations?done=deleted')
    }
    const [fullname, bio, website] = [formText(form, 'fullname'), formText(form, 'bio'), formText(form, 'website')]
    await hub.updateProfile(params.org, { fullname, bio, website })
    return redirect(here)
  }, request)
  return 'error' in result ? { ...result, intent } : result
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Settings of ${loaderData?.fullname ?? ''} · Portolan` }]

export default function OrgSettings({ loaderData: org, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const of = (intent: string) => (failure?.intent === intent ? failure : null)
  const profile = placeFailure(of('profile'), ['website'])
  const deletion = placeFailure(of('delete'), ['confirm'])
  return (
    <main id="main" className="page grid max-w-3xl gap-6 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="display text-2xl break-words">
          <Link to={`/${org.name}`} className="text-soft no-underline hover:underline">
            {org.fullname}
          </Link>{' '}
          settings
        </h1>
        <div className="flex gap-2">
          <LinkButton small to={`/organizations/${org.name}/members`}>
            Members
          </LinkButton>
          <LinkButton small to={`/organizations/${org.name}/robots`}>
            Service accounts
          </LinkButton>
        </div>
      </div>
      <Panel title="Avatar">
        <PictureForm name={org.name} picture={org.picture} error={of('picture')?.error ?? null} />
      </Panel>
      <Panel title="Profile">
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="intent" value="profile" />
          <FormError>{profile.above}</FormError>
          <TextField label="Full name" name="fullname" defaultValue={org.fullname} maxLength={100} />
          <TextArea label="About" name="bio" defaultValue={org.bio ?? ''} maxLength={500} />
          <TextField label="Website" name="website" type="url" defaultValue={org.website ?? ''} error={profile.at('website')} />
          <div>
            <Button type="submit" look="primary">
              Save profile
            </Button>
          </div>
        </Form>
      </Panel>
      <Panel title="Delete this organization">
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="intent" value="delete" />
          <FormError>{deletion.above}</FormError>
          <p>Its members, collections and followers go with it. Repositories must be moved or deleted first.</p>
          <TextField label={`Type ${org.name} to confirm`} name="confirm" autoComplete="off" required error={deletion.at('confirm')} />
          <div>
            <Button type="submit" look="danger">
              Delete organization
            </Button>
          </div>
        </Form>
      </Panel>
    </main>
  )
}
