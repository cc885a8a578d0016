import { buffer } from 'node:stream/consumers'
import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { maxShards, readJsonObject, readShardIndex, safetensorsHeaderBytes, SafetensorsError } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../../repository/access/index.ts'
import { resolveRevision } from '../../repository/revisions/index.ts'
import { openEntry, type OpenedFile } from './open-file.ts'

/** Limit for all headers of one response combined: they are kept in memory. Bytes. */
const maxHeaderBytes = 16 * 1024 * 1024
const maxIndexBytes = 16 * 1024 * 1024
/** Files read concurrently: each is a request when they are stored in a bucket. */
const atOnce = 8

/**
 * Returns the headers of every shard named in an index, as of `main`: what a client would otherwise request one by one.
 * @returns JSON: `index`, without its `weight_map`, and `headers` by name of the shard, as given in the index
 * @param path of the index; the shards are next to it
 * @throws {HubError} `revision.not_found`, `entry.not_found`, `safetensors.invalid`, `lfs.object_missing`, and those of the content check
 */
export async function shardHeaders(hub: Hub, actor: Actor, repo: Readable, path: string): Promise<string> {
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const open = (file: string) => openEntry(hub, actor, repo, commitOid, file)
  const { text: index, shards } = await readIndex(repo, await open(path))
  if (shards.length === 0) throw invalid(`${path} has no valid weight_map from tensors to files.`)
  if (shards.length > maxShards) throw invalid(`${path} lists ${shards.length} files; at most ${maxShards} are supported.`)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const budget = { headerBytes: maxHeaderBytes }
  const found: string[] = []
  for (let at = 0; at < shards.length; at += atOnce)
    found.push(
      ...(await Promise.all(
        shards
          .slice(at, at + atOnce)
          .map(async (name) => `${JSON.stringify(name)}:${await headerOf(repo, await open(folder + name), budget)}`),
      )),
    )
  return `{"index":${index},"headers":{${found.join(',')}}}`
}

async function readIndex(repo: Readable, file: OpenedFile): Promise<{ text: string; shards: readonly string[] }> {
  if (file.size > maxIndexBytes) throw invalid(`${file.path} is too large for an index.`)
  const index = await readShardIndex(repo.uid, await buffer(await file.read()))
  if (index === null) throw invalid(`${file.path} is not a JSON object.`)
  return index
}

async function headerOf(repo: Readable, file: OpenedFile, budget: { headerBytes: number }): Promise<string> {
  const read = async (start: number, end: number) =>
    start >= file.size ? Buffer.alloc(0) : buffer(await file.read({ start, end: Math.min(end, file.size - 1) }))
  try {
    const header = await readJsonObject(repo.uid, await safetensorsHeaderBytes({ read, budget }))
    if (header !== null) return header
  } catch (error) {
    if (error instanceof SafetensorsError) throw invalid(`${file.path}: ${error.message}.`)
    throw error
  }
  throw invalid(`${file.path}: The header is not a JSON object.`)
}

function invalid(message: string): HubError {
  return new HubError('safetensors.invalid', { message })
}
