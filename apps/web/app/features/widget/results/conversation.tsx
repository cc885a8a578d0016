import clsx from 'clsx'
import { MessageSquarePlus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import type { RunState } from '../run/use-run.ts'
import type { Turn } from '../widget-inputs.ts'

/** The chat so far, including the response being generated. */
export function Conversation({
  turns,
  asked,
  state,
  onNew,
}: {
  turns: readonly Turn[]
  /** The message the model is answering, or failed to answer. */
  asked: string
  state: RunState
  onNew: () => void
}) {
  const isOpen = state.phase === 'running' || state.phase === 'loading'
  const isCut = state.phase === 'stopped' || state.phase === 'failed'
  const text = 'text' in state ? state.text : ''
  const shown: readonly Turn[] = [
    ...turns,
    ...(isOpen || isCut ? [{ role: 'user' as const, content: asked }] : []),
    ...((isOpen || isCut) && text !== '' ? [{ role: 'assistant' as const, content: text }] : []),
  ]
  if (shown.length === 0) return null
  return (
    <section aria-label="Result" className="grid gap-3 border-t border-line px-4 py-3">
      <ol className="grid max-h-[32rem] gap-3 overflow-y-auto" tabIndex={0} aria-label="Conversation">
        {shown.map(({ role, content }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- turns are only added, at the end
          <li key={i} className={clsx('min-w-0', role === 'user' ? 'ml-8 justify-self-end' : 'mr-8')}>
            <span className="sr-only">{role === 'user' ? 'You: ' : 'The model: '}</span>
            <p
              data-result={role === 'assistant' ? 'text' : undefined}
              className={clsx(
                'whitespace-pre-wrap [overflow-wrap:anywhere]',
                role === 'user' ? 'rounded-lg border border-line bg-well px-3 py-2' : 'font-serif text-lg leading-relaxed',
              )}
            >
              {content}
              {isOpen && role === 'assistant' && i === shown.length - 1 ? (
                <span aria-hidden="true" className="ml-0.5 inline-block h-[1em] w-2 translate-y-0.5 animate-pulse bg-accent" />
              ) : null}
            </p>
          </li>
        ))}
      </ol>
      {isOpen ? null : (
        <Button small look="quiet" className="justify-self-start" onClick={onNew}>
          <MessageSquarePlus size={16} aria-hidden="true" />
          New conversation
        </Button>
      )}
    </section>
  )
}
