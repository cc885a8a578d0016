import { demoDatasets } from './datasets.ts'
import type { DemoRepo } from './demo-repo.ts'
import { faceApiDemo } from './face-api.ts'
import { demoModels } from './models.ts'

/** Everything the demo brings, small ones first: there is something to see early. */
export const demoRepos: readonly DemoRepo[] = [...demoDatasets, ...demoModels, ...faceApiDemo]
