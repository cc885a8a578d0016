import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

/** Copies a text and says so, to eyes and ears. A text that stands in the page is read from there when it is wanted. */
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

/** @returns whether the clipboard took it */
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
