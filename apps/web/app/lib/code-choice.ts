import { codeLanguages, devices, javascriptManagers, pythonManagers } from '@portolan/snippets'

/** What a person chose for code: kept in the address so that a link shows the same, and in a cookie so that the next repo does too. */
export interface CodeChoice {
  /** A library or an application, never both. */
  readonly library: string | null
  readonly app: string | null
  readonly language: (typeof codeLanguages)[number] | null
  readonly python: (typeof pythonManagers)[number]
  readonly javascript: (typeof javascriptManagers)[number]
  readonly device: (typeof devices)[number]
  /** Of calls over HTTP, with its language: `javascript.openai`. */
  readonly client: string | null
  /** Whether library or application come from the address: a link shows the same to everybody. */
  readonly isAsked: boolean
}

export const choiceCookie = 'portolan_code'

const remembered = ['library', 'app', 'language', 'python', 'javascript', 'device', 'client'] as const

/** The address wins over the cookie, the cookie over the defaults. `changed` when the address said something that the cookie does not hold. */
export function codeChoice(parameters: URLSearchParams, cookie: string | null): { choice: CodeChoice; changed: string | null } {
  const stored = new URLSearchParams(cookie ?? '')
  const pick = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((each) => each === parameters.get(name)) ?? allowed.find((each) => each === stored.get(name))
  const asked = { library: name(parameters.get('library')), app: name(parameters.get('app')) }
  const isAsked = asked.library !== null || asked.app !== null
  // An application stands in place of a library's code: what the address names, not what the cookie remembers beside it.
  const source = isAsked ? parameters : stored
  const app = !isAsked && parameters.has('language') ? null : name(source.get('app'))
  const choice: CodeChoice = {
    library: app === null ? name(source.get('library')) : null,
    app,
    language: pick('language', codeLanguages) ?? null,
    python: pick('python', pythonManagers) ?? 'pip',
    javascript: pick('javascript', javascriptManagers) ?? 'npm',
    device: pick('device', devices) ?? 'auto',
    client: name(parameters.get('client')) ?? name(stored.get('client')),
    isAsked,
  }
  return { choice, changed: choiceChange(parameters, cookie, choice) }
}

/** What the cookie has to become for a choice that was made in the address; `null` when nothing was chosen, or nothing changed. */
export function choiceChange(
  parameters: URLSearchParams,
  cookie: string | null,
  choice: Pick<CodeChoice, (typeof remembered)[number]>,
): string | null {
  const keep = new URLSearchParams()
  for (const each of remembered) if (choice[each] !== null) keep.set(each, choice[each])
  const isChosen = remembered.some((each) => parameters.has(each))
  return isChosen && keep.toString() !== (cookie ?? '') ? keep.toString() : null
}

/** The name of a library or an application as an address may give it; anything else counts as absent. */
function name(value: string | null): string | null {
  return value !== null && /^[\w.-]{1,80}$/.test(value) ? value : null
}
