import { Form } from 'react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'
import { tokenWords } from './token-words.ts'
import { TokenWordsList } from './token-words-list.tsx'

type Token = Parameters<typeof tokenWords>[0] & {
  uid: string
  name: string
  hint: string
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
  isOver: boolean
}

const roleNames = { read: 'read', write: 'read and write', fineGrained: 'fine-grained' } as const

/** Tokens with their permissions and last use; buttons submit `intent` and `uid`. */
export function TokenList({ tokens, mayRefresh }: { tokens: readonly Token[]; mayRefresh: boolean }) {
  return (
    <ul className="sheet divide-y divide-line">
      {tokens.map((token) => (
        <li key={token.uid} className="grid gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 font-medium break-words">
                {token.name} <span className="font-mono text-sm font-normal text-soft">hf_…{token.hint}</span>
                {token.isOver ? <Badge tone="warn">expired</Badge> : null}
              </p>
              <p className="text-sm text-soft">
                {roleNames[token.role]}, created <Time iso={token.createdAt} />,{' '}
                {token.lastUsedAt ? (
                  <>
                    last used <Time iso={token.lastUsedAt} />
                  </>
                ) : (
                  'never used'
                )}
                {token.expiresAt ? (
                  <>
                    , {token.isOver ? 'expired' : 'expires'} <Time iso={token.expiresAt} />
                  </>
                ) : null}
              </p>
            </div>
            <Form method="post" className="flex gap-2">
              <input type="hidden" name="uid" value={token.uid} />
              {mayRefresh && !token.isOver ? (
                <Button type="submit" small name="intent" value="refresh" aria-label={`Regenerate ${token.name}`}>
                  Regenerate
                </Button>
              ) : null}
              <Button type="submit" small look="danger" name="intent" value="revoke" aria-label={`Revoke ${token.name}`}>
                Revoke
              </Button>
            </Form>
          </div>
          <details className="text-sm">
            <summary className="cursor-pointer list-inside list-[disclosure-closed] text-soft in-open:list-[disclosure-open]">
              Permissions
            </summary>
            <div className="mt-1">
              <TokenWordsList words={tokenWords(token)} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
