import { HubError } from '@portolan/contract'
import { type Hub, listFiles, listRefs, readRepoFacts, requireRepo, resolveRevision } from '@portolan/hub'
import {
  allLibraries,
  asFile,
  asText,
  codeLanguages,
  type FileFormat,
  fileFormats,
  findLibrary,
  type Language,
  modelSnippets,
  targetFor,
  toModelFacts,
  javascriptManagers,
  pythonManagers,
  devices,
} from '@portolan/snippets'
import { Hono } from 'hono'
import type { Env } from '../../env.ts'
import { toWireRepoInfo } from '../../wire/repo-info.ts'

/**
 * `GET /api/models/{id}/snippets?library=&language=&revision=`: the code of the model page as JSON, as plain text for curl and agents
 * (`Accept: text/plain`), or as a file (`format=py|ipynb|sh|mjs`). The text is the one the page shows.
 */
export function snippetRoutes(hub: Hub): Hono<Env> {
  return new Hono<Env>().get('/api/models/:owner/:name/snippets', async (c) => {
    const repo = await requireRepo(hub, c.var.actor, 'model', `${c.req.param('owner')}/${c.req.param('name')}`, 'read')
    const revision = c.req.query('revision') || 'main'
    const { commitOid } = await resolveRevision(hub, repo, revision)
    const library = c.req.query('library') || undefined
    if (library !== undefined && library !== 'files' && findLibrary(library) === null) {
      const known = [...allLibraries().map(({ id }) => id), 'files']
      throw new HubError('snippet.unknown_library', { message: `There is no library ${library}; there are ${known.join(', ')}`, known })
    }
    const language = oneOf('language', c.req.query('language'), codeLanguages)
    const format = oneOf('format', c.req.query('format'), fileFormats)
    const { branches } = await listRefs(hub, repo)
    const facts = toModelFacts(
      toWireRepoInfo(repo, { facts: await readRepoFacts(hub, repo), files: await listFiles(hub, repo, commitOid), sha: commitOid }),
    )
    const target = targetFor(c.var.origin, {
      revision,
      pinned: !branches.some(({ name }) => name === revision),
      visibility: repo.visibility,
      gated: repo.gated,
      python: oneOf('python', c.req.query('python'), pythonManagers) ?? 'pip',
      javascript: oneOf('javascript', c.req.query('javascript'), javascriptManagers) ?? 'npm',
      device: oneOf('device', c.req.query('device'), devices) ?? 'auto',
    })
    const sets = modelSnippets(facts, target, {
      ...(library === undefined ? {} : { library }),
      ...(language === undefined ? {} : { language: language as Language }),
    })
    if (library !== undefined && sets.length === 0) {
      const known = modelSnippets(facts, target).map((set) => set.library)
      throw new HubError('snippet.not_offered', {
        message: `No code loads ${repo.fullName} with ${library}${language === undefined ? '' : ` in ${language}`}; there is code for ${known.join(', ')}`,
        known,
      })
    }
    c.header('Vary', 'Accept')
    const blocks = (library === undefined ? sets.slice(0, 1) : sets).flatMap((set) => set.blocks)
    if (format !== undefined) {
      const file = asFile(blocks, format as FileFormat)
      if (file === null) throw new HubError('entry.not_found', { message: `There is no code here that fits into a .${format} file` })
      return c.body(file, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${repo.name.replaceAll(/[^\w.-]/g, '_')}.${format}"`,
      })
    }
    if (prefersText(c.req.header('accept'))) return c.text(asText(blocks))
    return c.json({ model: repo.fullName, revision, commit: commitOid, target, libraries: sets })
  })
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
