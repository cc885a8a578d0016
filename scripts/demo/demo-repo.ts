import { type RepoType, repoPath } from '@portolan/contract'

/** An npm package at the exact version that the cards describe. */
export interface DemoPackage {
  readonly name: string
  readonly version: string
}

/** A file of a repo: its path in the package, or its content. */
export type DemoFile = { readonly path: string } & ({ readonly from: string } | { readonly content: string })

/** A repo that the demo creates from a package. */
export interface DemoRepo {
  readonly type: RepoType
  readonly owner: string
  readonly name: string
  readonly package: DemoPackage
  /**
   * Returns the files, including README.md.
   * @param folder the unpacked package
   */
  files(folder: string): DemoFile[]
}

export function fullName(repo: Pick<DemoRepo, 'type' | 'owner' | 'name'>): string {
  return repoPath(repo)
}

export function repoUrl(hubUrl: string, repo: DemoRepo): string {
  return `${hubUrl}/${repoPath(repo)}`
}
