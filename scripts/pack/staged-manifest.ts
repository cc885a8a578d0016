/** What of a workspace's package.json counts for those who install the package. */
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
  /** As `exports` names it: `.` or `./details`. */
  readonly subpath: string
  /** Below `src`, without its extension. */
  readonly module: string
}

/** The entries that are published: those for tests stay in the repository. */
export function publishedEntries({ name, exports }: Manifest): Entry[] {
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const module = /^\.\/src\/(.+)\.ts$/.exec(target)?.[1]
    if (module === undefined) throw new Error(`${name} exports ${target}: only modules below src can be built`)
    return module.startsWith('testing/') ? [] : [{ subpath, module }]
  })
}

/** The package.json of the tarball. In the repository `exports` names the sources, so that nothing has to be built to run them; here it names what was built. */
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
