import { HubError } from '@portolan/contract'
import { type Hub, listFiles, listRefs, readRepoFacts, requireRepo, resolveRevision } from '@portolan/hub'
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
  targetFor,
  toModelFacts,
  javascriptManagers,
  pythonManagers,
  type SnippetBlock,
  devices,
} from '@portolan/snippets'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { toWireRepoInfo } from '../../wire/repo-info.ts'

/**
 * `GET /api/models/{id}/snippets?library=&language=&app=&revision=&file=`: the code of the model page as JSON, as plain text for curl and agents
 * (`Accept: text/plain`, or `format=txt`), or as a file (`format=py|ipynb|sh|mjs|cs`). The text is the one the page shows.
 */
export function snippetRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get('/api/models/:owner/:name/snippets', async (c) => {
    const repo = await requireRepo(hub, c.var.actor, 'model', `${c.req.param('owner')}/${c.req.param('name')}`, 'read')
    const revision = c.req.query('revision') || 'main'
    const { commitOid } = await resolveRevision(hub, repo, revision)
    const library = knownLibrary(c.req.query('library'))
    const app = oneOf('app', c.req.query('app'), localAppIds)
    const language = oneOf('language', c.req.query('language'), codeLanguages)
    const format = oneOf('format', c.req.query('format'), ['txt', ...fileFormats] as const)
    const { branches } = await listRefs(hub, repo)
    const record = toWireRepoInfo(repo, {
      facts: await readRepoFacts(hub, repo),
      files: await listFiles(hub, repo, commitOid),
      sha: commitOid,
    })
    const facts = toModelFacts({ ...record, ggufFile: knownFile(c.req.query('file'), ggufFiles(toModelFacts(record))) })
    const target = targetFor(c.var.origin, {
      revision,
      pinned: !branches.some(({ name }) => name === revision),
      visibility: repo.visibility,
      gated: repo.gated,
      python: oneOf('python', c.req.query('python'), pythonManagers) ?? 'pip',
      javascript: oneOf('javascript', c.req.query('javascript'), javascriptManagers) ?? 'npm',
      device: oneOf('device', c.req.query('device'), devices) ?? 'auto',
    })
    c.header('Vary', 'Accept')
    const isText = format === 'txt' || (format === undefined && prefersText(c.req.header('accept')))
    const about = { model: repo.fullName, revision, commit: commitOid, target }
    if (app !== undefined) {
      const apps = appSnippets(facts, target)
      const found = apps.find(({ id }) => id === app)
      if (!found) throw notOffered(repo.fullName, app, apps)
      if (format !== undefined && format !== 'txt')
        throw new HubError('query.invalid', {
          message: 'The steps of an application come as text: some of them stand in place of others',
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
        message: `No code loads ${repo.fullName} with ${library}${language === undefined ? '' : ` in ${language}`}; there is code for ${known.join(', ')}`,
        known,
      })
    }
    const blocks = (library === undefined ? sets.slice(0, 1) : sets).flatMap((set) => set.blocks)
    if (format !== undefined && format !== 'txt') return c.body(requireFile(blocks, format), 200, downloadHeaders(repo.name, format))
    if (isText) return c.text(asText(blocks))
    return c.json({ ...about, libraries: sets, apps: library === undefined && language === undefined ? appSnippets(facts, target) : [] })
  })
}

const localAppIds = localApps.map(({ id }) => id)

/** @throws {HubError} `snippet.unknown_library` */
function knownLibrary(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined
  if (id === 'files' || findLibrary(id) !== null) return id
  const known = [...allLibraries().map((library) => library.id), 'files']
  throw new HubError('snippet.unknown_library', { message: `There is no library ${id}; there are ${known.join(', ')}`, known })
}

/** @throws {HubError} `entry.not_found` when it is none of the GGUF files that load by themselves */
function knownFile(path: string | undefined, known: readonly string[]): string | null {
  if (path === undefined || path === '') return null
  if (known.includes(path)) return path
  throw new HubError('entry.not_found', { message: `${path} is no GGUF file here that loads by itself`, known })
}

function notOffered(fullName: string, app: string, apps: readonly AppSnippets[]): HubError {
  const known = apps.map(({ id }) => id)
  const others = known.length === 0 ? 'no application does' : `there are ${known.join(', ')}`
  return new HubError('snippet.not_offered', { message: `${app} does not run ${fullName}; ${others}`, known })
}

/** What an application needs, as text: its link, its notes, its steps under their titles. */
function appText({ label, link, notes, steps }: AppSnippets): string {
  const head = [...(link === null ? [] : [`# Open in ${label}\n# ${link}\n`]), ...notes.map(({ text }) => `# ${text}\n`)]
  return [...head, ...steps.map(({ title, code }) => `# ${title}\n${code}`)].join('\n')
}

/** @throws {HubError} `entry.not_found` when the format has nothing to run */
function requireFile(blocks: readonly SnippetBlock[], format: FileFormat): string {
  const file = asFile(blocks, format)
  if (file === null) throw new HubError('entry.not_found', { message: `There is no code here that fits into a .${format} file` })
  return file
}

function downloadHeaders(name: string, format: FileFormat): Record<string, string> {
  return {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}.${format}"`,
  }
}

function prefersText(accept: string | undefined): boolean {
  const [first = ''] = (accept ?? '').split(',')
  return first.trim().toLowerCase().startsWith('text/plain')
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined || value === '') return undefined
  const found = allowed.find((each) => each === value)
  if (found === undefined) throw new HubError('query.invalid', { message: `${name} is one of ${allowed.join(', ')}`, parameter: name })
  return found
}
