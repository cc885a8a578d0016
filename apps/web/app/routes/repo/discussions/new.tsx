import { Form, redirect } from 'react-router'
import type { Route } from './+types/new'
import { addressOf } from './address.server.ts'
import { RepoHeader } from '../../../features/repo-header.tsx'
import { formSecret, formText } from '../../../lib/form-text.ts'
import { hubContext } from '../../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../../lib/page-error.ts'
import { typeOfPath } from '../../../lib/paths.ts'
import { placeFailure } from '../../../lib/place-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError, TextArea, TextField } from '../../../ui/field.tsx'
import { Panel } from '../../../ui/panel.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const url = new URL(request.url)
  const { header, movedTo } = await orErrorPage(() => hub.repo(typeOfPath(url.pathname), `${params.owner}/${params.name}`))
  if (movedTo) throw redirect(`${movedTo}/discussions/new`)
  const isPullRequest = url.searchParams.get('kind') === 'pull_request'
  const here = `${header.path}/discussions/new${isPullRequest ? '?kind=pull_request' : ''}`
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(here)}`)
  return { header, isPullRequest }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const { type, fullName, path } = addressOf(request, params)
  return orFormError(async () => {
    const num = await hub.openDiscussion(type, fullName, {
      title: formText(form, 'title'),
      description: formSecret(form, 'description'),
      isPullRequest: formText(form, 'kind') === 'pull_request',
    })
    return redirect(`${path}/${num}`)
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `New ${loaderData?.isPullRequest ? 'pull request' : 'discussion'} · ${loaderData?.header.fullName ?? ''} · Portolan` },
]

export default function NewDiscussion({ loaderData: { header, isPullRequest }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const { above, at } = placeFailure(failure, ['title', 'description'])
  const kind = header.type === 'model' ? '' : ` --repo-type ${header.type}`
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page grid max-w-3xl gap-5 py-6">
        <h2 className="display text-xl">{isPullRequest ? 'New pull request' : 'New discussion'}</h2>
        {isPullRequest ? (
          <Panel title="From your machine, in one step">
            <p>Uploads what you changed and opens the pull request with it:</p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-md bg-well p-3 font-mono text-sm">
              {`hf upload${kind} ${header.fullName} . --create-pr\n`}
            </pre>
            <p className="mt-3 text-soft">
              Or open it here as a draft: it gets a ref of its own, and its page says how to push to it with git.
            </p>
          </Panel>
        ) : null}
        <FormError>{above}</FormError>
        <Form method="post" className="grid gap-4">
          <input type="hidden" name="kind" value={isPullRequest ? 'pull_request' : 'discussion'} />
          <TextField label="Title" name="title" required minLength={3} maxLength={200} error={at('title')} />
          <TextArea
            label={isPullRequest ? 'What it changes, and why' : 'What is it about?'}
            name="description"
            rows={10}
            maxLength={65_536}
            error={at('description')}
            hint="Markdown supported. @ mentions, # links."
          />
          <div>
            <Button type="submit" look="primary">
              {isPullRequest ? 'Open a draft' : 'Open the discussion'}
            </Button>
          </div>
        </Form>
      </main>
    </>
  )
}
