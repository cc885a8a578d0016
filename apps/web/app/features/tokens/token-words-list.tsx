import type { tokenWords } from './token-words.ts'

/** A token's permissions as sentences. */
export function TokenWordsList({ words }: { words: ReturnType<typeof tokenWords> }) {
  return (
    <ul className="grid gap-1">
      {words.map(({ where, deeds }) => (
        <li key={where} className="break-words">
          <span className="font-medium">{where}:</span> {deeds.join('; ')}.
        </li>
      ))}
    </ul>
  )
}
