import { buffer } from 'node:stream/consumers'
import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { maxShards, readSafetensorsHeader, SafetensorsError } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../../repository/access/index.ts'
import { resolveRevision } from '../../repository/revisions/index.ts'
import { openEntry, type OpenedFile } from './open-file.ts'

/** Limit for all headers of one response combined: they are kept in memory, and parsing them blocks other callers. Bytes. */
const maxHeaderBytes = 16 * 1024 * 1024
const maxIndexBytes = 16 * 1024 * 1024
/** Files read concurrently: each is a request when they are stored in a bucket. */
const atOnce = 8

export interface ShardHeaders {
  /** The index without its `weight_map`, which repeats the names of the headers. */
  readonly index: Record<string, unknown>
  /** By shard name, as given in the index. */
  readonly headers: Record<string, Record<string, unknown>>
}

/**
 * Returns the headers of every shard named in an index, as of `main`: what a client would otherwise request one by one.
 * @param path of the index; the shards are next to it
 * @throws {HubError} `revision.not_found`, `entry.not_found`, `safetensors.invalid`, `lfs.object_missing`, and those of the content check
 */
export async function shardHeaders(hub: Hub, actor: Actor, repo: Readable, path: string): Promise<ShardHeaders> {
  const { commitOid } = await resolveRevision(hub, repo, 'main')
  const open = (file: string) => openEntry(hub, actor, repo, commitOid, file)
  const { weight_map: map, ...index } = await readIndex(await open(path))
  const shards = [...new Set(isMapping(map) ? Object.values(map) : [])].filter((name) => typeof name === 'string')
  if (shards.length === 0) throw invalid(`${path} has no valid weight_map from tensors to files.`)
  if (shards.length > maxShards) throw invalid(`${path} lists ${shards.length} files; at most ${maxShards} are supported.`)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const budget = { headerBytes: maxHeaderBytes }
  const found: (readonly [string, Record<string, unknown>])[] = []
  for (let at = 0; at < shards.length; at += atOnce)
    found.push(
      ...(await Promise.all(
        shards.slice(at, at + atOnce).map(async (name) => [name, await headerOf(await open(folder + name), budget)] as const),
      )),
    )
  return { index, headers: Object.fromEntries(found) }
}

async function readIndex(file: OpenedFile): Promise<Record<string, unknown>> {
  if (file.size > maxIndexBytes) throw invalid(`${file.path} is too large for an index.`)
  try {
    const index: unknown = JSON.parse((await buffer(await file.read())).toString('utf8'))
    if (isMapping(index)) return index
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw invalid(`${file.path} is not a JSON object.`)
}

async function headerOf(file: OpenedFile, budget: { headerBytes: number }): Promise<Record<string, unknown>> {
  const read = async (start: number, end: number) =>
    start >= file.size ? Buffer.alloc(0) : buffer(await file.read({ start, end: Math.min(end, file.size - 1) }))
  try {
    return await readSafetensorsHeader({ read, budget })
  } catch (error) {
    if (error instanceof SafetensorsError) throw invalid(`${file.path}: ${error.message}.`)
    throw error
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string): HubError {
  return new HubError('safetensors.invalid', { message })
}
