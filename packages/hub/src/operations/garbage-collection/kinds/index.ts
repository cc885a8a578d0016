import type { GcKind } from '../kind.ts'
import { blobs } from './blobs.ts'
import { gitObjects } from './git-objects.ts'
import { largeFiles } from './large-files.ts'
import { repositories } from './repositories.ts'
import { uploads } from './uploads.ts'

/** In the order in which they are freed: users go before what they use. */
export const gcKinds: readonly GcKind[] = [repositories, gitObjects, largeFiles, uploads, blobs]
