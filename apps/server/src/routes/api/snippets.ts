import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import {
  allLibraries,
  type AppSnippets,
  appSnippets,
  asFile,
  asText,
  codeLanguages,
  type FileFormat,
  fileFormats,
  findLibrary,
  ggufFiles,
  localApps,
  modelSnippets,
  toModelFacts,
  type SnippetBlock,
} from '@portolan/snippets'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { oneOf, prefersText, printTarget } from './print-target.ts'
import { describe } from '../../openapi/describe.ts'

/**
 * `GET /api/models/{id}/snippets?library=&language=&app=&revision=&file=`: the code of the model page as JSON, as plain text for curl and agents
 * (`Accept: text/plain`, or `format=txt`), or as a file (`format=py|ipynb|sh|mjs|cs`). The text is identical to the page's.
 */
export function snippetRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get(
    '/api/models/:owner/:name/snippets',
    describe({
      summary: 'Code that loads a model',
      query: ['app', 'device', 'file', 'format', 'javascript', 'language', 'library', 'python', 'revision'],
    }),
    async (c) => {
      const { repo, record, revision, commit, target } = await printTarget(hub, c)
      const library = knownLibrary(c.req.query('library'))
      const app = oneOf('app', c.req.query('app'), localAppIds)
      const language = oneOf('language', c.req.query('language'), codeLanguages)
      const format = oneOf('format', c.req.query('format'), ['txt', ...fileFormats] as const)
      const facts = toModelFacts({ ...record, ggufFile: knownFile(c.req.query('file'), ggufFiles(toModelFacts(record))) })
      c.header('Vary', 'Accept')
      const isText = format === 'txt' || (format === undefined && prefersText(c.req.header('accept')))
      const about = { model: repo.fullName, revision, commit, target }
      if (app !== undefined) {
        const apps = appSnippets(facts, target)
        const found = apps.find(({ id }) => id === app)
        if (!found) throw notOffered(repo.fullName, app, apps)
        if (format !== undefined && format !== 'txt')
          throw new HubError('query.invalid', {
            message: 'The steps of an application are available only as text, because some of them are alternatives',
            parameter: 'format',
          })
        return isText ? c.text(appText(found)) : c.json({ ...about, libraries: [], apps: [found] })
      }
      const sets = modelSnippets(facts, target, {
        ...(library === undefined ? {} : { library }),
        ...(language === undefined ? {} : { language }),
      })
      if (library !== undefined && sets.length === 0) {
        const known = modelSnippets(facts, target).map((set) => set.library)
        throw new HubError('snippet.not_offered', {
          message: `There is no snippet that loads ${repo.fullName} with ${library}${language === undefined ? '' : ` in ${language}`}; available: ${known.join(', ')}`,
          known,
        })
      }
      const blocks = (library === undefined ? sets.slice(0, 1) : sets).flatMap((set) => set.blocks)
      if (format !== undefined && format !== 'txt') return c.body(requireFile(blocks, format), 200, downloadHeaders(repo.name, format))
      if (isText) return c.text(asText(blocks))
      return c.json({ ...about, libraries: sets, apps: library === undefined && language === undefined ? appSnippets(facts, target) : [] })
    },
  )
}

const localAppIds = localApps.map(({ id }) => id)

/** @throws {HubError} `snippet.unknown_library` */
function knownLibrary(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined
  if (id === 'files' || findLibrary(id) !== null) return id
  const known = [...allLibraries().map((library) => library.id), 'files']
  throw new HubError('snippet.unknown_library', { message: `There is no library ${id}; available: ${known.join(', ')}`, known })
}

/** @throws {HubError} `entry.not_found` when it is not one of the GGUF files that load on their own */
function knownFile(path: string | undefined, known: readonly string[]): string | null {
  if (path === undefined || path === '') return null
  if (known.includes(path)) return path
  throw new HubError('entry.not_found', { message: `${path} is not a GGUF file that can be loaded on its own`, known })
}

function notOffered(fullName: string, app: string, apps: readonly AppSnippets[]): HubError {
  const known = apps.map(({ id }) => id)
  const others = known.length === 0 ? 'no application can' : `these can: ${known.join(', ')}`
  return new HubError('snippet.not_offered', { message: `${app} cannot run ${fullName}; ${others}`, known })
}

/** An app's instructions as text: its link, its notes, and its steps under their titles. */
function appText({ label, link, notes, steps }: AppSnippets): string {
  const head = [...(link === null ? [] : [`# Open in ${label}\n# ${link}\n`]), ...notes.map(({ text }) => `# ${text}\n`)]
  return [...head, ...steps.map(({ title, code }) => `# ${title}\n${code}`)].join('\n')
}

/** @throws {HubError} `entry.not_found` when there is no runnable code in the format */
function requireFile(blocks: readonly SnippetBlock[], format: FileFormat): string {
  const file = asFile(blocks, format)
  if (file === null)
    throw new HubError('entry.not_found', { message: `There is no snippet here that can be exported as a .${format} file` })
  return file
}

function downloadHeaders(name: string, format: FileFormat): Record<string, string> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}.${format}"`,
  }
}
