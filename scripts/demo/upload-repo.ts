import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob, statSync } from 'node:fs'
import { join } from 'node:path'
import { createRepo, HubApiError, listFiles, uploadFiles } from '@huggingface/hub'
import { apiSegments } from '@portolan/contract'
import type { DemoFile, DemoRepo } from './demo-repo.ts'

interface Target {
  readonly hubUrl: string
  readonly token: string
}

/** Syncs a repo with the package: one commit of what is missing or different, or nothing. @returns a description of what was done */
export async function uploadRepo(repo: DemoRepo, folder: string, { hubUrl, token }: Target): Promise<string> {
  const files = repo.files(folder)
  const designation = { type: repo.type, name: `${repo.owner}/${repo.name}` }
  const api = { repo: designation, accessToken: token, hubUrl }
  const existing = await stored(repo, { hubUrl, token })
  if (existing === null) await createRepo({ ...api, ...(repo.type === 'space' ? { sdk: 'static' } : {}) })
  const changed: DemoFile[] = []
  for (const file of files) if (!(await isStored(file, folder, existing))) changed.push(file)
  if (changed.length === 0) return 'is there already'
  await uploadFiles({
    ...api,
    useXet: false,
    files: await Promise.all(changed.map(async (file) => ({ path: file.path, content: await blobOf(file, folder) }))),
    commitTitle: `Upload from the npm package ${repo.package.name} ${repo.package.version}`,
  })
  const bytes = changed.reduce((sum, file) => sum + sizeOf(file, folder), 0)
  return `uploaded ${changed.length} ${changed.length === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}

/** Returns the current content of each path: the SHA-256 of a large file, the git oid of another. `null` if there is no such repo. */
async function stored(repo: DemoRepo, { hubUrl, token }: Target): Promise<ReadonlyMap<string, string> | null> {
  const name = `${repo.owner}/${repo.name}`
  const answer = await fetch(`${hubUrl}/api/${apiSegments[repo.type]}/${name}`, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status === 404) return null
  if (answer.status === 401)
    throw new Error('The hub does not know the token that was just made for it: does it use another data folder? (--data-dir)')
  if (!answer.ok) throw new Error(`The hub answered ${answer.status} for ${name}`)
  const found = new Map<string, string>()
  try {
    for await (const entry of listFiles({ repo: { type: repo.type, name }, recursive: true, hubUrl, accessToken: token })) {
      if (entry.type === 'file') found.set(entry.path, entry.lfs?.oid ?? entry.oid ?? '')
    }
  } catch (error) {
    if (!(error instanceof HubApiError && error.statusCode === 404)) throw error
  }
  return found
}

async function isStored(file: DemoFile, folder: string, existing: ReadonlyMap<string, string> | null): Promise<boolean> {
  const name = existing?.get(file.path)
  if (name === undefined) return false
  const hash = name.length === 64 ? createHash('sha256') : createHash('sha1').update(`blob ${sizeOf(file, folder)}\0`)
  if ('content' in file) hash.update(file.content)
  else for await (const piece of createReadStream(join(folder, file.from))) hash.update(piece as Buffer)
  return hash.digest('hex') === name
}

async function blobOf(file: DemoFile, folder: string): Promise<Blob> {
  return 'content' in file ? new Blob([file.content]) : openAsBlob(join(folder, file.from))
}

function sizeOf(file: DemoFile, folder: string): number {
  return 'content' in file ? Buffer.byteLength(file.content) : statSync(join(folder, file.from)).size
}
