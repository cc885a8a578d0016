import { demoDatasets } from './datasets.ts'
import type { DemoRepo } from './demo-repo.ts'
import { faceApiDemo } from './face-api.ts'
import { demoModels } from './models.ts'

/** All repos of the demo, small ones first, so that there is something to see early. */
export const demoRepos: readonly DemoRepo[] = [...demoDatasets, ...demoModels, ...faceApiDemo]
