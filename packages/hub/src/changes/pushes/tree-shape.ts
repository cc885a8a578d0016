import { folderMode, type Oid } from '@portolan/git'
import { type HasReader, readTrees } from '../../foundation/git-store/index.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { Readable } from '../../repository/access/index.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefused } from './push-refused.ts'

/** Totals of a folder, counted without listing it: the same folder may occur in many places of one tree. */
export interface TreeShape {
  readonly files: number
  /** Depth of nested folders, including itself. */
  readonly depth: number
  /** Characters of the longest path below it. */
  readonly longest: number
}

/** Trees never change. */
const shapeCache = hubCache<TreeShape>('tree-shapes', { max: 200_000 })

/** The part of a folder that determines its shape. */
export interface TreeOutline {
  readonly files: number
  /** Characters of the longest name of a file. */
  readonly longest: number
  readonly folders: readonly { readonly name: string; readonly oid: Oid }[]
}

export function outlineOf(items: readonly { readonly mode: string; readonly name: string; readonly oid: Oid }[]): TreeOutline {
  let files = 0
  let longest = 0
  const folders: { name: string; oid: Oid }[] = []
  for (const { mode, name, oid } of items) {
    if (mode === folderMode) folders.push({ name, oid })
    else {
      files++
      longest = Math.max(longest, name.length)
    }
  }
  return { files, longest, folders }
}

/** Adds up a folder. @param inner the shapes of its subfolders, in order */
export function shapeOf(outline: TreeOutline, inner: readonly TreeShape[]): TreeShape {
  let { files, longest } = outline
  let depth = 1
  for (const [index, below] of inner.entries()) {
    files += below.files
    depth = Math.max(depth, below.depth + 1)
    longest = Math.max(longest, (outline.folders[index]?.name.length ?? 0) + 1 + below.longest)
  }
  return { files, depth, longest }
}

/** @throws {PushRefused} when a whole tree exceeds what the hub can show */
export function checkShape({ files, depth, longest }: TreeShape): void {
  if (files > pushLimits.files)
    throw new PushRefused('too many files', [`A revision contains ${files} files; at most ${pushLimits.files} are allowed.`])
  if (depth > pushLimits.depth)
    throw new PushRefused('folders too deep', [`Folders are nested ${depth} deep; at most ${pushLimits.depth} are allowed.`])
  if (longest > pushLimits.pathLength)
    throw new PushRefused('path too long', [`A path has ${longest} characters; at most ${pushLimits.pathLength} are allowed.`])
}

/** Shapes of trees that the repo has, read one level at a time. Missing trees are left out. */
export async function storedShapes(hub: HasReader, repo: Readable, oids: readonly Oid[]): Promise<Map<Oid, TreeShape>> {
  const shapes = shapeCache(hub)
  const result = new Map<Oid, TreeShape>()
  const outlines = new Map<Oid, TreeOutline>()
  const order: Oid[] = []
  let level = [...new Set(oids)]
  while (level.length > 0) {
    const unknown = level.filter((oid) => {
      const known = shapes.get(cacheKey(repo.uid, oid))
      if (known) result.set(oid, known)
      return !known && !outlines.has(oid)
    })
    const trees = await readTrees(hub, repo, unknown)
    const next = new Set<Oid>()
    for (const [oid, items] of trees) {
      const outline = outlineOf(items)
      outlines.set(oid, outline)
      order.push(oid)
      for (const folder of outline.folders) next.add(folder.oid)
    }
    level = [...next]
  }
  // A tree may be reached before one that contains it, and again below it: sums are computed once all of its contents are known.
  const sum = (oid: Oid): TreeShape => {
    const known = result.get(oid)
    if (known) return known
    const outline = outlines.get(oid) ?? { files: 0, longest: 0, folders: [] }
    const shape = shapeOf(
      outline,
      outline.folders.map((folder) => sum(folder.oid)),
    )
    result.set(oid, shape)
    shapes.set(cacheKey(repo.uid, oid), shape)
    return shape
  }
  for (const oid of order.toReversed()) sum(oid)
  return result
}
