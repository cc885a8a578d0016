import { codeLanguages, devices, javascriptManagers, pythonManagers } from '@portolan/snippets'

/** The user's choices for code. Kept in the URL so that a link shows the same code, and in a cookie so that they apply to the next repo. */
export interface CodeChoice {
  /** A library or an application, never both. */
  readonly library: string | null
  readonly app: string | null
  readonly language: (typeof codeLanguages)[number] | null
  readonly python: (typeof pythonManagers)[number]
  readonly javascript: (typeof javascriptManagers)[number]
  readonly device: (typeof devices)[number]
  /** For calls over HTTP, prefixed with the language: `javascript.openai`. */
  readonly client: string | null
  /** Whether the library or application comes from the URL, so that a link shows everyone the same code. */
  readonly isAsked: boolean
}

export const choiceCookie = 'portolan_code'

const remembered = ['library', 'app', 'language', 'python', 'javascript', 'device', 'client'] as const

/**
 * The URL takes precedence over the cookie, and the cookie over the defaults. `changed` is set when the URL contains a choice that differs from the
 * cookie.
 */
export function codeChoice(parameters: URLSearchParams, cookie: string | null): { choice: CodeChoice; changed: string | null } {
  const stored = new URLSearchParams(cookie ?? '')
  const pick = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((each) => each === parameters.get(name)) ?? allowed.find((each) => each === stored.get(name))
  const asked = { library: name(parameters.get('library')), app: name(parameters.get('app')) }
  const isAsked = asked.library !== null || asked.app !== null
  // An application replaces a library's code. If the URL names either one, ignore the other one remembered in the cookie.
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

/** Returns the new cookie value for choices made in the URL; `null` when nothing was chosen, or nothing changed. */
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

/** Validates the name of a library or application from a URL; anything else counts as absent. */
function name(value: string | null): string | null {
  return value !== null && /^[\w.-]{1,80}$/.test(value) ? value : null
}
