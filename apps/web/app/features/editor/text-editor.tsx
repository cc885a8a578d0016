/** The text of a file: a plain field, which needs nothing. */
export function TextEditor({ text, label }: { text: string; label: string }) {
  return (
    <textarea
      name="text"
      aria-label={label}
      defaultValue={text}
      spellCheck={false}
      rows={Math.min(36, Math.max(14, text.split('\n').length + 2))}
      className="field w-full code-lines"
    />
  )
}
