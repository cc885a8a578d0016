import type { RepoType } from '@portolan/contract'

const kinds = { model: 0, dataset: 1, space: 2 } as const
const types: readonly RepoType[] = ['model', 'dataset', 'space']

/** The number that represents a type in the database. */
export function kindOf(type: RepoType): 0 | 1 | 2 {
  return kinds[type]
}

export function typeOf(kind: number): RepoType {
  const type = types[kind]
  if (type === undefined) throw new RangeError(`No repository kind ${kind}`)
  return type
}
