import { CopyButton } from '../../../ui/copy-button.tsx'

/** Generated text, after the prompt that it continues. */
export function Written({ text, prompt, isOpen }: { text: string; prompt: string; isOpen: boolean }) {
  const own = prompt !== '' && text.startsWith(prompt) ? text.slice(prompt.length) : text
  return (
    <>
      <p
        data-result="text"
        className="max-h-96 overflow-y-auto font-serif text-lg leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {prompt === '' ? null : <span className="text-soft">{prompt}</span>}
        {own}
        {isOpen ? <span aria-hidden="true" className="ml-0.5 inline-block h-[1em] w-2 translate-y-0.5 animate-pulse bg-accent" /> : null}
      </p>
      {isOpen ? null : (
        <div className="mt-1 flex justify-end">
          <CopyButton text={prompt + own} what="Answer" />
        </div>
      )}
    </>
  )
}
