import { Form } from 'react-router'
import { formatBytes } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

export interface Mark {
  readonly kind: string
  readonly key: string
  readonly note: string | null
  readonly bytes: number
  readonly kept: boolean
  readonly markedAt: string
  readonly dueAt: string
}

/** An item that is deleted when its grace period ends, with the actions available for it. */
export function MarkedThing({ mark: { kind, key, note, bytes, kept, markedAt, dueAt } }: { mark: Mark }) {
  const name = note ?? key
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <Badge>{kind}</Badge>
          {note ? <span className="break-words">{note}</span> : null}
          <span>{formatBytes(bytes)}</span>
          {kept ? <Badge tone="good">kept</Badge> : null}
        </p>
        <p className="font-mono text-xs break-all text-soft">{key}</p>
        <p className="text-sm text-soft">
          unneeded since <Time iso={markedAt} form="day" />, kept until {kept ? 'it is released' : <Time iso={dueAt} form="day" />}
        </p>
      </div>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-2">
        <input type="hidden" name="key" value={key} />
        {kind === 'repository' ? (
          <>
            <input
              name="as"
              aria-label={`Another name for ${name}`}
              placeholder="another name"
              className="field min-h-8 w-36 px-2 py-0.5 text-sm"
              autoComplete="off"
              spellCheck={false}
            />
            <Button type="submit" small name="intent" value="restore" aria-label={`Restore ${name}`}>
              Restore
            </Button>
          </>
        ) : null}
        <Button type="submit" small name="intent" value={kept ? 'release' : 'keep'} aria-label={`${kept ? 'Release' : 'Keep'} ${name}`}>
          {kept ? 'Release' : 'Keep'}
        </Button>
      </Form>
    </li>
  )
}
