import type { BootedHub } from './booted-hub.ts'

/**
 * Commits small files to `main` through the API, as one commit.
 * @param repo as the API names it, such as `models/ada/stories`
 * @returns the oid of the new commit, once the hub has acknowledged it
 */
export async function commitFiles(
  hub: BootedHub,
  repo: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  summary = 'Add files',
): Promise<string> {
  const lines = [
    { key: 'header', value: { summary } },
    ...Object.entries(files).map(([path, content]) => ({
      key: 'file',
      value: { path, content: Buffer.from(content).toString('base64'), encoding: 'base64' },
    })),
  ]
  const answer = await hub.fetch(`/api/${repo}/commit/main`, { method: 'POST', body: lines.map((line) => JSON.stringify(line)).join('\n') })
  if (!answer.ok) throw new Error(`${repo}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { commitOid: string }).commitOid
}
