import { useEffect, useEffectEvent } from 'react'
import toast from 'react-hot-toast'
import { useNavigate } from 'react-router'
import { copyText } from '../../ui/copy-button.tsx'
import { isTyping } from '../../lib/is-typing.ts'
import { blockText } from './code-block.tsx'
import { codeAddress } from './code-address.ts'
import type { CodeData } from './code-data.server.ts'

/**
 * Keyboard shortcuts: `c` copies the main block, or all steps of an application; `l` switches to the next language, of this library or of another
 * one.
 */
export function useCodeKeys(code: CodeData): void {
  const navigate = useNavigate()
  // Reads the code currently on the page: a key pressed as soon as new code appears must not copy the previous code.
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return
    if (event.key === 'c' && !window.getSelection()?.toString()) copyMain(code)
    const next = event.key === 'l' ? nextLanguage(code) : null
    if (next !== null) void navigate(next, { preventScrollReset: true, replace: true })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function copyMain(code: CodeData): void {
  if (code.app !== null && code.blocks.length > 1) return void copyVisibly(allText(code), 'All code')
  const main = code.blocks.find(({ role }) => role === 'load' || role === 'step')
  if (main) void copyVisibly(blockText(main.id), main.title)
}

/** A key has no button that could change: a toast says what was copied. Screen readers have heard it already. */
async function copyVisibly(text: string, what: string): Promise<void> {
  const isCopied = await copyText(text, what)
  toast(isCopied ? `${what} copied` : 'The browser did not allow copying', {
    duration: 2_000,
    ariaProps: { role: 'status', 'aria-live': 'off' },
  })
}

/** Concatenates all blocks. */
export function allText({ blocks }: CodeData): string {
  return blocks.map(({ id }) => blockText(id)).join('\n')
}

function nextLanguage({ app, language, languages, libraries, library, parameters }: CodeData): string | null {
  if (app !== null) return codeAddress(parameters, { app: null, library, language })
  const next = languages[(languages.indexOf(language) + 1) % languages.length]
  if (languages.length > 1 && next) return codeAddress(parameters, { language: next })
  const other = libraries.find((each) => each.id !== library && each.languages.some((name) => name !== language))
  return other ? codeAddress(parameters, { library: other.id, language: other.languages.find((name) => name !== language) ?? null }) : null
}
