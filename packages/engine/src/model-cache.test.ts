import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createCommit, createRepo, deleteRepo, findRepo, placeInlineFiles, type Repo } from '@portolan/hub'
import { describe, expect, test } from 'vitest'
import { ModelCache } from './model-cache.ts'
import { openEngineHub, uploadModel } from './testing/engine-hub.ts'

const weights = Buffer.alloc(1000, 7)

describe('ModelCache', () => {
  test('links large files and copies small ones, once', async () => {
    await using world = await openEngineHub()
    const { hub, owner } = world
    const repo = await createRepo(hub, owner, {
      type: 'model',
      name: 'large',
      files: [{ path: 'config.json', content: Buffer.from('{}') }],
    })
    const [placed] = await placeInlineFiles(hub, owner, repo, repo.headOid as never, [{ path: 'onnx/model.onnx', content: weights }])
    if (placed?.kind !== 'lfs') throw new Error('kept in git')
    const operations = [{ ...placed, path: 'onnx/model.onnx' }]
    const { commitOid } = await createCommit(hub, owner, repo, { revision: 'main', summary: 'Weights', operations } as never)
    const folder = join(hub.config.dataDir, 'engine')
    const cache = new ModelCache(hub, { folder, maxBytes: 1e6, maxWeightBytes: 1e6 })
    const [first, second] = await Promise.all([0, 1].map(() => cache.take({ repoUid: repo.uid, commit: commitOid })))
    expect(first?.key).toBe(second?.key)
    expect(first?.plan).toMatchObject({ weightBytes: 1000, dtypes: { model: 'fp32' } })
    const file = join(folder, first?.key ?? '', 'onnx/model.onnx')
    expect(await readFile(file)).toEqual(weights)
    // The stored blob and the link are the same file.
    expect((await stat(file)).nlink).toBe(2)
    expect(await readFile(join(folder, first?.key ?? '', 'config.json'), 'utf8')).toBe('{}')
  })

  test('forgets the longest unused models that nobody holds', async () => {
    await using world = await openEngineHub()
    const folder = join(world.hub.config.dataDir, 'engine')
    const cache = new ModelCache(world.hub, { folder, maxBytes: 2500, maxWeightBytes: 1e6 })
    const models = []
    for (const name of ['a', 'b', 'c', 'd']) {
      models.push(await uploadModel(world.hub, world.owner, name, { 'config.json': '{}', 'onnx/model.onnx': weights }))
    }
    const [a, b, c, d] = models
    if (!a || !b || !c || !d) throw new Error('four models')
    const held = await cache.take(a)
    world.hub.tick(1000)
    const forgotten = await cache.take(b)
    forgotten.release()
    world.hub.tick(1000)
    const third = await cache.take(c)
    third.release()
    expect((await readdir(folder)).sort((x, y) => x.localeCompare(y))).toEqual([held.key, third.key].sort((x, y) => x.localeCompare(y)))
    // It is recreated on the next request.
    expect((await cache.take(b)).key).toBe(forgotten.key)
    expect(await readdir(folder)).toContain(forgotten.key)
    held.release()
  })

  test('forgets models that were deleted', async () => {
    await using world = await openEngineHub()
    const folder = join(world.hub.config.dataDir, 'engine')
    const cache = new ModelCache(world.hub, { folder, maxBytes: 1e6, maxWeightBytes: 1e6 })
    const files = { 'config.json': '{}', 'onnx/model.onnx': weights }
    const [gone, held, stays] = await Promise.all(['a', 'b', 'c'].map((name) => uploadModel(world.hub, world.owner, name, files)))
    if (!gone || !held || !stays) throw new Error('three models')
    const taken = await Promise.all([gone, held, stays].map((model) => cache.take(model)))
    taken[0]?.release()
    taken[2]?.release()
    for (const model of [gone, held]) {
      const found = await findRepo(world.hub, world.owner, 'model', model.id)
      if (found) await deleteRepo(world.hub, world.owner, found.repo)
    }
    await cache.forgetDeleted()
    expect((await readdir(folder)).sort((x, y) => x.localeCompare(y))).toEqual(
      [taken[1]?.key, taken[2]?.key].map(String).sort((x, y) => x.localeCompare(y)),
    )
  })

  test('a model whose weights are missing, or too large, is refused in words', async () => {
    await using world = await openEngineHub()
    const folder = join(world.hub.config.dataDir, 'engine')
    const cache = new ModelCache(world.hub, { folder, maxBytes: 1e6, maxWeightBytes: 999 })
    const model = await uploadModel(world.hub, world.owner, 'a', { 'config.json': '{}', 'onnx/model.onnx': weights })
    await expect(cache.take(model)).rejects.toMatchObject({ code: 'engine.unsupported' })
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`
    const absent = await uploadModel(world.hub, world.owner, 'b', { 'config.json': '{}', 'onnx/model.onnx': pointer })
    await expect(cache.take(absent)).rejects.toMatchObject({ code: 'lfs.object_missing' })
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    await expect(cache.take({ repoUid: 'f'.repeat(24) as Repo['uid'], commit: 'a'.repeat(40) })).rejects.toMatchObject({
      code: 'repo.not_found',
    })
  })
})
