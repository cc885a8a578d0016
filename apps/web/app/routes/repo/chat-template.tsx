import { useRef } from 'react'
import { Link, redirect } from 'react-router'
import type { Route } from './+types/chat-template'
import { TryTemplate } from '../../features/chat-template/try-template.tsx'
import { OnceHtml, withHtml } from '../../features/once-html.tsx'
import { RepoHeader } from '../../features/repo-header.tsx'
import { hubContext } from '../../lib/hub-context.ts'
import { orErrorPage } from '../../lib/page-error.ts'
import { filePath } from '../../lib/paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Empty } from '../../ui/panel.tsx'
import { Segments } from '../../ui/tabs.tsx'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const asItStands = url.searchParams.get('view') === 'source'
  const name = url.searchParams.get('template')
  const page = await orErrorPage(() => context.get(hubContext).chatTemplate(`${params.owner}/${params.name}`, { name, asItStands }))
  if (page.movedTo) throw redirect(`${page.movedTo}/chat-template${url.search}`)
  const { template, ...shown } = page
  if (!template) return { ...shown, template: null, asItStands }
  const { html, ...rest } = template
  return { ...shown, template: withHtml(rest, html, request), asItStands: asItStands || template.problem !== null }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Chat template · ${loaderData?.header.fullName ?? ''} · Portolan` }]

export default function ChatTemplateRoute({ loaderData: { header, names, template, asItStands } }: Route.ComponentProps) {
  return (
    <>
      <RepoHeader repo={header} />
      <main id="main" className="page py-6">
        {template ? (
          <div className="grid gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,33rem)]">
            <Template header={header} names={names} template={template} asItStands={asItStands} />
            <TryTemplate key={template.name} source={template.source} specialTokens={template.specialTokens} />
          </div>
        ) : (
          <Empty title="No chat template">
            Its tokenizer has no template that turns a conversation into text, though its card calls the model conversational.
          </Empty>
        )}
      </main>
    </>
  )
}

type Data = Route.ComponentProps['loaderData']

function Template({
  header,
  names,
  template,
  asItStands,
}: Pick<Data, 'header' | 'names' | 'asItStands'> & { template: NonNullable<Data['template']> }) {
  const box = useRef<HTMLDivElement>(null)
  const { name, path, lines, problem } = template
  const address = (changes: { template?: string; view?: 'source' | 'formatted' }) => {
    const view = changes.view ?? (asItStands ? 'source' : 'formatted')
    const query = new URLSearchParams({
      ...(names.length > 1 ? { template: changes.template ?? name } : {}),
      ...(view === 'source' ? { view } : {}),
    })
    return `${header.path}/chat-template${query.size === 0 ? '' : `?${query.toString()}`}`
  }
  const views = [
    { view: 'formatted', label: 'Formatted' },
    { view: 'source', label: 'As it stands' },
  ] as const
  return (
    <section aria-labelledby="template" className="sheet min-w-0 self-start">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <div className="flex grow items-center justify-between gap-3 max-sm:basis-full">
          <h2 id="template" className="panel-title">
            Chat template
          </h2>
          <CopyButton text={() => box.current?.querySelector('code')?.textContent ?? ''} what="Template" />
        </div>
        {names.length > 1 ? (
          <Segments
            label="Template"
            items={names.map((each) => ({ to: address({ template: each }), label: each, isCurrent: each === name }))}
          />
        ) : null}
        {problem === null ? (
          <Segments
            label="View"
            items={views.map(({ view, label }) => ({ to: address({ view }), label, isCurrent: (view === 'source') === asItStands }))}
          />
        ) : null}
      </div>
      {problem ? (
        <p role="note" className="border-b border-l-3 border-line border-l-warn bg-warn-well px-4 py-2.5 text-sm">
          It is shown as it stands, for it cannot be read: {problem.message}.
        </p>
      ) : null}
      <div ref={box} className="max-h-[48rem] overflow-auto py-2" tabIndex={0} role="region" aria-label="Text of the chat template">
        <pre className="source code-lines">
          <OnceHtml owner={template} name={`template-${asItStands ? 'source' : 'formatted'}-${name}`} />
        </pre>
      </div>
      <p className="border-t border-line px-4 py-2.5 text-xs text-soft">
        {lines.toLocaleString('en')} {lines === 1 ? 'line' : 'lines'}, from{' '}
        {path === null ? (
          'the header of a GGUF file'
        ) : (
          <Link to={filePath(header.path, 'blob', 'main', path)} className="link">
            {path}
          </Link>
        )}
        . {asItStands ? null : 'Formatted: whitespace outside of texts is changed, what it renders is not.'}
      </p>
    </section>
  )
}
