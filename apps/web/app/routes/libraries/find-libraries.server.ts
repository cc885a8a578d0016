import { codeLanguages } from '@portolan/snippets'
import type { LibrarySummary } from './library-summary.server.ts'

/** The directory's filters, from the query string. */
export interface LibraryFilter {
  readonly q: string
  readonly code: 'own' | 'files' | ''
  readonly level: 'runs' | 'names' | 'literals' | ''
  readonly language: string
}

export function libraryFilter(parameters: URLSearchParams): LibraryFilter {
  const pick = <T extends string>(name: string, allowed: readonly T[]): T | '' =>
    allowed.find((each) => each === parameters.get(name)) ?? ''
  return {
    q: parameters.get('q')?.trim().slice(0, 200) ?? '',
    code: pick('code', ['own', 'files']),
    level: pick('level', ['runs', 'names', 'literals']),
    language: pick('language', codeLanguages),
  }
}

/** Returns the libraries whose name or id contains every search word, and that pass the filters. */
export function findLibraries<T extends LibrarySummary>(all: readonly T[], { q, code, level, language }: LibraryFilter): T[] {
  const words = q.toLowerCase().split(/\s+/)
  return all.filter(
    (library) =>
      words.every((word) => `${library.id} ${library.label}`.toLowerCase().includes(word)) &&
      (code === '' || library.hasCode === (code === 'own')) &&
      (level === '' || (library.hasCode && library.level === level)) &&
      (language === '' || library.languages.some((each) => each === language)),
  )
}
