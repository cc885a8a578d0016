import { Link2, Terminal } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { Menu, menuItem } from '../../ui/menu.tsx'
import { ChoiceTabs, Segments } from '../../ui/tabs.tsx'
import { isTyping } from '../keyboard-help.tsx'
import { ServerHtml } from '../server-html.tsx'
import type { CodeData } from './code-data.server.ts'
import { codeAddress } from './code-address.ts'

const languageNames = { python: 'Python', javascript: 'JavaScript', shell: 'Shell', csharp: 'C#' } as const
const managers = { python: ['pip', 'uv', 'conda'], javascript: ['npm', 'pnpm', 'bun'], shell: ['pip', 'uv', 'conda'], csharp: [] } as const
const formats = { python: ['py', 'ipynb'], javascript: ['mjs'], shell: ['sh'], csharp: ['cs'] } as const

/** The code to use a repo: visible at once, one set of choices, copied with `c`. Works as links before JavaScript arrives. */
export function CodePanel({
  code,
  title,
  branches,
  commitOid,
}: {
  code: CodeData
  title: string
  branches: readonly string[]
  commitOid: string
}) {
  const { language, library } = code
  const to = (changes: Parameters<typeof codeAddress>[1]) => codeAddress(code, changes)
  useCodeKeys(code)
  const managerOf = language === 'javascript' ? 'javascript' : 'python'
  return (
    <section aria-labelledby="code-title" className="sheet min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h2 id="code-title" className="lettering">
          {title}
        </h2>
        <CopyButton text={code.blocks.map((block) => block.code).join('\n')} label="Copy all" what="All code" />
      </div>
      <ChoiceTabs
        label="Library"
        className="border-b border-line px-2"
        items={code.libraries.map(({ id, label }) => ({ to: to({ library: id, language: null }), label, isCurrent: id === library }))}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <Segments
          label="Language"
          items={code.languages.map((each) => ({ to: to({ language: each }), label: languageNames[each], isCurrent: each === language }))}
        />
        {code.blocks.some(({ role }) => role === 'install') ? (
          <Segments
            label="Install with"
            items={managers[language].map((name) => ({
              to: to({ [managerOf]: name }),
              label: name,
              isCurrent: code.choice[managerOf] === name,
            }))}
          />
        ) : null}
        {['transformers', 'diffusers'].includes(library) && language === 'python' ? (
          <Segments
            label="Device"
            items={(['auto', 'cpu', 'cuda', 'mps'] as const).map((device) => ({
              to: to({ device }),
              label: device,
              isCurrent: code.choice.device === device,
            }))}
          />
        ) : null}
        <RevisionChoice code={code} branches={branches} commitOid={commitOid} />
      </div>
      <div className="grid gap-5 p-4">
        {code.notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        {code.blocks.map((block) => (
          <Block key={block.id} block={block} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-soft">
        {code.plainUrl ? (
          <>
            <span>
              Save as{' '}
              {formats[language].map((format) => (
                <a key={format} href={`${code.plainUrl}&format=${format}`} download className="link mr-2">
                  .{format}
                </a>
              ))}
            </span>
            <a href={code.plainUrl} className="link inline-flex items-center gap-1">
              <Terminal size={14} aria-hidden="true" />
              For programs
            </a>
          </>
        ) : null}
        <Link to={to({})} replace preventScrollReset className="link inline-flex items-center gap-1">
          <Link2 size={14} aria-hidden="true" />
          Link to this code
        </Link>
        {code.docs ? (
          <a href={code.docs} rel="noreferrer" className="link">
            Documentation
          </a>
        ) : null}
        <span className="ml-auto max-lg:hidden">
          <Key>c</Key> copies
          {code.languages.length > 1 ? (
            <>
              , <Key>l</Key> next language
            </>
          ) : null}
        </span>
      </div>
    </section>
  )
}

function Block({ block }: { block: CodeData['blocks'][number] }) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-end justify-between gap-2">
        <h3 className="text-sm font-semibold">{block.title}</h3>
        <CopyButton text={block.code} what={block.title} />
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={`Code: ${block.title}`}
        data-code={block.id}
        data-role={block.role}
        className="code-well code-lines"
      >
        <ServerHtml as="code" html={block.html} />
      </pre>
      {block.role === 'load' ? <p className="mt-1.5 text-xs text-soft">{proofText(block.proof)}</p> : null}
      {block.placeholders.length > 0 ? (
        <p className="mt-1 text-sm text-warn">
          Fill in: <span className="font-mono">{block.placeholders.join(', ')}</span>
        </p>
      ) : null}
      {block.notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </div>
  )
}

/** A branch, or the commit that is there now and stays the same for ever. */
function RevisionChoice({ code, branches, commitOid }: { code: CodeData; branches: readonly string[]; commitOid: string }) {
  const names = [...new Set([...branches, ...(code.pinned ? [] : [code.revision]), commitOid, code.revision])]
  const shown = (name: string) => (/^[0-9a-f]{40}$/.test(name) ? `pinned ${name.slice(0, 7)}` : name)
  return (
    <div className="flex items-center gap-2 text-xs">
      <span className="text-soft" aria-hidden="true">
        Revision
      </span>
      <Menu
        group="code-revision"
        label={`Revision: ${shown(code.revision)}`}
        summary={shown(code.revision)}
        summaryClass="block max-w-44 truncate rounded-md border border-line px-2 py-0.5 leading-5 hover:border-ink"
        className="max-h-72 w-56 overflow-y-auto text-sm"
      >
        {names.map((name) => (
          <Link
            key={name}
            to={codeAddress(code, { revision: name })}
            replace
            preventScrollReset
            aria-current={name === code.revision}
            className={menuItem}
          >
            {shown(name)}
          </Link>
        ))}
      </Menu>
    </div>
  )
}

/** `c` copies the main block, `l` goes to the next language, of this library or else of another one. */
function useCodeKeys(code: CodeData): void {
  const navigate = useNavigate()
  const main = code.blocks.find(({ role }) => role === 'load')
  const next = nextLanguage(code)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      if (event.key === 'c' && main && !window.getSelection()?.toString()) void copyText(main.code, main.title)
      if (event.key === 'l' && next !== null) void navigate(next, { preventScrollReset: true, replace: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [main, next, navigate])
}

function nextLanguage(code: CodeData): string | null {
  const { language, languages, libraries, library } = code
  if (languages.length > 1)
    return codeAddress(code, { language: languages[(languages.indexOf(language) + 1) % languages.length] ?? language })
  const other = libraries.find((each) => each.id !== library && each.languages.some((name) => name !== language))
  return other ? codeAddress(code, { library: other.id, language: other.languages.find((name) => name !== language) ?? null }) : null
}

const levels: Record<string, string> = {
  parses: 'parsed by its language',
  literals: 'parsed by its language, every value arrives intact',
  names: 'imports, attributes and arguments exist',
  runs: 'ran against a hub',
}

function proofText(proof: CodeData['blocks'][number]['proof']): string {
  if (!proof) return 'Not checked by anybody yet.'
  const against = proof.against === null ? '' : ` in ${proof.against}`
  return `Checked ${proof.date}: ${levels[proof.level] ?? proof.level}${against}.`
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-1.5 border-l-2 border-warn bg-warn-well px-3 py-1.5 text-sm">{children}</p>
}

function Key({ children }: { children: string }) {
  return <kbd className="rounded border border-line px-1.5 font-mono text-xs">{children}</kbd>
}
