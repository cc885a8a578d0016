import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Returns the version of an installed JavaScript package. @param modules the `node_modules` folder that contains it */
export function packageVersion(name: string, modules = join(root, 'node_modules')): string {
  return (JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string }).version
}
