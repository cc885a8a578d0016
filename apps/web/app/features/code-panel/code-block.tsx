import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { OnceHtml } from '../once-html.tsx'
import { ProofLine } from '../proof/proof-line.tsx'
import type { BlockView, NoteView } from './code-data.server.ts'

/** One block: its title, code, proof, placeholders to fill in, and notes. */
export function CodeBlock({ block, moreProof }: { block: BlockView; moreProof?: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-end justify-between gap-2">
        <h3 className="text-sm font-semibold">{block.title}</h3>
        <CopyButton text={() => blockText(block.id)} what={block.title} />
      </div>
      <pre
        tabIndex={0}
        role="region"
        aria-label={`Code: ${block.title}`}
        data-code={block.id}
        data-role={block.role}
        className="code-well code-lines"
      >
        <OnceHtml owner={block} name={block.id} />
      </pre>
      {block.proof ? <ProofLine proof={block.proof} more={moreProof} /> : null}
      {block.placeholders.length > 0 ? (
        <p className="mt-1 text-sm text-warn">
          Fill in: <span className="font-mono [overflow-wrap:anywhere]">{block.placeholders.join(', ')}</span>
        </p>
      ) : null}
      {block.notes.map((note) => (
        <Note key={note.code + note.text} note={note} />
      ))}
    </div>
  )
}

/** Returns the text of a block as displayed. */
export function blockText(id: string): string {
  return document.querySelector(`pre[data-code="${CSS.escape(id)}"]`)?.textContent ?? ''
}

/** A note next to the code, including its machine-readable code. */
export function Note({ note: { code, text } }: { note: NoteView }) {
  return (
    <p className="mt-1.5 border-l-2 border-warn bg-warn-well px-3 py-1.5 text-sm">
      {text} <code className="font-mono text-xs whitespace-nowrap text-soft">{code}</code>
    </p>
  )
}
