import clsx from 'clsx'
import { Lock } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import type { Route } from './+types/add'
import { NewCollectionForm } from '../../features/collections/collection-form.tsx'
import { itemText, parseItemText } from '../../features/collections/item-text.ts'
import { formText } from '../../lib/form-text.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { Narrow } from '../../ui/panel.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const { searchParams } = new URL(request.url)
  const item = parseItemText(searchParams.get('item') ?? '')
  if (item === null) throw redirect('/collections')
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(`/collections/add?item=${itemText(item)}`)}`)
  const page = await orErrorPage(() => hub.collectionsToFill(item))
  return { page, item, text: itemText(item), owners: hub.owners() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const form = await request.formData()
  const item = parseItemText(formText(form, 'item'))
  if (item === null) throw redirect('/collections')
  const here = `/collections/add?item=${itemText(item)}&done=saved`
  const given = { title: formText(form, 'title'), description: formText(form, 'description') }
  const result = await orFormError(async () => {
    if (form.get('intent') === 'create') {
      const isPrivate = form.get('private') !== null
      const made = await hub.createCollection({ ...given, namespace: formText(form, 'namespace'), isPrivate, item })
      return redirect(`${made.path}?done=created`)
    }
    const slug = formText(form, 'slug')
    if (form.get('intent') === 'remove') await hub.removeFromCollection(slug, formText(form, 'entry'))
    else await hub.addToCollection(slug, item, null)
    return redirect(here)
  })
  return 'error' in result ? { ...result, given, isNew: form.get('intent') === 'create' } : result
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Add to a collection: ${loaderData?.item.id ?? ''} · Portolan` }]

export default function AddToCollection({ loaderData: { page, item, text, owners }, actionData }: Route.ComponentProps) {
  const failure = actionData && 'error' in actionData ? actionData : null
  const path = `/${item.type === 'model' ? '' : `${item.type}s/`}${item.id}`
  return (
    <Narrow title="Add to a collection">
      <p className="-mt-3 break-words">
        {item.type === 'paper' ? (
          `arXiv ${item.id}`
        ) : (
          <Link to={path} className="text-sea">
            {item.id}
          </Link>
        )}
      </p>
      <FormError>{failure && !failure.isNew ? failure.error : null}</FormError>
      {page.collections.length > 0 ? (
        <ul className="grid min-w-0 grid-cols-1 gap-2">
          {page.collections.map(({ card, itemId }) => (
            <li key={card.slug} className={clsx('sheet band flex min-w-0 items-center gap-3 px-4 py-2', `theme-${card.theme}`)}>
              <span className="min-w-0 grow">
                <span className="flex min-w-0 items-center gap-2">
                  <Link to={card.path} className="truncate font-semibold text-ink no-underline hover:underline">
                    {card.title}
                  </Link>
                  {card.isPrivate ? <Lock size={14} aria-label="Private" className="shrink-0 text-warn" /> : null}
                </span>
                <span className="block truncate text-sm text-soft">{card.owner}</span>
              </span>
              <Form method="post">
                <input type="hidden" name="item" value={text} />
                <input type="hidden" name="slug" value={card.slug} />
                <input type="hidden" name="entry" value={itemId ?? ''} />
                <Button type="submit" small name="intent" value={itemId === null ? 'add' : 'remove'}>
                  {itemId === null ? 'Add' : 'Remove'}
                  <span className="sr-only">
                    {' '}
                    {itemId === null ? 'to' : 'from'} {card.title}
                  </span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : null}
      <h2 className="display text-xl">Or start a new one</h2>
      <NewCollectionForm owners={owners} given={failure?.isNew ? failure.given : undefined} error={failure?.isNew ? failure : null}>
        <input type="hidden" name="item" value={text} />
      </NewCollectionForm>
    </Narrow>
  )
}
