/** The fields of a workspace's package.json that matter to users of the package. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly sideEffects?: boolean
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** An entry of a package, and the source that it is built from. */
export interface Entry {
  /** As in `exports`: `.` or `./details`. */
  readonly subpath: string
  /** Below `src`, without its extension. */
  readonly module: string
}

/** Returns the published entries, without those for tests. */
export function publishedEntries({ name, exports }: Manifest): Entry[] {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const module = /^\.\/src\/(.+)\.ts$/.exec(target)?.[1]
    if (module === undefined) throw new Error(`${name} exports ${target}: only modules below src can be built`)
    return module.startsWith('testing/') ? [] : [{ subpath, module }]
  })
}

/**
 * Returns the tarball's package.json. In the repository, `exports` points to the sources, so that they run without a build; here it points to the
 * built files.
 */
export function stagedManifest(manifest: Manifest): object {
  const { name, version, description, license, sideEffects, dependencies } = manifest
  const entries = publishedEntries(manifest).map(({ subpath, module }) => [
    subpath,
    { types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` },
  ])
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects,
    exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
    files: ['dist'],
    dependencies,
    engines: { node: '>=22' },
  }
}
