import { send } from './send.ts'

/** The destination of an upload. */
export interface Target {
  /** `/api/models/ada/tides`. */
  readonly apiPath: string
  /** `/datasets/ada/tides`. */
  readonly repoPath: string
  readonly revision: string
}

export interface UploadMode {
  readonly path: string
  readonly uploadMode: 'regular' | 'lfs'
  readonly shouldIgnore: boolean
}

/** Queries how files are to be sent. At most {@link filesPerQuestion} files per call. */
export async function askModes(target: Target, files: readonly { path: string; file: File }[], signal: AbortSignal): Promise<UploadMode[]> {
  const asked = await Promise.all(
    files.map(async ({ path, file }) => ({
      path,
      size: file.size,
      sample: base64(new Uint8Array(await file.slice(0, 512).arrayBuffer())),
    })),
  )
  const url = `${target.apiPath}/preupload/${encodeURIComponent(target.revision)}`
  const answer = await send({ method: 'POST', url, body: JSON.stringify({ files: asked }), contentType: 'application/json', signal })
  return (JSON.parse(answer) as { files: UploadMode[] }).files
}

export const filesPerQuestion = 500

/** Uploads a large file to the hub; does nothing if the hub already has it. */
export async function sendLarge(
  target: Target,
  file: File,
  sha256: string,
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const url = `${target.repoPath}.git/info/lfs/objects/batch`
  const question = { operation: 'upload', transfers: ['basic'], objects: [{ oid: sha256, size: file.size }] }
  const answer = await send({ method: 'POST', url, body: JSON.stringify(question), contentType: 'application/vnd.git-lfs+json', signal })
  const [object] = (JSON.parse(answer) as { objects: { actions?: { upload?: { href: string } }; error?: { message: string } }[] }).objects
  if (object?.error) throw new Error(object.error.message)
  const href = object?.actions?.upload?.href
  if (href !== undefined) await send({ method: 'PUT', url: sameOrigin(href), body: file, signal, onProgress })
}

/** Creates a commit. @param lines JSON values, the header first */
export async function sendCommit(
  target: Target,
  lines: readonly unknown[],
  signal: AbortSignal,
  onProgress: (sentBytes: number) => void,
): Promise<void> {
  const body = new Blob(lines.map((line) => `${JSON.stringify(line)}\n`))
  const url = `${target.apiPath}/commit/${encodeURIComponent(target.revision)}`
  await send({ method: 'POST', url, body, contentType: 'application/x-ndjson', signal, onProgress })
}

/** Returns the whole content, base64-encoded as in a commit. */
export async function contentOf(file: File): Promise<string> {
  return base64(new Uint8Array(await file.arrayBuffer()))
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += 32_768) text += String.fromCharCode(...bytes.subarray(start, start + 32_768))
  return btoa(text)
}

/** The hub returns URLs with its public origin; the page uses the origin it was loaded from. */
function sameOrigin(href: string): string {
  const { pathname, search } = new URL(href)
  return pathname + search
}
