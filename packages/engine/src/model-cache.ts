import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { EngineError, type EngineRequest, type Hub, type ModelFiles, modelFiles, visibility } from '@portolan/hub'
import { type ModelPlan, planModel } from './model-plan.ts'

/** A model's files in a folder of their own, kept until `release`. */
export interface CachedModel {
  /** Name of the folder inside the cache: one path segment. */
  readonly key: string
  readonly plan: ModelPlan
  release(): void
}

export interface ModelCacheOptions {
  readonly folder: string
  /** Removes unused folders, least recently used first, until the rest is within this size. */
  readonly maxBytes: number
  readonly maxWeightBytes: number
}

/**
 * Models as folders of files, the way transformers.js reads them, built from the hub's blob store. Large files are hard links if the store is
 * on the same disk: they take no space, and survive deletion from the store.
 */
export class ModelCache {
  readonly #hub: Hub
  readonly #options: ModelCacheOptions
  readonly #plans = new Map<string, Promise<ModelPlan>>()
  readonly #holders = new Map<string, number>()

  constructor(hub: Hub, options: ModelCacheOptions) {
    this.#hub = hub
    this.#options = options
  }

  /** The files of a commit. @throws {EngineError} `engine.unsupported`; {HubError} if files are missing */
  async take(model: Pick<EngineRequest, 'repoUid' | 'commit'>): Promise<CachedModel> {
    // Made from both repo and commit: a commit alone does not determine who may read it. It contains nothing user-supplied.
    const key = `m${model.repoUid}-${createHash('sha256').update(model.commit).digest('hex').slice(0, 20)}`
    // Reserved before the first await, so that another request's cleanup does not remove it.
    this.#holders.set(key, (this.#holders.get(key) ?? 0) + 1)
    const release = () => {
      const left = (this.#holders.get(key) ?? 1) - 1
      if (left === 0) this.#holders.delete(key)
      else this.#holders.set(key, left)
    }
    try {
      const making = this.#plans.get(key) ?? this.#make(key, model)
      this.#plans.set(key, making)
      const plan = await making
      const now = this.#hub.now()
      await utimes(join(this.#options.folder, key), now, now)
      return { key, plan, release }
    } catch (error) {
      this.#plans.delete(key)
      release()
      throw error
    }
  }

  /** Removes the folders of models that no longer exist on the hub. */
  async forgetDeleted(): Promise<void> {
    const folders = await readdir(this.#options.folder).catch(() => [])
    const repos = new Map(
      folders.flatMap((name) => (/^m[0-9a-f]+-/.test(name) ? [[name, name.slice(1).split('-')[0] ?? ''] as const] : [])),
    )
    const rows = await this.#hub.db.read
      .selectFrom('repo')
      .select('uid')
      .where('uid', 'in', [...new Set(['', ...repos.values()])])
      .where('vis', '<', visibility.deleted)
      .execute()
    const kept = new Set(rows.map(({ uid }) => uid))
    for (const [name, uid] of repos) {
      if (kept.has(uid) || this.#holders.has(name.replace(/\.part$/, ''))) continue
      this.#plans.delete(name)
      await rm(join(this.#options.folder, name), { recursive: true, force: true })
    }
  }

  async #make(key: string, model: Pick<EngineRequest, 'repoUid' | 'commit'>): Promise<ModelPlan> {
    const source = await modelFiles(this.#hub, model.repoUid, model.commit)
    const plan = planModel(source.files, this.#options.maxWeightBytes)
    if (typeof plan === 'string') throw new EngineError('engine.unsupported', plan)
    const folder = join(this.#options.folder, key)
    const half = `${folder}.part`
    await Promise.all([half, folder].map((path) => rm(path, { recursive: true, force: true })))
    await this.#makeRoom(plan.bytes)
    try {
      for (const { path } of plan.files) await place(source, path, join(half, path))
      await rename(half, folder)
    } catch (error) {
      await rm(half, { recursive: true, force: true })
      throw error
    }
    return plan
  }

  async #makeRoom(bytes: number): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true })
    const known = await Promise.all((await readdir(this.#options.folder)).map((name) => this.#sized(name)))
    let sum = bytes + known.reduce((total, { bytes: own }) => total + own, 0)
    for (const { name, bytes: own } of known.sort((a, b) => a.used - b.used)) {
      if (sum <= this.#options.maxBytes) return
      if (this.#holders.has(name.replace(/\.part$/, ''))) continue
      this.#plans.delete(name)
      await rm(join(this.#options.folder, name), { recursive: true, force: true })
      sum -= own
    }
  }

  async #sized(name: string): Promise<{ name: string; bytes: number; used: number }> {
    const folder = join(this.#options.folder, name)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const sizes = await Promise.all(
      entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
    )
    const used = await stat(folder).catch(() => null)
    return { name, bytes: sizes.reduce((sum, size) => sum + size, 0), used: used?.mtimeMs ?? 0 }
  }
}

/** A hard link to the stored blob, else a copy. */
async function place(source: ModelFiles, path: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const file = await source.open(path)
  if (file.localPath !== null) {
    try {
      return await link(file.localPath, target)
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code
      // Another disk, a file system without links, too many links: fall back to a copy.
      if (reason !== 'EXDEV' && reason !== 'EPERM' && reason !== 'EMLINK' && reason !== 'ENOTSUP') throw error
    }
  }
  await pipeline(await file.read(), createWriteStream(target, { flags: 'wx' }))
}
