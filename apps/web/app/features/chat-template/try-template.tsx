import { useEffect, useId, useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { asJson, conversations } from './conversations.ts'
import { PromptText } from './prompt-text.tsx'
import { renderPrompt } from './render-prompt.ts'
import type { PromptAnswer } from './render-prompt.worker.ts'

type Outcome = PromptAnswer | { readonly invalid: string } | null

/** Debounce between typing and rendering the prompt. Milliseconds. */
const rest = 200

/** An editable conversation and the prompt that the template renders from it, in this browser. */
export function TryTemplate({ source, specialTokens }: { source: string; specialTokens: Readonly<Record<string, string>> }) {
  const [text, setText] = useState(() => firstText(specialTokens))
  const [chosen, setChosen] = useState(conversations[0]?.id ?? '')
  const [outcome, setOutcome] = useState<Outcome>(null)
  const select = useId()

  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const variables = readJson(text)
      if ('invalid' in variables) {
        setOutcome(variables)
        return
      }
      renderPrompt({ source, variables: variables.value }, controller.signal).then(setOutcome, (error: unknown) => {
        if (!controller.signal.aborted) setOutcome({ error: String(error) })
      })
    }, rest)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [source, text])

  const invalid = outcome && 'invalid' in outcome ? outcome.invalid : null
  return (
    <div className="grid min-w-0 content-start gap-5">
      <section aria-labelledby="try" className="sheet grid min-w-0 gap-3 p-4">
        <h2 id="try" className="panel-title">
          A conversation to try
        </h2>
        <label htmlFor={select} className="grid gap-1 text-xs text-soft">
          Start from
          <select
            id={select}
            value={chosen}
            className="field text-base"
            onChange={(event) => {
              const next = conversations.find(({ id }) => id === event.currentTarget.value)
              if (!next) return
              setChosen(next.id)
              setText(asJson(next, specialTokens))
            }}
          >
            {conversations.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <TextArea
          label="What the template is given, as JSON"
          rows={14}
          spellCheck={false}
          value={text}
          error={invalid}
          className="code-lines"
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </section>
      <section aria-labelledby="prompt" className="sheet min-w-0">
        <div className="flex items-center justify-between gap-2 px-4 pt-3 pb-2">
          <h2 id="prompt" className="panel-title">
            The prompt
          </h2>
          {outcome && 'prompt' in outcome ? <CopyButton text={outcome.prompt} what="Prompt" /> : null}
        </div>
        <Prompt outcome={outcome} />
      </section>
    </div>
  )
}

function Prompt({ outcome }: { outcome: Outcome }) {
  if (outcome === null)
    return (
      <p className="border-t border-line px-4 py-3 text-sm text-soft">
        The prompt is made here, in the browser. <noscript>That needs JavaScript, which is off.</noscript>
      </p>
    )
  if ('invalid' in outcome) return <p className="border-t border-line px-4 py-3 text-sm text-soft">It follows once the JSON can be read.</p>
  if ('error' in outcome)
    return (
      <div role="status" className="border-t border-l-3 border-line border-l-warn bg-warn-well px-4 py-3">
        <p className="text-sm">With this conversation the template ends in an error:</p>
        <p className="mt-1 font-mono text-sm [overflow-wrap:anywhere]">{outcome.error}</p>
      </div>
    )
  const { prompt, sameFormatted } = outcome
  return (
    <>
      <pre
        tabIndex={0}
        role="region"
        aria-label="Rendered prompt"
        className="code-lines max-h-[32rem] overflow-auto border-y border-line bg-well px-4 py-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        <PromptText prompt={prompt} />
      </pre>
      <div className="grid gap-1 px-4 py-2.5 text-xs text-soft">
        <p role="status">
          {prompt === '' ? 'The template gives nothing for this.' : `${prompt.length.toLocaleString('en')} characters.`}{' '}
          {sameFormatted === true ? 'The formatted template gives the same.' : null}
          {sameFormatted === false ? (
            <strong className="text-bad">The formatted template gives something else: please report it.</strong>
          ) : null}
        </p>
        <p>Rendered in this browser with @huggingface/jinja. In Python, transformers renders with Jinja2.</p>
      </div>
    </>
  )
}

function firstText(specialTokens: Readonly<Record<string, string>>): string {
  const [first] = conversations
  return first ? asJson(first, specialTokens) : '{}'
}

function readJson(text: string): { readonly value: Record<string, unknown> } | { readonly invalid: string } {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { invalid: 'An object is needed: { "messages": [ … ] }' }
    return { value: value as Record<string, unknown> }
  } catch (error) {
    return { invalid: error instanceof Error ? error.message : String(error) }
  }
}
