import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

/**
 * Copies a text and confirms it visually and to screen readers. `text` may be a function, which reads the text from the page when the button is
 * pressed.
 */
export function CopyButton({ text, label = 'Copy', what = 'Code' }: { text: string | (() => string); label?: string; what?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <Button small look="quiet" onClick={() => void copyText(typeof text === 'string' ? text : text(), what).then(setCopied)}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      {copied ? 'Copied' : label}
    </Button>
  )
}

/** Copies a text and announces it. @returns whether the clipboard accepted it */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    announce(`${what} copied`)
    return true
  } catch {
    announce('The browser did not allow copying')
    return false
  }
}
