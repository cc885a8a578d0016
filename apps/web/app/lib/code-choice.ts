import { codeLanguages, devices, javascriptManagers, pythonManagers } from '@portolan/snippets'

/** What a person chose for code: kept in the address so that a link shows the same, and in a cookie so that the next repo does too. */
export interface CodeChoice {
  readonly library: string | null
  readonly language: (typeof codeLanguages)[number] | null
  readonly python: (typeof pythonManagers)[number]
  readonly javascript: (typeof javascriptManagers)[number]
  readonly device: (typeof devices)[number]
}

export const choiceCookie = 'portolan_code'

/** The address wins over the cookie, the cookie over the defaults. `changed` when the address said something that the cookie does not hold. */
export function codeChoice(parameters: URLSearchParams, cookie: string | null): { choice: CodeChoice; changed: string | null } {
  const stored = new URLSearchParams(cookie ?? '')
  const pick = <T extends string>(name: string, allowed: readonly T[]): T | undefined =>
    allowed.find((each) => each === (parameters.get(name) ?? stored.get(name)))
  const choice: CodeChoice = {
    library: parameters.get('library'),
    language: pick('language', codeLanguages) ?? null,
    python: pick('python', pythonManagers) ?? 'pip',
    javascript: pick('javascript', javascriptManagers) ?? 'npm',
    device: pick('device', devices) ?? 'auto',
  }
  const keep = new URLSearchParams()
  for (const name of ['language', 'python', 'javascript', 'device'] as const)
    if (choice[name] !== null) keep.set(name, String(choice[name]))
  const isAsked = ['language', 'python', 'javascript', 'device'].some((name) => parameters.has(name))
  return { choice, changed: isAsked && keep.toString() !== cookie ? keep.toString() : null }
}
