import { Link } from 'react-router'
import { ServerHtml } from '../../features/server-html.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ChoiceTabs } from '../../ui/tabs.tsx'
import type { StartCode } from './start-code.server.ts'

/** The shortest path to a first result: one tab per library, and a link to the model's own page for all other choices. */
export function StartCodePanel({
  code,
  example,
  to,
}: {
  code: StartCode
  example: { readonly fullName: string; readonly path: string } | null
  to: (library: string) => string
}) {
  return (
    <section aria-labelledby="start" className="sheet min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h2 id="start" className="panel-title">
          Start
        </h2>
        <CopyButton text={code.blocks.map((block) => block.code).join('\n')} label="Copy all" what="All code" />
      </div>
      <ChoiceTabs
        label="Library"
        className="border-b border-line px-2"
        items={code.libraries.map(({ id, label }) => ({ to: to(id), label, isCurrent: id === code.library }))}
      />
      <div className="grid gap-4 p-4">
        <p className="text-sm text-soft">
          {example ? (
            <>
              With{' '}
              <Link to={example.path} className="link break-words">
                {example.fullName}
              </Link>
              , whose page has every choice of revision, device and installer.
            </>
          ) : (
            'This hub has no model for the task yet. Fill in the name of one.'
          )}
        </p>
        {code.notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        {code.blocks.map((block) => (
          <div key={block.id} className="min-w-0">
            <div className="mb-1 flex items-end justify-between gap-2">
              <h3 className="text-sm font-semibold">{block.title}</h3>
              <CopyButton text={block.code} what={block.title} />
            </div>
            <pre tabIndex={0} role="region" aria-label={`Code: ${block.title}`} data-code={block.id} className="code-well code-lines">
              <ServerHtml as="code" html={block.html} />
            </pre>
            {block.placeholders.length > 0 ? (
              <p className="mt-1 text-sm text-warn">
                Fill in: <span className="font-mono">{block.placeholders.join(', ')}</span>
              </p>
            ) : null}
            {block.notes.map((note) => (
              <Note key={note}>{note}</Note>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

function Note({ children }: { children: string }) {
  return <p className="mt-1.5 border-l-2 border-warn bg-warn-well px-3 py-1.5 text-sm">{children}</p>
}
