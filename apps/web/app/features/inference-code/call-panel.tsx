import { Link2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { CopyButton, copyText } from '../../ui/copy-button.tsx'
import { Segments } from '../../ui/tabs.tsx'
import { blockText, CodeBlock } from '../code-panel/code-block.tsx'
import { type AddressChange, codeAddress } from '../code-panel/code-address.ts'
import { TabStrip } from '../code-panel/tab-strip.tsx'
import { isTyping } from '../../lib/is-typing.ts'
import { clientKey } from './client-key.ts'
import type { CallData, CallPanelData, ProviderView } from './call-data.server.ts'
import { ModeSwitch } from './mode-switch.tsx'
import type { CallSnippet } from './print-call.server.ts'
import { useCallCode } from './use-call-code.ts'

const languageNames: Readonly<Record<string, string>> = { python: 'Python', javascript: 'JavaScript', shell: 'Shell' }

/** The code that calls a model over HTTP: the same call that the widget's fields and parameters make. */
export default function CallPanel({ model, title, data, panel }: { model: string; title: string; data: CallData; panel: CallPanelData }) {
  const { answer, isBehind, problem } = useCallCode(model, data, panel)
  const { parameters, managers, choice } = panel
  const languages = [...new Set(answer.snippets.map(({ language }) => language))]
  const snippet =
    answer.snippets.find((each) => clientKey(each) === panel.client) ?? answer.snippets.find(({ blocks }) => blocks.length > 0)
  const language = snippet?.language ?? 'python'
  const to = (change: AddressChange) => codeAddress(parameters, change)
  const firstOf = (name: string) => {
    const first = answer.snippets.find((each) => each.language === name)
    return to({ client: first ? clientKey(first) : null })
  }
  const nextLanguage = languages[(languages.indexOf(snippet?.language ?? 'python') + 1) % languages.length]
  useCallKeys(snippet, nextLanguage && languages.length > 1 ? firstOf(nextLanguage) : null)
  const managerOf = language === 'javascript' ? 'javascript' : 'python'
  return (
    <section id="code" aria-labelledby="code-title" className="sheet min-w-0 scroll-mt-4">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 pt-3 pb-2">
        <h2 id="code-title" className="panel-title">
          {title}
        </h2>
        <ModeSwitch parameters={parameters} isCall />
      </div>
      <TabStrip
        label="Client"
        items={answer.snippets
          .filter((each) => each.language === language)
          .map((each) => ({
            id: clientKey(each),
            to: to({ client: clientKey(each) }),
            label: each.title,
            name: each.title,
            isCurrent: each === snippet,
          }))}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        {languages.length > 1 ? (
          <Segments
            label="Language"
            items={languages.map((each) => ({
              to: firstOf(each),
              label: languageNames[each] ?? each,
              isCurrent: each === language,
            }))}
          />
        ) : null}
        {managers.length > 0 ? (
          <Segments
            label="Install with"
            items={managers.map((name) => ({ to: to({ [managerOf]: name }), label: name, isCurrent: choice[managerOf] === name }))}
          />
        ) : null}
        {data.isChat ? (
          <Segments
            label="Answer"
            items={[
              { to: to({ stream: null }), label: 'streamed', isCurrent: data.streaming },
              { to: to({ stream: 'no' }), label: 'whole', isCurrent: !data.streaming },
            ]}
          />
        ) : null}
        {data.providers.length > 1 ? (
          <Segments
            label="Answered by"
            items={data.providers.map(({ id, label }) => ({ to: to({ provider: id }), label, isCurrent: id === data.provider }))}
          />
        ) : null}
      </div>
      <div className="grid gap-5 p-4" aria-busy={isBehind}>
        <ProviderLine provider={data.providers.find(({ id }) => id === data.provider)} />
        {answer.reason === null ? null : <p role="note">{answer.reason}</p>}
        {problem === null ? null : (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        {snippet?.blocks.map((block) => (
          <CodeBlock key={block.id} block={block} />
        ))}
        {snippet ? (
          <p className="text-sm text-soft">
            The code reads an{' '}
            <Link to="/settings/tokens" className="link">
              access token
            </Link>{' '}
            of this hub from the environment variable <code className="font-mono">HF_TOKEN</code>.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-soft">
        {snippet && snippet.blocks.length > 0 ? <SaveCode snippet={snippet} /> : null}
        <Link to={to({})} replace preventScrollReset className="link inline-flex items-center gap-1">
          <Link2 size={14} aria-hidden="true" />
          Link to this code
        </Link>
        {snippet && snippet.blocks.length > 1 ? (
          <CopyButton text={() => snippet.blocks.map(({ id }) => blockText(id)).join('\n')} label="Copy all" what="All code" />
        ) : null}
      </div>
    </section>
  )
}

/** The provider, its recent latency, and its price. */
function ProviderLine({ provider }: { provider: ProviderView | undefined }) {
  if (!provider) return null
  const { id, firstByteMs, isUp, label, price, tokensPerSecond } = provider
  const facts = [
    firstByteMs === null ? null : `first words after ${Math.round(firstByteMs)} ms`,
    tokensPerSecond === null ? null : `${tokensPerSecond.toFixed(1)} tokens a second`,
    price === null ? null : `${price.input} in and ${price.output} out per million tokens`,
  ].filter((fact) => fact !== null)
  return (
    <p className="text-sm">
      Answered by {id === null && label === 'Automatic' ? 'the first that serves it and is up' : label}
      {facts.length > 0 ? `: ${facts.join(', ')}` : ''}.
      {isUp ? null : <strong className="text-bad"> It does not answer at the moment.</strong>}
    </p>
  )
}

const endings: Readonly<Record<string, string>> = { python: 'py', javascript: 'mjs', shell: 'sh' }

/** Saves the code as a file. The file is created in the browser because the code may contain user input. */
function SaveCode({ snippet }: { snippet: CallSnippet }) {
  const ending = endings[snippet.language] ?? 'txt'
  const save = () => {
    const main = snippet.blocks.at(-1)
    const address = URL.createObjectURL(new Blob([main ? blockText(main.id) : ''], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: address, download: `call.${ending}` }).click()
    URL.revokeObjectURL(address)
  }
  return (
    <span>
      Save as{' '}
      <button type="button" onClick={save} className="link">
        .{ending}
      </button>
    </span>
  )
}

/** Keyboard shortcuts: `c` copies the code, `l` switches to the next language. */
function useCallKeys(snippet: CallSnippet | undefined, next: string | null): void {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return
    const main = snippet?.blocks.at(-1)
    if (event.key === 'c' && main && !window.getSelection()?.toString()) void copyText(blockText(main.id), main.title)
    if (event.key === 'l' && next !== null) void navigate(next, { preventScrollReset: true, replace: true })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
