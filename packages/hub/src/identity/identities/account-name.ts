import { accountNameProblem } from '@portolan/contract'

/** Leaves room for a number. Characters. */
const maxBase = 36

/** Candidate names for a new account, best first, derived from the provider's claims about the person. */
export function* accountNames(username: string | null, email: string | null): Generator<string> {
  const base = [username, email, 'user'].map(plain).find((name) => name !== null) ?? 'user'
  if (accountNameProblem(base) === null) yield base
  for (let n = 2; n < 100; n++) if (accountNameProblem(`${base}-${n}`) === null) yield `${base}-${n}`
}

/** Turns `José.Núñez@example.org` into `jose-nunez`; `null` when nothing is left. */
function plain(text: string | null): string | null {
  const name = (text?.split('@')[0] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|(?<!-)-+$/g, '')
    .slice(0, maxBase)
    .replaceAll(/(?<!-)-+$/g, '')
  return name.length < 2 ? null : name
}
