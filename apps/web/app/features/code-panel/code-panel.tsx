import { ExternalLink, Link2, Terminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AppHead, AppProof } from '../local-apps/app-head.tsx'
import { CodeBlock, Note } from './code-block.tsx'
import type { CodeData } from './code-data.server.ts'
import { allText, useCodeKeys } from './code-keys.ts'
import { CodeOptions } from './code-options.tsx'
import { codeAddress } from './code-address.ts'
import { TabStrip } from './tab-strip.tsx'

/** The code to use a repo: visible right away, with one set of choices, copied with `c`. Uses links, so it works before JavaScript loads. */
export function CodePanel({
  code,
  title,
  branches = [],
  commitOid = null,
  beside = null,
}: {
  code: CodeData
  title: string
  branches?: readonly string[]
  /** The commit that code can be pinned to; `null` if there is no repo. */
  commitOid?: string | null
  /** Content shown on the title line. */
  beside?: ReactNode
}) {
  const { app, library } = code
  useCodeKeys(code)
  return (
    <section id="code" aria-labelledby="code-title" className="sheet min-w-0 scroll-mt-4">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h2 id="code-title" className="panel-title">
          {title}
        </h2>
        {beside}
        {code.blocks.length > 0 ? <CopyButton text={() => allText(code)} label="Copy all" what="All code" /> : null}
      </div>
      {code.libraries.length > 1 || code.apps.length > 0 ? (
        <TabStrip
          label="Library"
          items={code.libraries.map(({ id, label }) => ({
            id,
            to: codeAddress(code.parameters, { library: id, language: null, app: null }),
            label,
            name: label,
            isCurrent: app === null && id === library,
          }))}
        />
      ) : null}
      {code.apps.length > 0 ? (
        <TabStrip
          label="Run locally"
          isTitled
          items={code.apps.map(({ id, label, isMacOnly }) => ({
            id,
            to: codeAddress(code.parameters, { app: id, library: null, language: null }),
            label,
            name: isMacOnly ? `${label} (macOS)` : label,
            isCurrent: app?.id === id,
          }))}
        />
      ) : null}
      <CodeOptions code={code} branches={branches} commitOid={commitOid} />
      <div className="grid gap-5 p-4">
        {app ? <AppHead app={app} docs={code.docs} /> : null}
        {code.notes.map((note) => (
          <Note key={note.code + note.text} note={note} />
        ))}
        {code.blocks.map((block) => (
          <CodeBlock
            key={block.id}
            block={block}
            moreProof={
              code.libraryPath ? (
                <Link to={`${code.libraryPath}#proof`} className="link whitespace-nowrap">
                  How it is checked
                </Link>
              ) : null
            }
          />
        ))}
        {app && code.blocks.length > 0 ? <AppProof /> : null}
      </div>
      <Foot code={code} />
    </section>
  )
}

/** Links to the same text in other formats, and to further reading. */
function Foot({ code }: { code: CodeData }) {
  const { app, plainUrl } = code
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-soft">
      {plainUrl && code.formats.length > 0 ? (
        <span>
          Save as{' '}
          {code.formats.map((format) => (
            <a key={format} href={`${plainUrl}&format=${format}`} download className="link mr-2">
              .{format}
            </a>
          ))}
        </span>
      ) : null}
      {plainUrl ? (
        <a href={`${plainUrl}&format=txt`} className="link inline-flex items-center gap-1">
          <Terminal size={14} aria-hidden="true" />
          Plain text
        </a>
      ) : null}
      <Link to={codeAddress(code.parameters, {})} replace preventScrollReset className="link inline-flex items-center gap-1">
        <Link2 size={14} aria-hidden="true" />
        Link to this code
      </Link>
      {app === null && code.libraryPath ? (
        <Link to={code.libraryPath} className="link">
          About {code.label}
        </Link>
      ) : null}
      {code.docs ? (
        <a href={code.docs} rel="noreferrer" className="link inline-flex items-center gap-1">
          <ExternalLink size={14} aria-hidden="true" />
          Documentation
        </a>
      ) : null}
      <span className="ml-auto max-lg:hidden">
        <Key>c</Key> copies, <Key>l</Key> {app ? 'back to code' : 'next language'}
      </span>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line px-1.5 font-mono text-xs">{children}</kbd>
}
