import { join, relative } from 'node:path'
import { root } from '../check/sources.ts'
import { packPackages } from './pack-packages.ts'

/* `npm run pack`: builds the published packages as tarballs in `dist`. */

for (const { name, tarball, bytes, files } of packPackages(join(root, 'dist')))
  console.log(`${name.padEnd(24)} ${relative(root, tarball).padEnd(40)} ${Math.ceil(bytes / 1000)} kB, ${files} files`)
