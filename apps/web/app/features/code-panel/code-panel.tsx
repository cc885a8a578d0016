import { useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { isTyping } from '../keyboard-help.tsx'
import type { CodeData } from './code-data.server.ts'

const languageNames = { python: 'Python', javascript: 'JavaScript', shell: 'Shell' } as const
const levels: Record<string, string> = { parses: 'parses', literals: 'parses, values intact', names: 'names checked', runs: 'ran' }

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
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const to = (changes: Record<string, string | null>) => {
    const next = new URLSearchParams(parameters)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    next.delete('done')
    return `?${next.toString()}`
  }
  const main = code.blocks.find(({ role }) => role === 'load')
  const nextLanguage = code.languages[(code.languages.indexOf(code.language) + 1) % code.languages.length] ?? code.language
  const others = code.libraries.find((each) => each.id !== code.library && each.languages.some((language) => language !== code.language))
  const cycle =
    code.languages.length > 1
      ? to({ language: nextLanguage, library: code.library })
      : others
        ? to({ library: others.id, language: others.languages.find((language) => language !== code.language) ?? null })
        : null
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || window.getSelection()?.toString()) return
      if (event.key === 'c' && main) void copyText(main.code, main.title)
      if (event.key === 'l' && cycle !== null) void navigate(cycle, { preventScrollReset: true, replace: true })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [main, cycle, navigate])
  const all = code.blocks.map((block) => block.code).join('\n')
  const managers = code.language === 'javascript' ? (['npm', 'pnpm', 'bun'] as const) : (['pip', 'uv', 'conda'] as const)
  const managerName = code.language === 'javascript' ? 'javascript' : 'python'
  return (
    <section aria-labelledby="code-title" className="sheet min-w-0 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3">
        <h2 id="code-title" className="font-serif text-lg font-semibold">
          {title}
        </h2>
        <CopyButton text={all} label="Copy all" what="All code" />
      </div>
      <Tabs
        label="Library"
        items={code.libraries.map(({ id, label }) => ({ to: to({ library: id }), label, isCurrent: id === code.library }))}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 text-sm">
        {code.languages.length > 1 ? (
          <Choice
            label="Language"
            items={code.languages.map((language) => ({
              to: to({ language, library: code.library }),
              label: languageNames[language],
              isCurrent: language === code.language,
            }))}
          />
        ) : (
          <span className="text-soft">{languageNames[code.language]}</span>
        )}
        {code.blocks.some(({ role }) => role === 'install') ? (
          <Choice
            label="Package manager"
            items={managers.map((name) => ({ to: to({ [managerName]: name }), label: name, isCurrent: code.choice[managerName] === name }))}
          />
        ) : null}
        <Choice
          label="Revision"
          items={[
            ...branches.slice(0, 4).map((branch) => ({
              to: to({ revision: branch === 'main' ? null : branch }),
              label: branch,
              isCurrent: code.revision === branch,
            })),
            { to: to({ revision: commitOid }), label: `pin ${commitOid.slice(0, 7)}`, isCurrent: code.revision === commitOid },
          ]}
        />
        {['transformers', 'diffusers'].includes(code.library) && code.language === 'python' ? (
          <Choice
            label="Device"
            items={(['auto', 'cpu', 'cuda', 'mps'] as const).map((device) => ({
              to: to({ device }),
              label: device,
              isCurrent: code.choice.device === device,
            }))}
          />
        ) : null}
      </div>
      <div className="grid gap-4 p-4">
        {code.notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        {code.blocks.map((block) => (
          <div key={block.id} className="min-w-0">
            <div className="mb-1 flex items-center justify-between gap-2">
              <h3 className="text-sm font-semibold">{block.title}</h3>
              <CopyButton text={block.code} what={block.title} />
            </div>
            <pre
              tabIndex={0}
              aria-label={`${block.title}, code`}
              data-code={block.id}
              className="code-lines overflow-x-auto rounded-md border border-line bg-well px-4 py-3"
            >
              <code dangerouslySetInnerHTML={{ __html: block.html }} />
            </pre>
            <p className="mt-1 text-sm text-soft">{block.role === 'load' ? proofText(block.proof) : null}</p>
            {block.placeholders.length > 0 ? <p className="mt-1 text-sm text-warn">Fill in: {block.placeholders.join(', ')}</p> : null}
            {block.notes.map((note) => (
              <Note key={note}>{note}</Note>
            ))}
          </div>
        ))}
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
          {code.docs ? (
            <a href={code.docs} rel="noreferrer" className="text-sea">
              Documentation
            </a>
          ) : null}
          {code.plainUrl ? (
            <>
              <a href={code.plainUrl} className="text-sea">
                As JSON
              </a>
              {(code.language === 'python' ? ['py', 'ipynb'] : code.language === 'javascript' ? ['mjs'] : ['sh']).map((format) => (
                <a key={format} href={`${code.plainUrl}&format=${format}`} download className="text-sea">
                  Download .{format}
                </a>
              ))}
            </>
          ) : null}
          <span>
            <kbd className="font-mono">c</kbd> copies, <kbd className="font-mono">l</kbd> changes the language
          </span>
        </p>
      </div>
    </section>
  )
}

function proofText(proof: CodeData['blocks'][number]['proof']): string {
  if (!proof) return 'Parsed by its own language in our tests; not run against a release yet.'
  const against = proof.against === null ? '' : ` against ${proof.against}`
  return `Checked: ${levels[proof.level] ?? proof.level}${against}, ${proof.date}.`
}

function Note({ children }: { children: string }) {
  return <p className="mt-1 border-l-3 border-warn bg-warn-well px-3 py-1.5 text-sm">{children}</p>
}

interface Item {
  to: string
  label: string
  isCurrent: boolean
}

function Tabs({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <nav aria-label={label} className="mt-2 flex gap-1 overflow-x-auto border-b border-line px-3">
      {items.map(({ to, label: text, isCurrent }) => (
        <Link
          key={text}
          to={to}
          replace
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={`border-b-2 px-2.5 py-1.5 text-sm whitespace-nowrap no-underline ${isCurrent ? 'border-accent font-semibold text-ink' : 'border-transparent text-soft hover:text-ink'}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}

function Choice({ label, items }: { label: string; items: readonly Item[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1">
      {items.map(({ to, label: text, isCurrent }) => (
        <Link
          key={text}
          to={to}
          replace
          preventScrollReset
          aria-current={isCurrent ? 'true' : undefined}
          className={`rounded px-1.5 py-0.5 no-underline ${isCurrent ? 'bg-well font-semibold text-ink' : 'text-soft hover:text-ink'}`}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
