import { type Language, lines, printBlock } from '../code/index.ts'
import type { DownloadRule } from '../download-rule.ts'
import { type ModelFacts, toModelFacts } from '../facts/model-facts.ts'
import type { Install, Library, NameSource, Note } from '../library.ts'
import { pythonBlock, shellEndpoint } from '../preamble.ts'
import { targetFor } from '../target.ts'
import { readTemplate, type Template } from './template.ts'

/** A condition on a model: every given field must match. */
export interface OwnCondition {
  /** Tags that must all be set. */
  readonly tags?: readonly string[]
  /** Tags of which at least one must be set. */
  readonly anyTag?: readonly string[]
  readonly tasks?: readonly string[]
  /** Extensions that at least one file must have. */
  readonly files?: readonly string[]
}

/** One block of an owner's library. */
export interface OwnCase {
  readonly id: string
  readonly title: string
  readonly language: Language
  readonly when?: OwnCondition
  readonly unless?: OwnCondition
  /** A template; see {@link readTemplate}. */
  readonly code: string
  /** Print the line that makes hub clients use this hub; defaults to true. */
  readonly endpoint?: boolean
  readonly notes?: readonly string[]
}

/** A library as written by an owner: the fields of our own libraries, as data. */
export interface OwnLibrary {
  readonly id: string
  readonly label: string
  readonly repoName?: string
  readonly repo: string
  readonly docs?: string
  readonly filter?: boolean
  readonly downloads?: DownloadRule
  readonly names?: NameSource
  readonly install?: Omit<Install, 'tool'>
  readonly cases?: readonly OwnCase[]
}

/** The location of a template error. */
export interface CaseError {
  readonly caseIndex: number
  readonly error: unknown
}

/**
 * Compiles an owner's definition into a library.
 * @returns the library, or the errors in its templates: {@link CaseError}s whose `error` is a TemplateError
 */
export function compileLibrary(own: OwnLibrary): { library: Library } | { errors: readonly CaseError[] } {
  const errors: CaseError[] = []
  const cases: { own: OwnCase; template: Template }[] = []
  for (const [caseIndex, each] of (own.cases ?? []).entries()) {
    try {
      const template = readTemplate(each.code.replace(/\n$/, ''), each.language)
      // Printed once for a model without any facts: a template that prints for it always prints.
      printBlock(template(toModelFacts({}), targetFor('https://hub.example.org')))
      cases.push({ own: each, template })
    } catch (error) {
      errors.push({ caseIndex, error })
    }
  }
  if (errors.length > 0) return { errors }
  const { install } = own
  return {
    library: {
      id: own.id,
      label: own.label,
      ...(own.repoName === undefined ? {} : { repoName: own.repoName }),
      repo: own.repo,
      ...(own.docs === undefined ? {} : { docs: own.docs }),
      ...(own.filter === undefined ? {} : { filter: own.filter }),
      downloads: own.downloads ?? 'default',
      names: own.names ?? { none: 'Added by the owner of this hub: nobody looked its names up.' },
      ...(install === undefined ? {} : { install: () => install }),
      ...(cases.length === 0
        ? {}
        : {
            snippets: (facts, target) => ({
              drafts: cases
                .filter(({ own: { when, unless } }) => (!when || holds(when, facts)) && !(unless && holds(unless, facts)))
                .map(({ own: { id, title, language, endpoint = true, notes = [] }, template }) => {
                  const code = template(facts, target)
                  return {
                    id,
                    title,
                    code: !endpoint
                      ? code
                      : language === 'python'
                        ? pythonBlock(target, code)
                        : language === 'shell'
                          ? lines('shell', [shellEndpoint(target), code])
                          : code,
                    notes: notes.map((text): Note => ({ code: 'owner', text })),
                  }
                }),
            }),
          }),
    },
  }
}

function holds({ tags = [], anyTag, tasks, files }: OwnCondition, facts: ModelFacts): boolean {
  return (
    tags.every((tag) => facts.tags.has(tag)) &&
    (anyTag?.some((tag) => facts.tags.has(tag)) ?? true) &&
    (tasks?.some((task) => task === facts.task) ?? true) &&
    (files?.some((ending) => facts.files.some((file) => file.toLowerCase().endsWith(ending.toLowerCase()))) ?? true)
  )
}
