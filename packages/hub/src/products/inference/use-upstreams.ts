import { accountNameProblem } from '@portolan/contract'
import { findAccount, reserveNames } from '../../identity/accounts/index.ts'
import type { Hub } from '../../hub.ts'
import type { HasStates } from '../../hub-state.ts'
import { inferenceState, type ServedBy } from './inference-state.ts'
import { type Upstream, localName, localProvider } from './upstream.ts'

/** A name an upstream cannot have, and why. */
export interface UpstreamNameProblem {
  readonly name: string
  readonly text: string
}

/** Problems with the names of these upstreams: they share the first path segment with pages and accounts. */
export async function upstreamNameProblems(hub: Hub, names: readonly string[]): Promise<UpstreamNameProblem[]> {
  const problems: UpstreamNameProblem[] = []
  for (const [index, name] of names.entries()) {
    const add = (text: string) => problems.push({ name, text })
    const invalid = accountNameProblem(name)
    if (name === localName || name === localProvider) add(`${name} is reserved for the local engine of this hub`)
    else if (invalid !== null) add(invalid)
    else if (names.indexOf(name) !== index) add(`${name} is listed twice`)
    else if (await findAccount(hub, name)) add(`${name} is the name of an account on this hub; choose another name for the upstream`)
  }
  return problems
}

/** Replaces the upstreams. Their names are reserved against new accounts. */
export function setUpstreams(hub: Hub, upstreams: readonly Upstream[]): void {
  const byModel = new Map<string, ServedBy[]>()
  for (const upstream of upstreams) {
    for (const model of upstream.models) {
      const id = model.id.toLowerCase()
      byModel.set(id, [...(byModel.get(id) ?? []), { upstream, model }])
    }
  }
  Object.assign(inferenceState(hub), { upstreams, byModel })
  reserveNames(
    hub,
    upstreams.map(({ name }) => name),
  )
}

/** In the order of the owner's file. */
export function listUpstreams(hub: HasStates): readonly Upstream[] {
  return inferenceState(hub).upstreams
}

export function findUpstream(hub: HasStates, name: string): Upstream | null {
  return inferenceState(hub).upstreams.find((upstream) => upstream.name === name) ?? null
}
