import { Form, redirect } from 'react-router'
import type { Route } from './+types/profile'
import { PictureForm } from '../../features/picture-form.tsx'
import { formSecret } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orFormError } from '../../lib/page-error.ts'
import { pictureAction } from '../../lib/picture-action.server.ts'
import { placeFailure } from '../../lib/place-failure.ts'
import { AnchorButton, Button } from '../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SettingsFrame } from './settings-frame.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) throw redirect('/sign-in?next=/settings')
  return {
    profile: await hub.profile(),
    picture: await hub.picture(hub.viewer.name),
    ways: hub.signInWays,
    identities: await hub.identities(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  if (!hub.viewer) return redirect('/sign-in?next=/settings')
  const form = await request.formData()
  const field = (name: string) => formSecret(form, name)
  const name = hub.viewer.name
  const result = await orFormError(async () => {
    if (await pictureAction(hub, form, name)) return redirect('/settings?done=saved')
    if (field('intent') === 'password') {
      await hub.changePassword(field('old'), field('password'))
      return redirect('/settings?done=password-changed')
    }
    if (field('intent') === 'unlink') await hub.unlinkIdentity(Number(field('id')))
    else await hub.updateProfile(name, { fullname: field('fullname'), bio: field('bio'), website: field('website') })
    return redirect('/settings?done=saved')
  }, request)
  return 'error' in result ? { ...result, intent: field('intent') } : result
}

export const meta: Route.MetaFunction = () => [{ title: 'Settings · Portolan' }]

export default function Profile({ loaderData: { profile, picture, ways, identities }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure?.intent === 'profile' ? failure : null, ['website'])
  return (
    <SettingsFrame title="Profile">
      <Panel>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="intent" value="profile" />
          <FormError>{above}</FormError>
          <TextField label="Full name" name="fullname" defaultValue={profile.fullname} maxLength={100} autoComplete="name" />
          <TextArea label="Bio" name="bio" defaultValue={profile.bio ?? ''} maxLength={500} />
          <TextField label="Website" name="website" type="url" defaultValue={profile.website ?? ''} error={at('website')} />
          <div>
            <Button type="submit" look="primary">
              Save profile
            </Button>
          </div>
        </Form>
      </Panel>
      <Panel title="Avatar">
        <PictureForm name={profile.name} picture={picture} error={failure?.intent === 'picture' ? failure.error : null} />
      </Panel>
      {ways.company === null && identities.length === 0 ? null : (
        <Panel title="Sign-in with another account">
          <FormError>{failure?.intent === 'unlink' ? failure.error : null}</FormError>
          {identities.map((identity) => (
            <Form key={identity.id} method="post" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
              <input type="hidden" name="intent" value="unlink" />
              <input type="hidden" name="id" value={identity.id} />
              <span className="min-w-0 break-all">
                {identity.email ?? 'Connected'} <span className="text-soft">at {identity.issuer}</span>
              </span>
              <Button type="submit" small look="danger">
                Disconnect
              </Button>
            </Form>
          ))}
          {ways.company === null || identities.length > 0 ? null : (
            <div className="grid justify-items-start gap-2">
              <p className="text-soft">Connect this account with {ways.company} to sign in with it.</p>
              <AnchorButton href="/sign-in/company?connect=yes&next=/settings" small>
                Connect
              </AnchorButton>
            </div>
          )}
        </Panel>
      )}
      {ways.password ? (
        <Panel title="Password">
          <Form method="post" className="grid gap-4">
            <input type="hidden" name="intent" value="password" />
            <FormError>{failure?.intent === 'password' ? failure.error : null}</FormError>
            <input type="text" name="username" autoComplete="username" value={profile.name} readOnly hidden />
            <TextField label="Current password" name="old" type="password" autoComplete="current-password" required />
            <TextField label="New password" name="password" type="password" autoComplete="new-password" required minLength={10} />
            <p className="text-sm text-soft">A new password signs you out of every other browser.</p>
            <div>
              <Button type="submit">Change password</Button>
            </div>
          </Form>
        </Panel>
      ) : null}
    </SettingsFrame>
  )
}
