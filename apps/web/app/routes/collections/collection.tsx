import clsx from 'clsx'
import { ArrowBigUp, ArrowDown, ArrowUp, GripVertical, Lock } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Form, Link, redirect, useFetcher } from 'react-router'
import type { Route } from './+types/collection'
import { parseItemText } from '../../features/collections/item-text.ts'
import { useOrder } from '../../features/collections/use-order.ts'
import { taskLabel } from '../../lib/task-label.ts'
import { formText } from '../../lib/form-text.ts'
import { formatCount } from '../../lib/format.ts'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage, orFormError } from '../../lib/page-error.ts'
import { typeNames } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Checkbox, FormError, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Empty, Panel } from '../../ui/panel.tsx'
import { Time } from '../../ui/time.tsx'

const themes = ['orange', 'blue', 'green', 'purple', 'pink', 'indigo'] as const

export async function loader({ context, params }: Route.LoaderArgs) {
  const hub = context.get(hubContext)
  const slug = `${params.owner}/${params.slug}`
  const page = await orErrorPage(() => hub.collection(slug))
  if (page.collection.slug !== slug) throw redirect(page.collection.path)
  return { page, isSignedIn: hub.viewer !== null }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const hub = context.get(hubContext)
  const slug = `${params.owner}/${params.slug}`
  const here = `/collections/${slug}`
  if (!hub.viewer) throw redirect(`/sign-in?next=${encodeURIComponent(here)}`)
  const form = await request.formData()
  const [intent = '', id = '', place = ''] = formText(form, 'intent').split(':')
  const result = await orFormError(async () => {
    switch (intent) {
      case 'vote':
        await hub.upvoteCollection(slug, id === 'yes')
        return redirect(here)
      case 'move':
        await hub.moveInCollection(slug, id, Number(place))
        return redirect(here)
      case 'note':
        await hub.noteInCollection(slug, id, formText(form, 'note') || null)
        return redirect(`${here}?done=saved`)
      case 'remove':
        await hub.removeFromCollection(slug, id)
        return redirect(`${here}?done=saved`)
      case 'add': {
        const item = parseItemText(formText(form, 'item'))
        if (item === null) return { error: 'This names no model, dataset, Space, paper or collection', field: 'item' }
        await hub.addToCollection(slug, item, formText(form, 'note') || null)
        return redirect(`${here}?done=saved`)
      }
      case 'delete':
        await hub.deleteCollection(slug)
        return redirect(`/${params.owner}?done=deleted`)
      default: {
        const changed = await hub.updateCollection(slug, {
          title: formText(form, 'title'),
          description: formText(form, 'description') || null,
          theme: formText(form, 'theme'),
          isPrivate: form.get('private') !== null,
        })
        return redirect(`${changed.path}?done=saved`)
      }
    }
  })
  return 'error' in result ? { ...result, intent } : result
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `${loaderData?.page.collection.title ?? 'Collection'} · Portolan` }]

export default function Collection({ loaderData: { page, isSignedIn }, actionData }: Route.ComponentProps) {
  const { collection, canEdit } = page
  const failure = actionData && 'error' in actionData ? actionData : null
  return (
    <main id="main" className="page grid max-w-4xl gap-6 py-8">
      <header className={clsx('band grid gap-2 pl-4', `theme-${collection.theme}`)}>
        <p>
          <Link to={`/${collection.owner}`} className="text-soft no-underline hover:underline">
            {collection.owner}
          </Link>
          <span className="text-soft"> / collection</span>
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="display min-w-0 text-3xl break-words">{collection.title}</h1>
          <Vote page={page} isSignedIn={isSignedIn} />
        </div>
        {collection.description ? <p className="text-lg break-words">{collection.description}</p> : null}
        <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
          {collection.isPrivate ? (
            <Badge tone="warn" icon={<Lock size={13} aria-hidden="true" />}>
              Private
            </Badge>
          ) : null}
          <span>
            Updated <Time iso={collection.updatedAt} />
          </span>
        </p>
      </header>
      <FormError>{failure && failure.intent !== 'add' && failure.intent !== 'edit' ? failure.error : null}</FormError>
      {page.items.length === 0 ? (
        <Empty title="Nothing in it yet">
          {canEdit ? 'Add something below, or with “Add to collection” on the page of a repository.' : null}
        </Empty>
      ) : (
        <Items page={page} />
      )}
      {canEdit ? (
        <>
          <Panel title="Add to it">
            <Form method="post" className="grid gap-4" key={page.items.length}>
              <TextField
                label="What"
                name="item"
                required
                autoCapitalize="none"
                spellCheck={false}
                hint="owner/name of a model, datasets/owner/name, an address of this hub, or an arXiv id."
                error={failure?.intent === 'add' && failure.field !== 'note' ? failure.error : null}
              />
              <TextField label="Note" name="note" maxLength={500} />
              <div>
                <Button type="submit" look="primary" name="intent" value="add">
                  Add
                </Button>
              </div>
            </Form>
          </Panel>
          <Panel title="Title and look">
            <Form method="post" className="grid gap-4">
              <input type="hidden" name="intent" value="edit" />
              <FormError>{failure?.intent === 'edit' ? failure.error : null}</FormError>
              <TextField label="Title" name="title" required maxLength={60} defaultValue={collection.title} />
              <TextField label="Description" name="description" maxLength={150} defaultValue={collection.description ?? ''} />
              <SelectField label="Color" name="theme" defaultValue={collection.theme}>
                {themes.map((theme) => (
                  <option key={theme}>{theme}</option>
                ))}
              </SelectField>
              <Checkbox
                label="Private"
                name="private"
                defaultChecked={collection.isPrivate}
                hint={`Only ${collection.owner} sees it, or its members.`}
              />
              <div>
                <Button type="submit">Save</Button>
              </div>
            </Form>
          </Panel>
          <Form method="post">
            <Button type="submit" look="danger" small name="intent" value="delete">
              Delete this collection
            </Button>
          </Form>
        </>
      ) : null}
    </main>
  )
}

type Page = Route.ComponentProps['loaderData']['page']
type Item = Page['items'][number]

function Vote({ page: { collection, isUpvoted }, isSignedIn }: { page: Page; isSignedIn: boolean }) {
  const fetcher = useFetcher()
  const asked = fetcher.formData?.get('intent')
  const isOn = typeof asked === 'string' ? asked === 'vote:yes' : isUpvoted
  const votes = collection.upvotes + (isOn === isUpvoted ? 0 : isOn ? 1 : -1)
  return (
    <fetcher.Form method="post">
      <button
        type="submit"
        name="intent"
        value={isOn ? 'vote:no' : 'vote:yes'}
        aria-pressed={isOn}
        title={isSignedIn ? undefined : 'Sign in to vote'}
        className="inline-flex items-center gap-1.5 rounded-full border border-rule bg-sheet px-3 py-0.5 text-sm hover:border-ink"
      >
        <ArrowBigUp size={16} aria-hidden="true" fill={isOn ? 'currentColor' : 'none'} className={isOn ? 'text-accent' : ''} />
        Upvote
        <span className="border-l border-line pl-2 tabular-nums">{formatCount(votes)}</span>
      </button>
    </fetcher.Form>
  )
}

/** Editors reorder rows by dragging the handle, with arrow keys on it, or with the buttons next to it. */
function Items({ page }: { page: Page }) {
  const fetcher = useFetcher()
  const [said, setSaid] = useState('')
  const byId = new Map(page.items.map((item) => [item.id, item]))
  // Memoized because a new array resets the order.
  const given = useMemo(() => page.items.map(({ id }) => id), [page.items])
  const order = useOrder(given, (id, position) => {
    const item = byId.get(id)
    if (item) setSaid(`${nameOf(item)} is now number ${position + 1} of ${given.length}`)
    void fetcher.submit({ intent: `move:${id}:${position}` }, { method: 'post' })
  })
  return (
    <>
      <ol className="grid min-w-0 grid-cols-1 gap-3" aria-label="Items">
        {order.ids.map((id, at) => {
          const item = byId.get(id)
          if (!item) return null
          return (
            <li
              key={id}
              className={clsx(
                'sheet flex min-w-0 items-start gap-2 px-3 py-3 sm:px-4',
                order.held === id && 'relative z-10 border-ink shadow-float',
              )}
            >
              {page.canEdit ? (
                <button
                  type="button"
                  aria-label={`Move ${nameOf(item)}: drag, or press the arrow keys`}
                  className="-ml-1 cursor-grab touch-none rounded p-1 text-soft hover:bg-well hover:text-ink"
                  onPointerDown={order.hold(id)}
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                    event.preventDefault()
                    order.move(id, event.key === 'ArrowUp' ? -1 : 1)
                  }}
                >
                  <GripVertical size={18} aria-hidden="true" />
                </button>
              ) : null}
              <div className="min-w-0 grow">
                <Subject item={item} />
                {item.note ? (
                  <p className="mt-1.5 border-l-2 border-line pl-3 text-sm break-words whitespace-pre-wrap">{item.note}</p>
                ) : null}
                {page.canEdit ? <EditItem item={item} /> : null}
              </div>
              {page.canEdit ? (
                <fetcher.Form method="post" className="flex shrink-0 flex-col gap-1">
                  <MoveButton item={item} to={at - 1} isOff={at === 0} isUp />
                  <MoveButton item={item} to={at + 1} isOff={at === order.ids.length - 1} isUp={false} />
                </fetcher.Form>
              ) : null}
            </li>
          )
        })}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </>
  )
}

function MoveButton({ item, to, isOff, isUp }: { item: Item; to: number; isOff: boolean; isUp: boolean }) {
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <button
      type="submit"
      name="intent"
      value={`move:${item.id}:${to}`}
      disabled={isOff}
      aria-label={`Move ${nameOf(item)} ${isUp ? 'up' : 'down'}`}
      className={buttonClasses({ small: true, look: 'quiet' }, 'min-h-6 px-1')}
    >
      <Arrow size={16} aria-hidden="true" />
    </button>
  )
}

/** Describes an item in one or two lines. */
function Subject({ item }: { item: Item }) {
  if (item.kind === 'paper') {
    return (
      <p>
        <span className="mr-2 text-sm text-soft">Paper</span>
        <a href={`https://arxiv.org/abs/${item.paper}`} rel="noreferrer" className="font-semibold text-ink">
          arXiv {item.paper}
        </a>
      </p>
    )
  }
  if (item.kind === 'collection') {
    const { collection } = item
    return (
      <p className="min-w-0">
        <span className="mr-2 text-sm text-soft">Collection</span>
        <Link to={collection.path} className="font-semibold break-words text-ink">
          {collection.title}
        </Link>{' '}
        <span className="text-sm text-soft">{collection.owner}</span>
      </p>
    )
  }
  const { repo } = item
  return (
    <>
      <p className="min-w-0">
        <span className="mr-2 text-sm text-soft">{typeNames[repo.type]}</span>
        <Link to={repo.path} className="font-semibold break-words text-ink">
          <span className="font-normal text-soft">{repo.owner}/</span>
          {repo.name}
        </Link>
        {repo.isPrivate ? <Lock size={14} aria-label="Private" className="ml-2 inline text-warn" /> : null}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-soft">
        {repo.task ? <span>{taskLabel(repo.task)}</span> : null}
        <span>
          Updated <Time iso={repo.updatedAt} />
        </span>
        <span>{formatCount(repo.downloads)} downloads</span>
        <span>
          {formatCount(repo.likes)} {repo.likes === 1 ? 'like' : 'likes'}
        </span>
      </p>
    </>
  )
}

function EditItem({ item }: { item: Item }) {
  return (
    <details className="mt-2">
      <summary className="inline-flex rounded text-sm text-sea underline underline-offset-2">
        {item.note ? 'Change note, remove' : 'Add note, remove'}
        <span className="sr-only">: {nameOf(item)}</span>
      </summary>
      <Form method="post" className="mt-3 grid gap-3" key={item.note}>
        <TextArea label={`Note on ${nameOf(item)}`} name="note" maxLength={500} defaultValue={item.note ?? ''} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" small name="intent" value={`note:${item.id}`}>
            Save note
          </Button>
          <Button type="submit" small look="danger" name="intent" value={`remove:${item.id}`}>
            Remove
            <span className="sr-only"> {nameOf(item)}</span>
          </Button>
        </div>
      </Form>
    </details>
  )
}

function nameOf(item: Item): string {
  return item.kind === 'repo' ? item.repo.fullName : item.kind === 'paper' ? `arXiv ${item.paper}` : item.collection.title
}
