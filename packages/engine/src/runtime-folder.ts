import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Default folder where `npm run engine` installs the runtime: next to its own lockfile. */
export const defaultRuntimeFolder = fileURLToPath(new URL('../runtime', import.meta.url))

/** The module that a worker imports, inside a runtime folder. */
export function runtimeEntry(folder: string): string {
  return join(folder, 'node_modules/@huggingface/transformers/dist/transformers.node.mjs')
}

/** The release of `@huggingface/transformers` in the lockfile. */
export function wantedRelease(): string {
  const manifest = JSON.parse(readFileSync(join(defaultRuntimeFolder, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  return manifest.dependencies['@huggingface/transformers'] ?? ''
}

/** Why this folder cannot be used, with the command that fixes it; `null` if it can. */
export function runtimeProblem(folder: string): string | null {
  const manifest = join(folder, 'node_modules/@huggingface/transformers/package.json')
  if (!existsSync(manifest) || !existsSync(runtimeEntry(folder)))
    return 'The local engine is not installed. Run `npm run engine` to install it.'
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  if (version !== wantedRelease())
    return `The local engine has transformers.js ${version}, but this hub requires ${wantedRelease()}. Run \`npm run engine\` to update it.`
  if (!existsSync(join(folder, 'node_modules/onnxruntime-node/bin/napi-v6', process.platform, process.arch)))
    return `The local engine was installed for a platform other than ${process.platform} ${process.arch}. Run \`npm run engine\` to reinstall it.`
  return null
}
